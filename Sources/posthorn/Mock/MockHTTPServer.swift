#if MockServer
    internal import FoundationEssentials
    internal import Glibc
    internal import Hummingbird
    internal import HummingbirdCore
    internal import Logging
    internal import NIOCore
    internal import PosthornCore
    internal import PosthornMock
    internal import PosthornServer

    /// The HTTP server of a mock, on Hummingbird.
    struct MockHTTPServer {
        let host: String
        let port: Int
        /// The time for the head of a request, and again for its body; a connection without requests has it too.
        let timeout: TimeAmount
        let bodyLimit: Int
        let connections: Int

        /// The reason why the server can't listen.
        struct Unusable: Error { let reason: String }

        /// A request's context with its connection, for faults.
        struct Context: Hummingbird.RequestContext {
            var coreContext: CoreRequestContextStorage
            let channel: any Channel

            init(source: ApplicationRequestContextSource) {
                coreContext = .init(source: source)
                channel = source.channel
            }
        }

        /// Serves until a signal stops it.
        ///
        /// - Parameter onRunning: Runs once with the port before the first request has a response.
        func run(
            _ served: ServedMock, log: RequestLog?,
            onRunning: @escaping @Sendable (Int) throws -> Void
        ) async throws {
            var logger = Logger(label: "posthorn.mock")
            logger.logLevel = .critical
            let responder = CallbackResponder<Context> { request, context in
                try await respond(request, context, served, log)
            }
            let application = Application(
                responder: responder,
                server: .http1(configuration: .init(idleTimeout: timeout)),
                configuration: .init(
                    address: .hostname(host, port: port), serverName: nil,
                    availableConnectionsDelegate: MaximumAvailableConnections(
                        connections, logger: logger)),
                onServerRunning: { channel in
                    do {
                        try onRunning(channel.localAddress?.port ?? port)
                    } catch {
                        Glibc.exit(66)
                    }
                }, logger: logger)
            do {
                try await application.runService()
            } catch let error as IOError {
                throw Unusable(reason: String(cString: strerror(error.errnoCode)))
            }
        }

        private func respond(
            _ received: Request, _ context: Context, _ served: ServedMock, _ log: RequestLog?
        ) async throws -> Response {
            guard let mock = served.mock else { return Response(status: .serviceUnavailable) }
            let start = ContinuousClock.now
            let end = closing(context.channel, after: received)
            if let length = received.headers[.contentLength].flatMap({ Int($0) }),
                length > bodyLimit
            {
                return Self.tooLarge
            }
            var message = received
            let body: ByteBuffer
            do {
                body = try await message.collectBody(upTo: bodyLimit)
                end?.cancel()
            } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
                return Self.tooLarge
            }
            let request = TransportRequest(
                received.head, body: Data(body.readableBytesView), origin: mock.origin)
            let reply = await mock.respond(to: request)
            if reply.delay > .zero { try await Task.sleep(for: reply.delay) }
            log?.print(request, reply, .now - start)
            return await response(of: reply, context)
        }

        /// Schedules the close of a channel whose request has a body; the server itself limits the time between its pieces.
        private func closing(_ channel: any Channel, after request: Request) -> Scheduled<Void>? {
            let fields = request.headers
            guard fields[.transferEncoding] != nil || fields[.contentLength] ?? "0" != "0" else {
                return nil
            }
            return channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
        }

        /// The response to a body that is longer than the limit; the rest of the body is not used.
        private static let tooLarge = Response(
            status: .contentTooLarge,
            headers: [.contentType: "application/problem+json", .connection: "close"],
            body: .init(
                byteBuffer: ByteBuffer(
                    string: #"{"status":413,"detail":"the body is longer than this server reads"}"#)
            ))

        private func response(of reply: MockReply, _ context: Context) async -> Response {
            let head = reply.response.head
            switch reply.fault {
            case .reset?:
                let socket = context.channel as? any SocketOptionProvider
                _ = try? await socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
                try? await context.channel.close()
                return Response(status: .init(code: 500))
            case .truncate?:
                let half = ByteBuffer(
                    bytes: reply.response.body.prefix(reply.response.body.count / 2))
                var headers = head.headerFields
                headers[.contentLength] = String(max(reply.response.body.count, 1))
                return Response(
                    status: head.status, headers: headers,
                    body: ResponseBody { writer in
                        try await writer.write(half)
                        throw Truncation()
                    })
            case nil:
                return Response(
                    status: head.status, headers: head.headerFields,
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.response.body)))
            }
        }

        private struct Truncation: Error {}
    }
#endif
