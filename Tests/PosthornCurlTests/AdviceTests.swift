import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Errors caused by the server carry advice for the caller.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct AdviceTests {
    private static let head = "HTTP/1.1 200 OK\r\n"
    private static let report =
        "find out whether the server or a proxy before it sends this, and report it to its operator"
    private static let avoidCoding =
        "ask for the plain body with `Accept-Encoding: identity`, and report it to the server's operator"
    private static let leadElsewhere =
        "request the right URL directly, or set `redirects` to `.never` to read the response"

    static let cases: [(String, TransportError.Code, String)] = [
        (head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\na", .malformedResponse, report),
        (
            head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", .malformedResponse,
            report
        ),
        ("SSH-2.0-OpenSSH\r\n\r\n", .malformedResponse, report),
        (
            head + "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", .badContentCoding,
            avoidCoding
        ),
        (
            "HTTP/1.1 302 Found\r\nLocation: http://[::1/\r\nContent-Length: 0\r\n\r\n",
            .redirectRefused, leadElsewhere
        ),
    ]

    @Test(arguments: cases)
    func serverErrorsCarryAdvice(_ response: String, _ code: TransportError.Code, _ advice: String)
        async throws
    {
        let peer = try ScriptedPeer.responding(with: response)
        try await CurlSession.withSession { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: peer.url()))
            }
            #expect(error?.code == code)
            #expect(error?.advice == advice)
        }
    }
}
