import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Rows 15, 18, 20, 21: a connection that is reset at each point of a response.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ResetTests {
    private static let head = "HTTP/1.1 200 OK\r\n"

    static let beginnings = [
        "", "H", "HTTP/1.1 2", head, head + "Content-Le", head + "Content-Length: 10\r\n",
        head + "Content-Length: 10\r\n\r\n", head + "Content-Length: 10\r\n\r\nhello",
        head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
        head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T: t\r\n",
        head + "\r\nhello", "HTTP/1.1 103 Early Hints\r\n\r\n",
    ]

    /// Unread bytes may be lost or arrive when a reset comes: neither is a success.
    @Test(arguments: beginnings, [HTTPRequest.Method.get, .post])
    func connectionResetIsNeverASuccess(
        _ beginning: String, _ method: HTTPRequest.Method
    ) async throws {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(beginning)
            connection.reset()
        }
        try await CurlSession.withSession(.plain) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(
                    TransportRequest(method: method, url: peer.url(), body: nil))
            }
            #expect(
                error?.code == .connectionLost || error?.code == .truncated,
                "\(error?.description ?? "")")
            #expect(error?.isSafeToRetry == false)
        }
        // The request may have been processed.
        #expect(peer.requests.count == 1)
    }

    /// The reader of a stream gets the received bytes, and then the error.
    @Test func streamDeliversBytesBeforeReset() async throws {
        let isRead = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(Self.head + "Content-Length: 10\r\n\r\nhello")
            isRead.wait()
            connection.reset()
        }
        try await CurlSession.withSession(.plain) { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            var body = Data()
            let error = await #expect(throws: TransportError.self) {
                for try await piece in stream.body {
                    body += piece
                    if body.count == 5 { isRead.open() }
                }
            }
            #expect(body == Data("hello".utf8))
            #expect(error?.code == .connectionLost)
        }
    }
}
