import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Who is told what, and that nobody is where nobody listens.
@Suite(.timeLimit(.minutes(1)))
struct ListenerTests {
    @Test func onlyAListenerMakesATaskOfAPlainCall() async throws {
        try await CurlSession.withSession { session in
            func tasksOfACall() async throws -> Int {
                let (arrived, mayAnswer) = (Gate(), Gate())
                let peer = try ScriptedPeer { connection in
                    try connection.readRequest()
                    arrived.open()
                    mayAnswer.wait()
                    try connection.write(HookTests.hello)
                }
                let call = Task { try await session.send(TransportRequest(url: peer.url())) }
                await arrived.opened()
                let count = session.tasks.count
                mayAnswer.open()
                _ = try await call.value
                return count
            }
            let alone = try await tasksOfACall()
            #expect(alone == 0)
            var events: SessionEvents? = session.events
            let listenedTo = try await tasksOfACall()
            #expect(listenedTo == 1)
            withExtendedLifetime(events) {}
            // Dropped, it is told nothing any more.
            events = nil
            let aloneAgain = try await tasksOfACall()
            #expect(aloneAgain == 0)
        }
    }

    @Test func theValueIsThereBeforeTheHooks() async throws {
        let peer = try ScriptedPeer.answering(HookTests.hello)
        let hasValue = Gate()
        var hooks = SessionHooks()
        hooks.didComplete = { _, _ in await hasValue.opened() }
        try await CurlSession.withSession(hooks: hooks) { session in
            let task = session.dataTask(for: TransportRequest(url: peer.url()))
            let events = session.events
            task.resume()
            // It would never come if it waited for the hook.
            let status = try await task.value.status
            #expect(status == .ok)
            hasValue.open()
            for await event in events {
                if case .taskCompleted(let completion) = event {
                    #expect(completion.task == task.id)
                    break
                }
            }
        }
    }

    @Test func aSessionThatIsCancelledSaysSo() async throws {
        let told = Locked(0)
        var hooks = SessionHooks()
        hooks.sessionDidInvalidate = { _, error in
            if error == nil { told.withLock { $0 += 1 } }
        }
        let session = try CurlSession(hooks: hooks)
        let events = session.events
        await session.shutdown(.cancel)
        await session.shutdown(.cancel)
        #expect(told.withLock { $0 } == 1)
        var last: SessionEvent?
        for await event in events { last = event }
        guard case .sessionInvalidated = last else {
            Issue.record("the last event is \(String(describing: last))")
            return
        }
    }

    @Test func whoReadsProgressLateGetsTheNewestAlone() async throws {
        let peer = try ScriptedPeer.answering(HookTests.hello)
        try await CurlSession.withSession { session in
            let task = session.uploadTask(
                for: TransportRequest(method: .put, url: peer.url()),
                from: MessageBody(Data(repeating: 0x61, count: 1 << 20)))
            let updates = task.progressUpdates
            task.resume()
            _ = try await task.value
            var all: [TransferProgress] = []
            for await progress in updates { all.append(progress) }
            #expect(all == [task.progress])
            #expect(task.progress.sent == 1 << 20)
        }
    }

    @Test func progressEndsWithACancelledTask() async throws {
        let arrived = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            arrived.open()
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let task = session.dataTask(for: TransportRequest(url: peer.url()))
            let updates = task.progressUpdates
            task.resume()
            await arrived.opened()
            task.cancel()
            // The suite's time limit ends it otherwise.
            for await _ in updates {}
        }
    }

    @Test func whatHasNoLengthHasNoTotal() async throws {
        let peer = try ScriptedPeer.answering(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        let totals = Locked<[Int?]>([])
        var hooks = SessionHooks()
        hooks.didSendBodyData = { _, _, total in totals.withLock { $0.append(total) } }
        hooks.didReceiveData = { _, _, total in totals.withLock { $0.append(total) } }
        try await CurlSession.withSession(hooks: hooks) { session in
            let (source, feed) = AsyncStream.makeStream(of: Data.self)
            feed.yield(Data("abc".utf8))
            feed.finish()
            let task = session.uploadTask(
                for: TransportRequest(method: .put, url: peer.url()),
                from: MessageBody(BodyStream(source)))
            task.resume()
            _ = try await task.value
        }
        #expect(totals.withLock { $0 } == [nil, nil])
    }

    @Test func aDownloadTellsItsFile() async throws {
        let folder = try TemporaryFolder(for: "listener")
        let path = folder.path + "/a"
        let peer = try ScriptedPeer.answering(HookTests.hello)
        try await CurlSession.withSession { session in
            let events = session.events
            _ = try await session.download(TransportRequest(url: peer.url()), to: .file(path))
            for await event in events {
                guard case .taskCompleted(let completion) = event else { continue }
                #expect(completion.file == path)
                break
            }
        }
    }
}
