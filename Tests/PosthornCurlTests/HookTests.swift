import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Closures and events that tell what a session does.
@Suite(.timeLimit(.minutes(1)))
struct HookTests {
    static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    /// What hooks said, in order.
    private final class Notes: Sendable {
        private let state = Locked<[String]>([])
        func add(_ note: String) { state.withLock { $0.append(note) } }
        var all: [String] { state.withLock { $0 } }
    }

    @Test func everyHookOfADataTaskIsCalledInOrder() async throws {
        let peer = try ScriptedPeer.answering(
            "HTTP/1.1 103 Early Hints\r\n\r\n" + Self.hello)
        let notes = Notes()
        var hooks = SessionHooks()
        hooks.didReceiveInformational = { _, head in notes.add("interim \(head.status.code)") }
        hooks.didReceiveResponse = { _, head in
            notes.add("response \(head.status.code)")
            return .allow
        }
        hooks.didSendBodyData = { _, sent, total in notes.add("sent \(sent) of \(total ?? -1)") }
        hooks.didReceiveData = { _, count, total in notes.add("got \(count) of \(total ?? -1)") }
        hooks.didCollectMetrics = { _, metrics in notes.add("metrics \(metrics.httpVersion)") }
        hooks.didComplete = { task, error in
            notes.add("complete \(task.kind) \(error?.code.rawValue ?? "ok")")
        }
        hooks.sessionDidDrain = { _ in notes.add("drained") }
        hooks.sessionDidInvalidate = { _, error in notes.add("invalid \(error == nil)") }
        try await CurlSession.withSession(hooks: hooks) { session in
            let response = try await session.send(
                TransportRequest(method: .post, url: peer.url(), body: Data("abc".utf8)))
            #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        }
        let order = [
            "interim 103", "response 200", "got 5 of 5", "metrics 1.1", "complete data ok",
            "drained", "invalid true",
        ]
        #expect(notes.all.filter(order.contains) == order)
        #expect(notes.all.contains("sent 3 of 3"), "\(notes.all)")
    }

    /// What tells and what decides has one order, also where each hook takes its time.
    @Test func noHookOfATaskBeginsBeforeAnotherReturned() async throws {
        let peer = try ScriptedPeer { connection in
            while let head = try connection.readRequest() {
                let isEnd = head.hasPrefix("GET /end")
                let redirect = "HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n"
                try connection.write(
                    "HTTP/1.1 103 Early Hints\r\n\r\n" + (isEnd ? Self.hello : redirect))
            }
        }
        let notes = Notes()
        @Sendable func slowly(_ note: String) async {
            notes.add(note)
            for _ in 0..<1_000 { await Task.yield() }
            notes.add("end of " + note)
        }
        var hooks = SessionHooks()
        hooks.didReceiveInformational = { _, head in await slowly("interim") }
        hooks.willFollowRedirect = { _, redirect in
            await slowly("redirect")
            return redirect.next
        }
        hooks.didReceiveResponse = { _, head in
            await slowly("response")
            return .allow
        }
        hooks.didReceiveData = { _, count, _ in await slowly("got \(count)") }
        hooks.didComplete = { _, _ in await slowly("complete") }
        try await CurlSession.withSession(hooks: hooks) { session in
            _ = try await session.send(TransportRequest(url: peer.url()))
        }
        let order = ["interim", "redirect", "interim", "response", "got 5", "complete"]
        #expect(notes.all == order.flatMap { [$0, "end of " + $0] })
    }

    /// What was not let in is nobody's data.
    @Test func theBytesOfARefusalAreNotTold() async throws {
        let mayGoOn = Gate()
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                guard request.contains("Authorization") else {
                    try connection.write(
                        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\n"
                            + "WWW-Authenticate: Basic realm=\"x\"\r\n\r\nout")
                    continue
                }
                try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                mayGoOn.wait()
                try connection.write("2\r\nin\r\n0\r\n\r\n")
            }
        }
        let counts = Locked<[Int]>([])
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, _ in .use(.basic(user: "user", password: "secret")) }
        hooks.didReceiveResponse = { _, _ in .allow }
        hooks.didReceiveData = { _, count, _ in counts.withLock { $0.append(count) } }
        try await CurlSession.withSession(hooks: hooks) { session in
            let events = session.events
            let task = session.dataTask(for: TransportRequest(url: peer.url()))
            task.resume()
            for await event in events {
                if case .responseReceived(_, let head) = event, head.status == .ok { break }
            }
            for _ in 0..<1_000 { await Task.yield() }
            mayGoOn.open()
            let response = try await task.value
            #expect(response.body == Data("in".utf8))
        }
        #expect(counts.withLock { $0 } == [2])
    }

    /// Counts that came while a hook ran are one call with the newest of them.
    @Test func aSlowHookHasTheNewestCount() async throws {
        let length = 4 << 20
        let peer = try ScriptedPeer.answering(
            "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
                + String(repeating: "x", count: length))
        let counts = Locked<[Int]>([])
        let (first, goOn) = (Gate(), Gate())
        var hooks = SessionHooks()
        hooks.didReceiveData = { _, count, _ in
            counts.withLock { $0.append(count) }
            first.open()
            await goOn.opened()
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.dataTask(for: TransportRequest(url: peer.url()))
            task.resume()
            await first.opened()
            try await until { task.progress.received == length }
            goOn.open()
            _ = try await task.value
        }
        let all = counts.withLock { $0 }
        #expect(all.count <= 3 && all.last == length, "\(all)")
    }

    @Test func aTaskThatNeverBeganTellsItsEndToo() async throws {
        let told = Gate()
        var hooks = SessionHooks()
        hooks.didComplete = { _, error in if error?.code == .cancelled { told.open() } }
        try await CurlSession.withSession(hooks: hooks) { session in
            session.dataTask(for: TransportRequest(url: "http://127.0.0.1:1/")).cancel()
            await told.opened()
        }
    }

    @Test func aHookSeesEachRedirectAndMayChangeOrRefuseIt() async throws {
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
            let task = session.dataTask(for: TransportRequest(url: peer.url("/start")))
            let response = try await task.value
            #expect(response.status == .ok)
            #expect(response.redirects.map(\.target) == [peer.url("/end")])
            #expect(task.redirects.map(\.target) == [peer.url("/end")])
            #expect(task.currentRequest.url == peer.url("/end"))
            // Refused: the answer is the redirect.
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

    @Test func aRefusedAnswerEndsTheTransfer() async throws {
        let closed = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello")
            if connection.readToEnd() { closed.open() }
        }
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in .cancel }
        try await CurlSession.withSession(hooks: hooks) { session in
            let tasks: [SessionTask] = [
                session.dataTask(for: TransportRequest(url: peer.url())),
                session.bytesTask(for: TransportRequest(url: peer.url())),
                session.downloadTask(
                    for: TransportRequest(url: peer.url()), to: .file("/tmp/never-\(peer.port)")),
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

    @Test func noByteIsDeliveredBeforeTheDecision() async throws {
        let peer = try ScriptedPeer.answering(Self.hello)
        let decide = Gate()
        let asked = Gate()
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in
            asked.open()
            await decide.opened()
            return .allow
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.bytesTask(for: TransportRequest(url: peer.url()))
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
            // The task has its head and nothing else may have come out of it.
            #expect(!delivered.withLock { $0 })
            decide.open()
            let bytes = try await body
            #expect(bytes == Data("hello".utf8))
        }
    }

    @Test func aDataTaskBecomesADownload() async throws {
        let path = NSTemporaryDirectory() + "posthorn-became-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let peer = try ScriptedPeer.answering(Self.hello)
        let notes = Notes()
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in .becomeDownload(to: path) }
        hooks.didBecomeDownload = { task, path in notes.add("became \(task.id)") }
        hooks.didWriteData = { _, written, total in notes.add("wrote \(written) of \(total ?? 0)") }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.dataTask(for: TransportRequest(url: peer.url()))
            let response = try await task.value
            #expect(response.body.isEmpty)
            #expect(task.file?.path == path)
            #expect(task.file?.count == 5)
            #expect(notes.all == ["became \(task.id)", "wrote 5 of 5"])
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "hello")
    }

    @Test func aHookChangesWhereADownloadGoes() async throws {
        let path = NSTemporaryDirectory() + "posthorn-moved-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path + "-b") }
        let peer = try ScriptedPeer.answering(Self.hello)
        var hooks = SessionHooks()
        hooks.didFinishDownloading = { _, destination in destination + "-b" }
        try await CurlSession.withSession(hooks: hooks) { session in
            let file = try await session.download(
                TransportRequest(url: peer.url()), to: .file(path))
            #expect(file.path == path + "-b")
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: path + ".part"))
    }

    @Test func eventsTellOfATaskFromStartToEnd() async throws {
        let peer = try ScriptedPeer.answering(Self.hello)
        let session = try CurlSession()
        let events = session.events
        let task = session.dataTask(for: TransportRequest(url: peer.url()))
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
            case .sessionInvalidated(let number):
                names.append("invalidated \(number == session.number)")
            default: names.append("\(event)")
            }
        }
        #expect(
            names == [
                "resumed true", "started true", "response 200 true", "completed mine",
                "invalidated true",
            ])
        // A sequence that is had after the end has none.
        for await _ in session.events { Issue.record("an event after the end") }
    }

    /// AFNetworking's notification of a completed task had the body; here who wants it says so.
    @Test func eventsTellBodiesWhenAskedTo() async throws {
        let peer = try ScriptedPeer.answering(Self.hello)
        var configuration = SessionConfiguration()
        configuration.eventsTellBodies = true
        // With a hook that decides on answers they are put together in another place.
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in .allow }
        for hooks in [SessionHooks(), hooks] {
            let session = try CurlSession(configuration, hooks: hooks)
            let events = session.events
            _ = try await session.upload(
                TransportRequest(method: .post, url: peer.url()),
                from: MessageBody(Data("abc".utf8)))
            await session.shutdown(.drain)
            var bodies: [Data?] = []
            for await event in events {
                guard case .taskCompleted(let completion) = event else { continue }
                bodies.append(completion.body)
                #expect(completion.kind == .upload)
                #expect(completion.progress.received == 5)
            }
            #expect(bodies == [Data("hello".utf8)])
        }
    }

    /// What a hook decides about is told of its redirects as any other answer, and a body that goes out
    /// once more is told of.
    @Test func aRedirectedBodyIsToldOf() async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                try connection.write(
                    request.hasPrefix("POST /end")
                        ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 307 T\r\nLocation: /end\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let bodies = Locked(0)
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { _, _ in .allow }
        hooks.needsNewBody = { _ in bodies.withLock { $0 += 1 } }
        try await CurlSession.withSession(hooks: hooks) { session in
            let request = TransportRequest(
                method: .post, url: peer.url(), body: Data("abc".utf8))
            let response = try await session.send(request)
            #expect(response.status == .ok)
            #expect(response.redirects.map(\.target) == [peer.url("/end")])
            _ = try await session.send(TransportRequest(method: .post, url: peer.url("/end")))
        }
        #expect(bodies.withLock { $0 } == 1)
    }

    @Test func aPlainCallIsATaskOnlyWhileSomebodyListens() async throws {
        let peer = try ScriptedPeer.answering(Self.hello)
        try await CurlSession.withSession { session in
            func complete(_ stream: SessionEvents) async -> TaskCompletion? {
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

    @Test func aSlowListenerLosesTheOldestAndHoldsNobodyUp() async throws {
        let peer = try ScriptedPeer.answering(Self.hello)
        let session = try CurlSession()
        let events = session.events(buffering: 3)
        for _ in 0..<10 { _ = try await session.data(for: TransportRequest(url: peer.url())) }
        await session.shutdown(.drain)
        // Four events for each task and one for the end.
        #expect(events.dropped == 38)
        var count = 0
        var last: SessionEvent?
        for await event in events {
            count += 1
            last = event
        }
        #expect(count == 3)
        if case .sessionInvalidated = last {} else { Issue.record("\(String(describing: last))") }
    }

    @Test func aFailureIsAnEventWithItsError() async throws {
        let session = try CurlSession()
        let events = session.events
        _ = try? await session.data(for: TransportRequest(url: "http://127.0.0.1:1/"))
        await session.shutdown(.drain)
        var codes: [String] = []
        for await event in events {
            if case .taskCompleted(let completion) = event {
                codes.append(completion.error?.code.rawValue ?? "none")
            }
        }
        #expect(codes == ["cannotConnect"])
    }

    /// Drain lets tasks of all kinds finish, also those that need more than one exchange.
    @Test func drainWaitsForTasksOfAllKinds() async throws {
        let path = NSTemporaryDirectory() + "posthorn-drain-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (arrived, mayAnswer) = (Locked(0), Gate())
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.withLock { $0 += 1 }
            mayAnswer.wait()
            try connection.write(Self.hello)
        }
        let session = try CurlSession()
        let request = TransportRequest(url: peer.url())
        let data = session.dataTask(for: request)
        let upload = session.uploadTask(
            for: TransportRequest(method: .put, url: peer.url()),
            from: MessageBody(Data("abc".utf8)))
        let download = session.downloadTask(for: request, to: .file(path))
        let bytes = session.bytesTask(for: request)
        let late = session.dataTask(for: request)
        for task in [data, upload, download, bytes] as [SessionTask] { task.resume() }
        try await until { arrived.withLock({ $0 }) >= 4 }
        #expect(session.tasks.map(\.kind) == [.data, .upload, .download, .bytes, .data])
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
        mayAnswer.open()
        #expect(try await data.value.status == .ok)
        #expect(try await upload.value.status == .ok)
        #expect(try await download.value.count == 5)
        #expect(try await body == Data("hello".utf8))
        await end
        let error = await #expect(throws: TransportError.self) { try await late.value }
        #expect(error?.code == .sessionClosed)
        #expect(session.tasks.isEmpty)
    }

    /// What was resumed a moment before is on its way to the loop.
    @Test func cancelEndsATaskThatHasJustBegun() async throws {
        for _ in 1...200 {
            let session = try CurlSession()
            let tasks = (1...40).map { _ in
                session.dataTask(for: TransportRequest(url: "http://127.0.0.1:1/"))
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

    @Test func cancelEndsTasksOfAllKinds() async throws {
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
        let tasks: [SessionTask] = [
            session.dataTask(for: request),
            session.uploadTask(
                for: TransportRequest(method: .put, url: peer.url()),
                from: MessageBody(BodyStream(source))),
            session.downloadTask(for: request, to: .file(path)), session.bytesTask(for: request),
        ]
        for task in tasks { task.resume() }
        try await until { arrived.withLock({ $0 }) >= 4 }
        let created = session.dataTask(for: request)
        let held = session.dataTask(for: request)
        held.resume()
        held.suspend()
        await session.shutdown(.cancel)
        for task in tasks + [created, held] { #expect(task.state == .cancelled) }
        let error = await #expect(throws: TransportError.self) { try await created.value }
        #expect(error?.message == "the call was cancelled: the session was shut down")
        #expect(session.tasks.isEmpty)
    }
}
