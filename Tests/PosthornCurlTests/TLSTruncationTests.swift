import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// TLS connections that end without close_notify, which an attacker on the network can cause.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TLSTruncationTests {
    typealias Case = HostileResponseTests.Case
    private static let head = "HTTP/1.1 200 OK\r\n"
    private static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"

    static let cut: [Case] = [
        Case("nothing", "", .connectionLost),
        Case("half a status line", "HTTP/1.1 2", .connectionLost),
        Case("status line", head, .truncated),
        Case("half a header line", head + "Content-Le", .truncated),
        Case("header block without its end", head + "Content-Length: 0\r\n", .truncated),
        Case("head without its body", head + "Content-Length: 5\r\n\r\n", .truncated),
        Case("part of a body", head + "Content-Length: 10\r\n\r\nhello", .truncated),
        Case("interim response only", "HTTP/1.1 103 Early Hints\r\n\r\n", .connectionLost),
        Case("part of a chunk", chunked + "5\r\nhel", .truncated),
        Case("no last chunk", chunked + "5\r\nhello\r\n", .truncated),
        Case("part of the last chunk", chunked + "5\r\nhello\r\n0\r\n", .truncated),
        Case("part of a trailer", chunked + "5\r\nhello\r\n0\r\nX-T: t", .truncated),
        Case("part of a packed body", head + "Content-Encoding: gzip\r\n\r\n\u{1f}", .truncated),
    ]

    @Test(arguments: cut, [true, false])
    func truncatedTLSResponseIsNeverASuccess(_ damage: Case, asAStream: Bool) async throws {
        let error = await #expect(throws: TransportError.self) {
            try await Self.response(damage.bytes, asAStream: asAStream)
        }
        #expect(error?.code == damage.code, "\(String(describing: error))")
    }

    /// The number in the documentation of robustness.
    @Test func truncationCasesMatchTheDocumentedCount() {
        #expect(Set(Self.cut.map(\.bytes)).count == 13)
    }

    /// Without a length, a complete body cannot be told from a truncated one, so it is marked.
    @Test(arguments: [true, false])
    func bodyWithoutLengthIsUnverified(asAStream: Bool) async throws {
        let (body, bodyIntegrity) = try await Self.response(
            Self.head + "\r\nhello", asAStream: asAStream)
        #expect(String(decoding: body, as: UTF8.self) == "hello")
        #expect(bodyIntegrity == .unverified)
    }

    private static func response(
        _ bytes: String, asAStream: Bool
    ) async throws -> (Data, TransportResponse.BodyIntegrity) {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(bytes)
        }
        // The server sends no close_notify when its backend closes.
        let front = try SecureFront(of: peer.port)
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        return try await CurlSession.withSession(configuration) { session in
            let request = TransportRequest(url: "https://127.0.0.1:\(front.port)/")
            guard asAStream else {
                let response = try await session.send(request)
                return (response.body, response.bodyIntegrity)
            }
            let stream = try await session.stream(request)
            var body = Data()
            for try await piece in stream.body { body.append(piece) }
            return (body, stream.bodyIntegrity)
        }
    }
}
