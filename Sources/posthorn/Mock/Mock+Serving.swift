#if MockServer
    internal import Dispatch
    internal import FoundationEssentials
    internal import Glibc
    internal import NIOCore
    internal import PosthornCore
    internal import PosthornMock
    internal import PosthornSpec
    internal import Synchronization

    extension Mock {
        func serve() async throws {
            let document = try specs.document()
            let keys = try MockSecrets(service: document.service).keys(file: specs.secrets)
            // A key that does not fit is reported before the server listens.
            _ = try mock(document, keys, origin: origin ?? "http://\(host)", MockState())
            signal(SIGPIPE, SIG_IGN)
            if untilInputCloses { Self.endWithInput() }
            let served = ServedMock()
            let server = MockHTTPServer(
                host: host, port: port, timeout: TimeAmount(timeout.duration),
                bodyLimit: bodyLimit.bytes, connections: connections)
            do {
                try await server.run(served, log: quiet ? nil : RequestLog()) { port in
                    let name = host.contains(":") ? "[\(host)]" : host
                    let origin = self.origin ?? "http://\(name):\(port)"
                    let state = MockState()
                    let first = try mock(document, keys, origin: origin, state)
                    served.replace(first)
                    StandardError.write(first.notes)
                    Output.line(
                        "listening on http://\(name):\(port)\(first.basePath) "
                            + "(\(document.service.name), \(first.endpointCount) endpoints)")
                    Task {
                        await follow { document in
                            served.replace(try mock(document, keys, origin: origin, state))
                            Output.line("read \(oneLine(specs.spec)) again")
                        }
                    }
                }
            } catch let error as MockHTTPServer.Unusable {
                throw ToolFailure(
                    .needsSwift,
                    "posthorn: the address \(oneLine(host)):\(port) can be used; found \(error.reason); "
                        + "write '--port 0' for a free port")
            }
        }

        private func mock(
            _ document: SpecDocument, _ keys: MockKeys, origin: String, _ state: MockState
        ) throws -> MockService {
            var options = MockOptions()
            options.seed = seed
            options.isStateful = stateful
            options.latency = latency?.range
            options.errorRate = errors?.value ?? 0
            for (name, share) in faults?.shares ?? [:] {
                if let fault = MockFault(rawValue: name) { options.faults[fault] = share }
            }
            options.bodyLimit = bodyLimit.bytes
            options.checksCredentials = !anyCredential
            do {
                return try MockService(
                    document, options: options, keys: keys, origin: origin, state: state)
            } catch let error as APIError.Cause {
                throw ToolFailure(.secret, "posthorn: \(oneLine(error.message))")
            }
        }

        /// Reads specs again when they have changed; with an error in one, the old ones stay.
        private func follow(_ replace: @Sendable (SpecDocument) throws -> Void) async {
            var known = specs.signature
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(300))
                let found = specs.signature
                guard found != known, !found.isEmpty else { continue }
                known = found
                do {
                    try replace(specs.document())
                } catch {
                    let lines = (error as? ToolFailure)?.lines ?? []
                    StandardError.write(lines + ["posthorn: the earlier specs are still served"])
                }
            }
        }

        /// Ends the tool when its standard input closes, so that it does not outlive its parent.
        private static func endWithInput() {
            DispatchQueue(label: "posthorn.input").async {
                var byte: UInt8 = 0
                while Glibc.read(STDIN_FILENO, &byte, 1) > 0 {}
                Glibc.exit(0)
            }
        }
    }

    /// The mock that is served, which changes with its specs.
    final class ServedMock: Sendable {
        private let current = Mutex<MockService?>(nil)

        /// The mock; `nil` before the server listens.
        var mock: MockService? { current.withLock { $0 } }

        func replace(_ mock: MockService) { current.withLock { $0 = mock } }
    }

    /// Lines on standard output, each written at once.
    enum Output {
        static func line(_ text: String) {
            var text = text + "\n"
            text.withUTF8 { bytes in _ = Glibc.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
            }
        }
    }

    /// Prints each request in a line.
    struct RequestLog: Sendable {
        func print(_ request: TransportRequest, _ reply: MockReply, _ time: Duration) {
            let fault = reply.fault.map { " \($0.rawValue)" } ?? ""
            Output.line(
                "\(request.method.rawValue) \(oneLine(String(request.target.prefix(200)))) "
                    + "\(reply.response.status.code)\(fault) \(reply.endpoint ?? "-") "
                    + "\(Int(time / .milliseconds(1)))ms"
                    + (reply.complaint.map { ": \(oneLine(String($0.prefix(300))))" } ?? ""))
        }
    }
#endif
