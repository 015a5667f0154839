import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Handles of typed calls, and cancelling all calls at once.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CallTaskTests {
    private struct Calls: APIService { var configuration: ClientConfiguration }

    private struct Get: Endpoint {
        typealias Output = String
        static let name = "get"
        var path = "/"
        func build(_ request: inout RequestBuilder) throws {
            request.method(.get, path)
            request.responsePolicy = .text
        }
    }

    private struct Save: DownloadEndpoint {
        static let name = "save"
        func build(_ request: inout RequestBuilder) { request.method(.get, "/") }
    }

    private struct Read: StreamEndpoint {
        typealias Output = ByteStream
        static let name = "read"
        func build(_ request: inout RequestBuilder) { request.method(.get, "/") }
    }

    private static let hello =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"

    private func calls(_ transport: any Transport, _ peer: ScriptedPeer) -> Calls {
        Calls(
            configuration: ClientConfiguration(
                baseURL: try? BaseURL(peer.url("")), transport: transport))
    }

    /// Reads the request, and responds when the gate is open.
    private func held(by gate: Gate, reached: Gate) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            reached.open()
            gate.wait()
            try connection.write(Self.hello)
        }
    }

    /// The kinds of calls, and whether a wrapper stands between the call and the session.
    enum Kind: CaseIterable { case whole, file, stream }

    @Test(arguments: Kind.allCases, [false, true])
    func callIsOneSessionTask(_ kind: Kind, isWrapped: Bool) async throws {
        let (gate, reached) = (Gate(), Gate())
        let peer = try held(by: gate, reached: reached)
        let folder = try TemporaryFolder(for: "call-task")
        try await CurlSession.withSession { session in
            let calls = calls(isWrapped ? Wrapper(wrapped: session) : session, peer)
            let (whole, file, stream) = (
                calls.task(for: Get()),
                calls.task(for: Save(), to: .file(URL(filePath: folder.path + "/a"))),
                calls.task(for: Read())
            )
            #expect(session.tasks.isEmpty)
            switch kind {
            case .whole: whole.resume()
            case .file: file.resume()
            case .stream: stream.resume()
            }
            await reached.opened()
            let task = try #require(session.tasks.first)
            #expect(session.tasks.count == 1)
            let mine = [whole.sessionTask, file.sessionTask, stream.sessionTask]
            #expect(mine.compactMap { $0 }.map(\.id) == [task.id])
            gate.open()
            switch kind {
            case .whole:
                #expect(try await whole.value == "hello")
                #expect(whole.progress.received == 5)
            case .file:
                #expect(try await file.value.count == 5)
                #expect(file.progress.received == 5)
            case .stream:
                var text = Data()
                for try await piece in try await stream.value { text += piece }
                #expect(text == Data("hello".utf8))
            }
            try await until { task.state == .finished }
            #expect(task.metrics != nil)
            #expect(session.tasks.isEmpty)
        }
    }

    /// The request of a task refers to its call: the two must not retain each other.
    @Test(arguments: Kind.allCases)
    func finishedCallReleasesItsTask(_ kind: Kind) async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let folder = try TemporaryFolder(for: "call-task")
        let tasks = Locked<[WeakTask]>([])
        try await CurlSession.withSession { session in
            let calls = calls(session, peer).with {
                $0.onProgress = { _ in tasks.withLock { $0 += session.tasks.map(WeakTask.init) } }
            }
            switch kind {
            case .whole: _ = try await calls.task(for: Get()).value
            case .file:
                _ = try await calls.task(for: Save(), to: .file(URL(filePath: folder.path + "/a")))
                    .value
            case .stream:
                for try await _ in try await calls.task(for: Read()).value {}
            }
            try await until { session.tasks.isEmpty }
        }
        #expect(!tasks.withLock { $0 }.isEmpty)
        try await until { tasks.withLock { $0.allSatisfy { $0.task == nil } } }
    }

    private struct WeakTask: Sendable {
        weak let task: SessionTask?
        init(_ task: SessionTask) { self.task = task }
    }

    /// A transport in front of two sessions, which sends with the second one if the first one fails.
    private struct Failover: Transport {
        let sessions: [CurlSession]

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            var first = request
            first.url = "http://127.0.0.1:1/"
            do throws(TransportError) {
                return try await sessions[0].send(first)
            } catch {
                return try await sessions[1].send(request)
            }
        }
        func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
            try await sessions[1].stream(request)
        }
    }

    @Test func callThatLeavesASessionDoesNotKeepItOpen() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let sessions = [try CurlSession(), try CurlSession()]
        let task = CallTask(
            TransportRequest(url: peer.url()), over: Failover(sessions: sessions))
        #expect(try await task.value.status == .ok)
        #expect(task.sessionTask?.id.session == sessions[1].number)
        for session in sessions {
            #expect(session.tasks.isEmpty)
            await session.shutdown(.drain)
        }
    }

    @Test func shutdownDuringTheStartOfCallsEnds() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        for _ in 0..<40 {
            let session = try CurlSession()
            let tasks = (0..<20).map { _ in
                CallTask(TransportRequest(url: peer.url()), over: session)
            }
            for task in tasks { task.resume() }
            await Task.yield()
            await session.shutdown(.cancel)
            for task in tasks {
                do throws(TransportError) {
                    _ = try await task.value
                } catch {
                    #expect([.cancelled, .sessionClosed].contains(error.code), "\(error)")
                }
            }
            #expect(session.tasks.isEmpty)
        }
    }

    @Test func handleCountsNothingUntilSomeoneLooks() async throws {
        let (gate, reached) = (Gate(), Gate())
        let half = String(repeating: "a", count: 100_000)
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n\(half)")
            reached.open()
            gate.wait()
            try connection.write(half)
        }
        try await CurlSession.withSession { session in
            let task = CallTask(TransportRequest(url: peer.url()), over: session)
            task.resume()
            try await until { task.sessionTask?.response != nil }
            // A description does not begin to count.
            #expect(task.description == "call: 0 bytes sent, 0 received")
            // The first listener gets what was received before, although nothing arrives any more.
            for await progress in task.progressUpdates where progress.received == 100_000 { break }
            gate.open()
            #expect(try await task.value.body.count == 200_000)
            #expect(task.progress.received == 200_000)
        }
    }

    @Test func nothingIsSentBeforeResume() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        try await CurlSession.withSession { session in
            let calls = calls(session, peer)
            let task = calls.task(for: Get())
            task.suspend()
            async let value = task.value
            // Another call overtakes it.
            _ = try await calls.send(Get(path: "/other"))
            #expect(peer.requests.count == 1)
            task.resume()
            #expect(try await value == "hello")
            #expect(try await task.value == "hello")
            #expect(peer.requests.count == 2)
        }
    }

    @Test func suspendedCallResumesAndCompletes() async throws {
        let (gate, reached) = (Gate(), Gate())
        let peer = try held(by: gate, reached: reached)
        try await CurlSession.withSession { session in
            let task = calls(session, peer).task(for: Get())
            task.priority = .high
            task.resume()
            await reached.opened()
            task.suspend()
            #expect(task.sessionTask?.state == .suspended)
            #expect(task.sessionTask?.priority == .high)
            gate.open()
            task.resume()
            let value = try await task.value
            #expect(value == "hello")
        }
    }

    @Test(arguments: [false, true])
    func cancellationErrorNamesTheReason(isRunning: Bool) async throws {
        let (gate, reached) = (Gate(), Gate())
        let peer = try held(by: gate, reached: reached)
        defer { gate.open() }
        try await CurlSession.withSession { session in
            let task = calls(session, peer).task(for: Get())
            if isRunning {
                task.resume()
                await reached.opened()
            }
            task.cancel(reason: "the window was closed")
            let error = await #expect(throws: APIError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.message == "the call was cancelled: the window was closed")
            #expect(session.tasks.isEmpty)
        }
    }

    @Test func progressUpdatesReachTheEnd() async throws {
        let size = 1 << 20
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(size)\r\n\r\n"
                + String(repeating: "a", count: size))
        try await CurlSession.withSession { session in
            let own = Locked(0)
            let task = calls(session, peer)
                .with { $0.onProgress = { progress in own.withLock { $0 = progress.received } } }
                .task(for: Get())
            let updates = task.progressUpdates
            _ = try await task.value
            var last = TransferProgress()
            for await progress in updates { last = progress }
            #expect(last.received == size)
            #expect(last.totalBytesToReceive == size)
            // The call's own closure gets updates too.
            #expect(own.withLock { $0 } == size)
        }
    }

    /// With a transport without tasks, a call can be suspended before it starts, and be cancelled.
    @Test func worksWithTransportWithoutTasks() async throws {
        struct Echo: Transport {
            func send(
                _ request: TransportRequest
            ) async throws(TransportError) -> TransportResponse {
                TransportResponse(
                    status: .ok, headers: [.contentType: "text/plain"], body: Data("hi".utf8))
            }
        }
        let calls = Calls(
            configuration: try ClientConfiguration(baseURL: "http://a.test", transport: Echo()))
        let task = calls.task(for: Get())
        task.suspend()
        async let value = task.value
        task.resume()
        #expect(try await value == "hi")
        #expect(task.progress == TransferProgress())
    }

    @Test func cancelAllLeavesTheSessionUsable() async throws {
        let (gate, reached) = (Gate(), Locked(0))
        let peer = try ScriptedPeer { connection in
            while let head = try connection.readRequest() {
                guard head.hasPrefix("GET /held") else {
                    try connection.write(Self.hello)
                    continue
                }
                reached.withLock { $0 += 1 }
                gate.wait()
            }
        }
        defer { gate.open() }
        try await CurlSession.withSession { session in
            let request = TransportRequest(url: peer.url("/held"))
            let calls = calls(session, peer)
            let plain = Task { try await session.send(request) }
            let stream = Task { try await session.stream(request) }
            let typed = Task { try await calls.send(Get(path: "/held")) }
            let task = session.task(for: request)
            let new = session.task(for: request)
            task.resume()
            try await until { reached.withLock { $0 } == 4 }
            session.cancelAll(reason: "the user signed out")
            let later = try await session.send(TransportRequest(url: peer.url("/later")))
            #expect(later.status == .ok)
            try await expectCancelled { _ = try await plain.value }
            try await expectCancelled { _ = try await stream.value }
            let error = await #expect(throws: APIError.self) { try await typed.value }
            #expect(error?.code == .cancelled)
            for task in [task, new] {
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.message == "the call was cancelled: the user signed out")
            }
            #expect(try await calls.send(Get()) == "hello")
        }
    }

    /// A call that awaits the decision about its redirect is not continued.
    @Test func cancelAllStopsPendingRedirect() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n")
        let (asked, goOn) = (Gate(), Gate())
        try await CurlSession.withSession { session in
            var request = TransportRequest(url: peer.url())
            request.redirects = .custom { redirect in
                asked.open()
                await goOn.opened()
                return redirect.next
            }
            let call = Task { [request] in try await session.send(request) }
            await asked.opened()
            session.cancelAll()
            goOn.open()
            try await expectCancelled { _ = try await call.value }
        }
        #expect(peer.requests.count == 1)
    }

    /// A call that awaits its token sends nothing after `cancelAll`, with or without a handle.
    @Test(arguments: [false, true])
    func cancelAllStopsCallsLoadingTheirCredential(isHandled: Bool) async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let (asked, goOn) = (Gate(), Gate())
        let token = Credential.bearer { _ in
            asked.open()
            await goOn.opened()
            return "t1"
        }
        try await CurlSession.withSession { session in
            let calls = SignedCalls(
                configuration: try ClientConfiguration(
                    baseURL: peer.url(""), transport: Wrapper(wrapped: session)),
                token: token)
            let call = Task { () async throws(APIError) -> String in
                if isHandled { return try await calls.task(for: SignedGet()).value }
                return try await calls.send(SignedGet())
            }
            await asked.opened()
            session.cancelAll()
            goOn.open()
            let error = await #expect(throws: APIError.self) { try await call.value }
            #expect(error?.code == .cancelled)
            #expect(peer.requests.isEmpty)
            let later = try await calls.send(SignedGet())
            #expect(later == "hello")
        }
    }

    private struct SignedCalls: APIService {
        var configuration: ClientConfiguration
        var token: Credential
        func credential(named name: String) -> Credential? { token }
    }

    private struct SignedGet: Endpoint {
        typealias Output = String
        static let name = "signedGet"
        func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/")
            request.auth = .bearer("user")
            request.responsePolicy = .text
        }
    }

    /// Setting the priority does not change whether the session's task is suspended.
    @Test func settingPriorityDoesNotResumeSuspendedTask() async throws {
        let (gate, reached) = (Gate(), Gate())
        let peer = try held(by: gate, reached: reached)
        try await CurlSession.withSession { session in
            let call = calls(session, peer).task(for: Get())
            call.resume()
            await reached.opened()
            let task = try #require(call.sessionTask)
            task.suspend()
            call.priority = .high
            #expect(task.priority == .high)
            #expect(task.state == .suspended)
            task.resume()
            gate.open()
            let value = try await call.value
            #expect(value == "hello")
        }
    }

    @Test func errorDoesNotRetainSession() async throws {
        let peer = try ScriptedPeer.responding(
            with: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        func fail() async throws -> (APIError, WeakSession) {
            let session = try CurlSession()
            let error = await #expect(throws: APIError.self) {
                try await calls(session, peer).task(for: Get()).value
            }
            return (try #require(error), WeakSession(session: session))
        }
        let (error, session) = try await fail()
        try await until { session.session == nil }
        #expect(error.code == .notFound)
    }

    private struct WeakSession: Sendable { weak let session: CurlSession? }

    private func expectCancelled(_ call: () async throws -> Void) async throws {
        let error = await #expect(throws: TransportError.self) { try await call() }
        #expect(error?.code == .cancelled)
    }

    private struct Wrapper: TransportWrapper {
        let wrapped: any Transport
    }
}
