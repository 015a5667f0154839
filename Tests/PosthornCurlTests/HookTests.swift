import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Hooks and events of a session.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct HookTests {
    static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    /// The order of the hooks.
    private final class Notes: Sendable {
        private let state = Locked<[String]>([])
        func add(_ note: String) { state.withLock { $0.append(note) } }
        var all: [String] { state.withLock { $0 } }
    }

    @Test func eventsReportATaskAndItsProgressInOrder() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 103 Early Hints\r\n\r\n" + Self.hello)
        let session = try CurlSession()
        let events = session.events(includesProgress: true)
        let response = try await session.send(
            TransportRequest(method: .post, url: peer.url(), body: Data("abc".utf8)))
        #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        await session.shutdown(.drain)
        var notes: [String] = []
        var progress = TransferProgress()
        for await event in events {
            switch event {
            case .interimResponse(_, let head): notes.append("interim \(head.status.code)")
            case .responseReceived(_, let head): notes.append("response \(head.status.code)")
            case .progress(_, let next):
                #expect(next.sent >= progress.sent && next.received >= progress.received)
                progress = next
            case .taskCompleted(let end):
                notes.append("complete \(end.kind) \(end.error?.code.rawValue ?? "ok")")
                #expect(end.metrics?.httpVersion == .http11)
            case .sessionDrained: notes.append("drained")
            case .sessionInvalidated: notes.append("invalidated")
            default: break
            }
        }
        #expect(
            notes == [
                "interim 103", "response 200", "complete data ok", "drained", "invalidated",
            ])
        #expect((progress.sent, progress.totalBytesToSend) == (3, 3))
        #expect((progress.received, progress.totalBytesToReceive) == (5, 5))
    }

    /// Hooks of a task are called in order, even if each takes a while.
    @Test func hooksOfATaskRunOneAfterAnother() async throws {
        let peer = try ScriptedPeer { connection in
            while let head = try connection.readRequest() {
                let isEnd = head.hasPrefix("GET /end")
                let redirect = "HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n"
                try connection.write(isEnd ? Self.hello : redirect)
            }
        }
        let notes = Notes()
        @Sendable func slowly(_ note: String) async {
            notes.add(note)
            for _ in 0..<1_000 { await Task.yield() }
            notes.add("end of " + note)
        }
        var hooks = SessionHooks()
        hooks.willFollowRedirect = { _, redirect in
            await slowly("redirect")
            return redirect.next
        }
        hooks.didReceiveResponse = { _, head in
            await slowly("response")
            return .allow
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            _ = try await session.send(TransportRequest(url: peer.url()))
        }
        #expect(notes.all == ["redirect", "response"].flatMap { [$0, "end of " + $0] })
    }

    /// The newest of several pending progress updates replaces the others.
    @Test func slowReaderGetsTheLatestProgress() async throws {
        let length = 4 << 20
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
                + String(repeating: "x", count: length))
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            let events = task.events
            _ = try await task.value
            var counts: [Int] = []
            for await case .progress(_, let progress) in events { counts.append(progress.received) }
            // One before the head and one after it.
            #expect(counts.count <= 2, "\(counts)")
            #expect(counts.last == length)
        }
    }

    @Test func cancelledUnstartedTaskReportsCompletion() async throws {
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: "http://127.0.0.1:1/"))
            let events = task.events
            task.cancel()
            var codes: [TransportError.Code?] = []
            for await case .taskCompleted(let end) in events { codes.append(end.error?.code) }
            #expect(codes == [.cancelled])
            for await _ in task.events { Issue.record("an event after the end") }
        }
    }

    @Test func redirectHookCanChangeOrRefuseRedirects() async throws {
        let peer = try ScriptedPeer { connection in
            while let head = try connection.readRequest() {
                let path = head.split(separator: " ")[1]
                try connection.write(
                    path == "/end"
                        ? Self.hello
                        : "HTTP/1.1 302 Found\r\nLocation: /wrong\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let notes = Notes()
        var hooks = SessionHooks()
        hooks.willFollowRedirect = { task, redirect in
            notes.add("\(task.kind) \(redirect.status.code) \(redirect.request.url.suffix(6))")
            guard redirect.request.url.hasSuffix("/start") else { return nil }
            var next = redirect.next
            next.url = next.url.replacingOccurrences(of: "/wrong", with: "/end")
            return next
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            let events = session.events
            let task = session.task(for: TransportRequest(url: peer.url("/start")))
            let response = try await task.value
            #expect(response.status == .ok)
            #expect(response.redirects.map(\.target) == [peer.url("/end")])
            #expect(task.redirects.map(\.target) == [peer.url("/end")])
            #expect(task.currentRequest.url == peer.url("/end"))
            // Refused: the response is the redirect.
            let other = try await session.send(TransportRequest(url: peer.url("/other")))
            #expect(other.status == .found)
            var targets: [String] = []
            var ended = 0
            for await event in events {
                if case .redirected(task.id, let hop) = event { targets.append(hop.target) }
                if case .taskCompleted = event { ended += 1 }
                if ended == 2 { break }
            }
            #expect(targets == [peer.url("/end")])
        }
        #expect(notes.all == ["data 302 /start", "data 302 /other"])
    }

    @Test func cancellingInResponseHookEndsTransfer() async throws {
        let closed = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
            if connection.readToEnd() { closed.open() }
        }
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in .cancel }
        try await CurlSession.withSession(hooks: hooks) { session in
            let tasks = [
                session.task(for: TransportRequest(url: peer.url())).own,
                session.task(streaming: TransportRequest(url: peer.url())).own,
                session.task(
                    for: TransportRequest(url: peer.url()),
                    to: .file(URL(filePath: "/tmp/never-\(peer.port)"))
                ).own,
            ]
            for task in tasks { task.resume() }
            for task in tasks {
                try await until { task.state.isFinal }
                #expect(task.state == .cancelled)
            }
            await closed.opened()
            #expect(!FileManager.default.fileExists(atPath: "/tmp/never-\(peer.port)"))
        }
    }

    @Test func responseHookDecidesBeforeBodyIsDelivered() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let decide = Gate()
        let asked = Gate()
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in
            asked.open()
            await decide.opened()
            return .allow
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.task(streaming: TransportRequest(url: peer.url()))
            let delivered = Locked(false)
            async let body: Data = {
                var body = Data()
                for try await piece in try await task.value.body {
                    delivered.withLock { $0 = true }
                    body.append(piece)
                }
                return body
            }()
            await asked.opened()
            // The task has its head, but no bytes may be delivered yet.
            #expect(!delivered.withLock { $0 })
            decide.open()
            let bytes = try await body
            #expect(bytes == Data("hello".utf8))
        }
    }

    @Test func responseHookTurnsDataTaskIntoDownload() async throws {
        let path = NSTemporaryDirectory() + "posthorn-became-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let peer = try ScriptedPeer.responding(with: Self.hello)
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in .becomeDownload(to: URL(filePath: path)) }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            let events = task.events
            let response = try await task.value
            #expect(response.body.isEmpty)
            #expect(task.file?.url.path == path)
            #expect(task.file?.count == 5)
            var paths: [String] = []
            for await case .becameDownload(task.id, let url) in events { paths.append(url.path) }
            #expect(paths == [path])
            #expect(task.progress.received == 5)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "hello")
    }

    @Test func hookChangesDownloadDestination() async throws {
        let path = NSTemporaryDirectory() + "posthorn-moved-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path + "-b") }
        let peer = try ScriptedPeer.responding(with: Self.hello)
        var hooks = SessionHooks()
        hooks.didFinishDownloading = { _, destination in URL(filePath: destination.path + "-b") }
        try await CurlSession.withSession(hooks: hooks) { session in
            let file = try await session.download(
                TransportRequest(url: peer.url()), to: .file(URL(filePath: path)))
            #expect(file.url.path == path + "-b")
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: path + ".part"))
    }

    @Test func eventsReportATaskFromStartToEnd() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let session = try CurlSession()
        let events = session.events
        let task = session.task(for: TransportRequest(url: peer.url()))
        task.label = "mine"
        _ = try await task.value
        await session.shutdown(.drain)
        var names: [String] = []
        for await event in events {
            switch event {
            case .taskResumed(let id): names.append("resumed \(id == task.id)")
            case .taskStarted(let id): names.append("started \(id == task.id)")
            case .responseReceived(let id, let head):
                names.append("response \(head.status.code) \(id == task.id)")
            case .taskCompleted(let completion):
                names.append("completed \(completion.label)")
                #expect(completion.task == task.id)
                #expect(completion.kind == .data)
                #expect(completion.error == nil)
                #expect(completion.response?.status == .ok)
                #expect(completion.attempts == 1)
                #expect(completion.file == nil)
                #expect(completion.body == nil)
                #expect(completion.progress.received == 5)
                #expect((completion.metrics?.bytesReceived ?? 0) > 5)
            case .sessionDrained(let number): names.append("drained \(number == session.number)")
            case .sessionInvalidated(let number):
                names.append("invalidated \(number == session.number)")
            default: names.append("\(event)")
            }
        }
        #expect(
            names == [
                "resumed true", "started true", "response 200 true", "completed mine",
                "drained true", "invalidated true",
            ])
        // A sequence that is created after the end has no events.
        for await _ in session.events { Issue.record("an event after the end") }
    }

    /// AFNetworking's notification of a completed task had the body; here it is optional.
    @Test func eventsIncludeBodiesWhenConfigured() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        var configuration = SessionConfiguration()
        configuration.includesBodiesInEvents = true
        // With a response hook, bodies are collected by other code.
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in .allow }
        for hooks in [SessionHooks(), hooks] {
            let session = try CurlSession(configuration, hooks: hooks)
            let events = session.events
            _ = try await session.send(
                TransportRequest(method: .post, url: peer.url()).with(
                    body: HTTPBody(Data("abc".utf8))))
            await session.shutdown(.drain)
            var bodies: [Data?] = []
            for await event in events {
                guard case .taskCompleted(let completion) = event else { continue }
                bodies.append(completion.body)
                #expect(completion.kind == .data)
                #expect(completion.progress.received == 5)
            }
            #expect(bodies == [Data("hello".utf8)])
        }
    }

    /// With a response hook, redirects are followed as usual, and resending a body is reported.
    @Test func eventReportsResentBodyAfterRedirect() async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                try connection.write(
                    request.hasPrefix("POST /end")
                        ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 307 T\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n")
            }
        }
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in .allow }
        let session = try CurlSession(hooks: hooks)
        let events = session.events
        do {
            let request = TransportRequest(
                method: .post, url: peer.url(), body: Data("abc".utf8))
            let response = try await session.send(request)
            #expect(response.status == .ok)
            #expect(response.redirects.map(\.target) == [peer.url("/end")])
            _ = try await session.send(TransportRequest(method: .post, url: peer.url("/end")))
        }
        await session.shutdown(.drain)
        var bodies = 0
        for await case .bodyRestarted in events { bodies += 1 }
        #expect(bodies == 1)
    }

    @Test func plainCallReportsEventsWhileObserved() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        try await CurlSession.withSession { session in
            func complete(_ stream: SessionEvents) async -> SessionTask.Completion? {
                for await event in stream {
                    if case .taskCompleted(let completion) = event { return completion }
                }
                return nil
            }
            _ = try await session.send(TransportRequest(url: peer.url()))
            do {
                let events = session.events
                _ = try await session.send(TransportRequest(url: peer.url()))
                #expect(await complete(events)?.attempts == 1)
            }
            _ = try await session.send(TransportRequest(url: peer.url()))
        }
    }

    @Test func slowListenerDropsOldestEventsWithoutBlocking() async throws {
        let peer = try ScriptedPeer.responding(with: Self.hello)
        let session = try CurlSession()
        let events = session.events(buffering: 3)
        for _ in 0..<10 { _ = try await session.send(TransportRequest(url: peer.url())) }
        await session.shutdown(.drain)
        // Four events for each task and two for the end.
        #expect(events.dropped == 39)
        var count = 0
        var last: SessionEvent?
        for await event in events {
            count += 1
            last = event
        }
        #expect(count == 3)
        if case .sessionInvalidated = last {} else { Issue.record("\(String(describing: last))") }
    }

    @Test func completionEventCarriesTheError() async throws {
        let session = try CurlSession()
        let events = session.events
        _ = try? await session.send(TransportRequest(url: "http://127.0.0.1:1/"))
        await session.shutdown(.drain)
        var codes: [String] = []
        for await event in events {
            if case .taskCompleted(let completion) = event {
                codes.append(completion.error?.code.rawValue ?? "none")
            }
        }
        #expect(codes == ["cannotConnect"])
    }

    /// Draining lets tasks of all kinds finish, including those with several requests.
    @Test func drainWaitsForTasksOfAllKinds() async throws {
        let path = NSTemporaryDirectory() + "posthorn-drain-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (arrived, mayRespond) = (Locked(0), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.withLock { $0 += 1 }
            mayRespond.wait()
            try connection.write(Self.hello)
        }
        let session = try CurlSession()
        let request = TransportRequest(url: peer.url())
        let data = session.task(for: request)
        let upload = session.task(
            for: TransportRequest(method: .put, url: peer.url()).with(
                body: HTTPBody(Data("abc".utf8))))
        let download = session.task(for: request, to: .file(URL(filePath: path)))
        let bytes = session.task(streaming: request)
        let late = session.task(for: request)
        for task in [data.own, upload.own, download.own, bytes.own] { task.resume() }
        try await until { arrived.withLock({ $0 }) >= 4 }
        #expect(session.tasks.map(\.kind) == [.data, .data, .download, .stream, .data])
        async let end: Void = session.shutdown(.drain)
        async let body: Data = {
            var body = Data()
            for try await piece in try await bytes.value.body { body.append(piece) }
            return body
        }()
        while (try? await session.send(TransportRequest(url: "http://127.0.0.1:1/"))) == nil {
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: "http://127.0.0.1:1/"))
            }
            if error?.code == .sessionClosed { break }
        }
        mayRespond.open()
        #expect(try await data.value.status == .ok)
        #expect(try await upload.value.status == .ok)
        #expect(try await download.value.count == 5)
        #expect(try await body == Data("hello".utf8))
        await end
        let error = await #expect(throws: TransportError.self) { try await late.value }
        #expect(error?.code == .sessionClosed)
        #expect(session.tasks.isEmpty)
    }

    /// The loop may not know of a task that was just resumed.
    @Test func shutdownCancelsJustStartedTasks() async throws {
        // A sanitizer slows each round down.
        #if SANITIZED
            let rounds = 60
        #else
            let rounds = 200
        #endif
        for _ in 1...rounds {
            let session = try CurlSession()
            let tasks = (1...40).map { _ in
                session.task(for: TransportRequest(url: "http://127.0.0.1:1/"))
            }
            for task in tasks { task.resume() }
            await Task.yield()
            await session.shutdown(.cancel)
            for task in tasks {
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.code == .cancelled || error?.code == .cannotConnect)
                #expect(task.state == (error?.code == .cancelled ? .cancelled : .finished))
            }
        }
    }

    @Test func shutdownCancelsTasksOfAllKinds() async throws {
        let path = NSTemporaryDirectory() + "posthorn-cancel-\(UUID().uuidString)"
        let arrived = Locked(0)
        let peer = try ScriptedPeer { connection in
            _ = try connection.readHead()
            arrived.withLock { $0 += 1 }
            _ = connection.readToEnd()
        }
        let session = try CurlSession()
        let (source, _) = AsyncStream.makeStream(of: Data.self)
        let request = TransportRequest(url: peer.url())
        let tasks = [
            session.task(for: request).own,
            session.task(
                for: TransportRequest(method: .put, url: peer.url()).with(
                    body: HTTPBody(BodyStream(source)))
            ).own,
            session.task(for: request, to: .file(URL(filePath: path))).own,
            session.task(streaming: request).own,
        ]
        for task in tasks { task.resume() }
        try await until { arrived.withLock({ $0 }) >= 4 }
        let created = session.task(for: request)
        let held = session.task(for: request)
        held.resume()
        held.suspend()
        await session.shutdown(.cancel)
        for task in tasks + [created.own, held.own] { #expect(task.state == .cancelled) }
        let error = await #expect(throws: TransportError.self) { try await created.value }
        #expect(error?.message == "the call was cancelled: the session was shut down")
        #expect(session.tasks.isEmpty)
    }
}
