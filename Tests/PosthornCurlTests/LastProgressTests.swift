import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A call with progress updates returns after the last one.
///
/// The caller then finds no closure of the call still running. The tests are serialized because the
/// closures block threads, of which there may be only two.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit, .serialized)
struct LastProgressTests {
    private static let size = 300_000

    /// The kinds of call that report progress.
    enum Door: CaseIterable { case call, task, upload, download }

    @Test(arguments: Door.allCases)
    func callReturnsAfterTheLastProgressUpdate(_ door: Door) async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n"
                + String(repeating: "a", count: Self.size))
        let folder = try TemporaryFolder(for: "last-progress")
        let (hasReturned, told) = (Gate(), Locked<[Int]>([]))
        let returnedBefore = Locked(false)
        var request = TransportRequest(url: peer.url())
        request.onProgress = { progress in
            if progress.received == Self.size {
                // A call that does not wait would return during this time.
                let isBack = hasReturned.wait(seconds: 0.3)
                returnedBefore.withLock { $0 = $0 || isBack }
            }
            told.withLock { $0.append(progress.received) }
        }
        try await CurlSession.withSession { [request] session in
            switch door {
            case .call: _ = try await session.send(request)
            case .task: _ = try await session.task(for: request).value
            case .upload:
                var request = request
                request.method = .put
                _ = try await session.send(request.with(body: HTTPBody(Data("up".utf8))))
            case .download:
                _ = try await session.download(
                    request, to: .file(URL(filePath: folder.path + "/a")))
            }
            let last = told.withLock { $0.last }
            hasReturned.open()
            #expect(last == Self.size)
        }
        #expect(returnedBefore.withLock { !$0 })
    }

    /// Also for a failed call.
    @Test func failedCallReturnsAfterTheLastProgressUpdate() async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: \(2 * Self.size)\r\n\r\n"
                    + String(repeating: "a", count: Self.size))
        }
        let (hasReturned, returnedBefore) = (Gate(), Locked(false))
        let told = Locked(0)
        var request = TransportRequest(url: peer.url())
        request.onProgress = { progress in
            if progress.received == Self.size {
                let isBack = hasReturned.wait(seconds: 0.3)
                returnedBefore.withLock { $0 = $0 || isBack }
            }
            told.withLock { $0 = progress.received }
        }
        try await CurlSession.withSession { [request] session in
            await #expect(throws: TransportError.self) { try await session.send(request) }
            let last = told.withLock { $0 }
            hasReturned.open()
            #expect(last == Self.size)
        }
        #expect(returnedBefore.withLock { !$0 })
    }
}
