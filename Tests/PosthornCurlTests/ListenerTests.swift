import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Events and progress reach only those that listen.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ListenerTests {
    @Test func plainCallIsATaskOnlyWhileObserved() async throws {
        try await CurlSession.withSession { session in
            func tasksOfACall() async throws -> Int {
                let (arrived, mayRespond) = (Gate(), Gate())
                let peer = try ScriptedPeer { connection in
                    try connection.readRequest()
                    arrived.open()
                    mayRespond.wait()
                    try connection.write(HookTests.hello)
                }
                let call = Task { try await session.send(TransportRequest(url: peer.url())) }
                await arrived.opened()
                let count = session.tasks.count
                mayRespond.open()
                _ = try await call.value
                return count
            }
            let alone = try await tasksOfACall()
            #expect(alone == 0)
            var events: SessionEvents? = session.events
            let listenedTo = try await tasksOfACall()
            #expect(listenedTo == 1)
            withExtendedLifetime(events) {}
            // A dropped sequence gets no more events.
            events = nil
            let aloneAgain = try await tasksOfACall()
            #expect(aloneAgain == 0)
        }
    }

    @Test func cancelledSessionSendsInvalidatedEvent() async throws {
        let session = try CurlSession()
        let events = session.events
        await session.shutdown(.cancel)
        await session.shutdown(.cancel)
        var names: [String] = []
        for await event in events { names.append("\(event)") }
        #expect(names == ["sessionInvalidated(session: \(session.number))"])
    }

    @Test func lateProgressReaderGetsOnlyTheLatestUpdate() async throws {
        let peer = try ScriptedPeer.responding(with: HookTests.hello)
        try await CurlSession.withSession { session in
            let task = session.task(
                for: TransportRequest(method: .put, url: peer.url()).with(
                    body: HTTPBody(Data(repeating: 0x61, count: 1 << 20))))
            let updates = task.progressUpdates
            task.resume()
            _ = try await task.value
            var all: [TransferProgress] = []
            for await progress in updates { all.append(progress) }
            #expect(all == [task.progress])
            #expect(task.progress.sent == 1 << 20)
        }
    }

    @Test func progressUpdatesEndWhenTaskIsCancelled() async throws {
        let arrived = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.open()
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            let updates = task.progressUpdates
            task.resume()
            await arrived.opened()
            task.cancel()
            // Otherwise the suite's time limit ends it.
            for await _ in updates {}
        }
    }

    @Test func progressHasNoTotalWithoutContentLength() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        try await CurlSession.withSession { session in
            let (source, feed) = AsyncStream.makeStream(of: Data.self)
            feed.yield(Data("abc".utf8))
            feed.finish()
            let task = session.task(
                for: TransportRequest(method: .put, url: peer.url()).with(
                    body: HTTPBody(BodyStream(source))))
            let events = task.events
            _ = try await task.value
            for await case .progress(_, let progress) in events {
                #expect(progress.totalBytesToSend == nil)
                #expect(progress.totalBytesToReceive == nil)
            }
            #expect(task.progress.sent >= 3)
            #expect(task.progress.received == 5)
        }
    }

    @Test func completionEventNamesTheDownloadedFile() async throws {
        let folder = try TemporaryFolder(for: "listener")
        let path = folder.path + "/a"
        let peer = try ScriptedPeer.responding(with: HookTests.hello)
        try await CurlSession.withSession { session in
            let events = session.events
            _ = try await session.download(
                TransportRequest(url: peer.url()), to: .file(URL(filePath: path)))
            for await event in events {
                guard case .taskCompleted(let completion) = event else { continue }
                #expect(completion.file?.path == path)
                break
            }
        }
    }

    /// A task is in the registry before its first event.
    @Test func eventsNameRegisteredTasks() async throws {
        try await CurlSession.withSession { session in
            let events = session.events(buffering: 1_000)
            let tasks = await withTaskGroup(of: [SessionTask].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        (0..<50).map { _ -> SessionTask in
                            let task = session.task(
                                for: TransportRequest(url: "http://127.0.0.1:1/"))
                            task.suspend()
                            return task.own
                        }
                    }
                }
                return await group.reduce(into: [SessionTask]()) { $0 += $1 }
            }
            var named: Set<SessionTask.ID> = []
            for await event in events {
                guard case .taskSuspended(let id) = event else { continue }
                #expect(session.task(id) != nil)
                named.insert(id)
                if named.count == tasks.count { break }
            }
            #expect(named == Set(tasks.map(\.id)))
            for task in tasks { task.cancel() }
        }
    }

    /// If a lock were held while the hook runs, the suite's time limit would end the test.
    @Test func hooksCanUseTheirTaskAndSession() async throws {
        let peer = try ScriptedPeer.responding(with: HookTests.hello)
        let owner = Locked<CurlSession?>(nil)
        let found = Locked<[Bool]>([])
        var hooks = SessionHooks()
        hooks.didReceiveResponse = { task, _ in
            let session = owner.withLock { $0 }
            _ = session?.events
            _ = task.events
            task.priority = .high
            let isFound = session?.task(task.id) === task && !task.state.isFinal
            found.withLock { $0.append(isFound) }
            return .allow
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            owner.withLock { $0 = session }
            let response = try await session.send(TransportRequest(url: peer.url()))
            #expect(response.status == .ok)
        }
        owner.withLock { $0 = nil }
        #expect(found.withLock { $0 } == [true])
    }

    @Test func hooksAreUnsetByDefault() {
        let hooks = Mirror(reflecting: SessionHooks()).children
        #expect(hooks.count >= 5)
        for hook in hooks { #expect("\(hook.value)" == "nil", "\(hook.label ?? "")") }
    }
}
