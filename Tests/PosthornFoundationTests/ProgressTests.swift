import Foundation
import Posthorn
import PosthornCurl
@testable import PosthornFoundation
import TestSupport
import Testing

/// Foundation's progress on a task.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ProgressTests {
    /// Answers with half of a mebibyte at once and the rest when it may.
    private func halting(_ mayGoOn: Gate) throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1048576\r\n\r\n")
            try connection.write([UInt8](repeating: 0x61, count: 512 << 10))
            mayGoOn.wait()
            try connection.write([UInt8](repeating: 0x61, count: 512 << 10))
            _ = connection.readToEnd()
        }
    }

    @Test func progressFollowsDownload() async throws {
        let mayGoOn = Gate()
        let peer = try halting(mayGoOn)
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            let progress = task.progress(of: .download)
            #expect(progress.isIndeterminate)
            task.resume()
            try await until { progress.completedUnitCount >= 400 << 10 }
            #expect(progress.totalUnitCount == 1 << 20)
            #expect(progress.fractionCompleted < 0.6)
            mayGoOn.open()
            _ = try await task.value
            try await until { progress.isFinished }
            #expect(progress.completedUnitCount == 1 << 20)
        }
    }

    @Test func progressCancelsPausesAndResumesTask() async throws {
        let mayGoOn = Gate()
        let peer = try halting(mayGoOn)
        try await CurlSession.withSession { session in
            let task = session.task(for: TransportRequest(url: peer.url()))
            let progress = task.progress(of: .download)
            task.resume()
            try await until { task.response != nil }
            progress.pause()
            try await until { task.state == .suspended }
            progress.resume()
            try await until { task.state == .running }
            progress.cancel()
            let error = await #expect(throws: TransportError.self) { try await task.value }
            #expect(error?.message == "the call was cancelled: its progress was cancelled")
            mayGoOn.open()
        }
    }

    /// Foundation's progress has no lock: parents would lose concurrent updates of two children.
    @Test func severalTasksShareOneParentProgress() async {
        let parent = Progress(totalUnitCount: 8)
        let children = (0..<8).map { _ in
            let child = Progress(totalUnitCount: -1)
            parent.addChild(child, withPendingUnitCount: 1)
            return Follower(child, .download)
        }
        await withTaskGroup(of: Void.self) { group in
            for child in children {
                group.addTask {
                    var update = TransferProgress()
                    update.totalBytesToReceive = 20_000
                    for count in 0...20_000 {
                        update.received = count
                        child.follow(update)
                    }
                    child.end()
                }
            }
        }
        #expect(parent.isFinished && abs(parent.fractionCompleted - 1) < 0.001)
    }

    /// The totals of redirect responses: Foundation's progress crashes if a total becomes 0.
    @Test(
        arguments: [
            [(10, 10), (0, 0)], [(0, nil), (154, 154), (0, 0)], [(1000, 1000), (0, 5), (5, 5)],
            [(5, nil), (9, 10), (0, nil), (0, 3), (3, 3)], [(7, 10), (7, 7)],
        ] as [[(Int, Int?)]])
    func redirectTotalsDoNotFinishProgress(_ updates: [(done: Int, total: Int?)]) throws {
        let parent = Progress(totalUnitCount: 2)
        let child = Progress(totalUnitCount: -1)
        parent.addChild(child, withPendingUnitCount: 1)
        let follower = Follower(child, .download)
        for (done, total) in updates {
            var update = TransferProgress()
            (update.received, update.totalBytesToReceive) = (done, total)
            follower.follow(update)
            #expect(!child.isFinished && parent.completedUnitCount == 0)
        }
        follower.end()
        let last = try #require(updates.last)
        #expect(child.completedUnitCount == last.done)
        #expect(child.totalUnitCount == last.total.map { Int64($0) } ?? -1)
        #expect(parent.completedUnitCount == (child.totalUnitCount > 0 ? 1 : 0))
    }

    /// The body is sent to the first URL only, and the response of the second has none.
    @Test func redirectedUploadDoesNotFinishProgress() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                "HTTP/1.1 303 See Other\r\nLocation: /b\r\nContent-Length: 4\r\n\r\nthis")
            try connection.readRequest()
            try connection.write("HTTP/1.1 204 No Content\r\n\r\n")
            _ = connection.readToEnd()
        }
        try await CurlSession.withSession { session in
            let parent = Progress(totalUnitCount: 4)
            var request = TransportRequest(method: .post, url: peer.url())
            request.body = HTTPBody(Data("question".utf8))
            let task = session.task(for: request)
            let upload = task.progress(of: .upload, in: parent, portion: 2)
            let download = task.progress(of: .download, in: parent, portion: 2)
            #expect(try await task.value.status == .noContent)
            try await until { upload.totalUnitCount == 0 && download.totalUnitCount == 0 }
            #expect(parent.completedUnitCount == 0)
        }
    }

    @Test func taskAndProgressDoNotRetainEachOther() async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        try await CurlSession.withSession { session in
            weak var freedTask: SessionTask?
            weak var freedProgress: Progress?
            var kept: Progress?
            do {
                let task = session.task(for: TransportRequest(url: peer.url()))
                kept = task.progress(of: .upload)
                freedTask = task.own
                freedProgress = kept
                _ = try await task.value
            }
            try await until { freedTask == nil }
            #expect(freedProgress != nil)
            kept = nil
            try await until { freedProgress == nil }
        }
    }
}
