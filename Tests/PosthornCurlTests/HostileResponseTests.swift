import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Damaged and dangerous responses must never succeed; unusual but valid ones must not fail.
///
/// Each is written to a real socket, followed by a FIN.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct HostileResponseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: String
        /// The error code of a damaged response.
        let code: TransportError.Code
        var testDescription: String { name }

        init(_ name: String, _ bytes: String, _ code: TransportError.Code = .malformedResponse) {
            self.name = name
            self.bytes = bytes
            self.code = code
        }
    }

    static let head = "HTTP/1.1 200 OK\r\n"

    static let damaged: [Case] = [
        Case("nothing at all", "", .connectionLost),
        Case("half a status line", "HTTP/1.1 2", .connectionLost),
        Case("status line only", head, .truncated),
        Case("end inside a header name", head + "Content-Le", .truncated),
        Case("end inside a header value", head + "Content-Length: 5", .truncated),
        Case("end before the empty line", head + "Content-Length: 0\r\n", .truncated),
        Case("body shorter than its length", head + "Content-Length: 10\r\n\r\nhello", .truncated),
        Case("no body though a length", head + "Content-Length: 10\r\n\r\n", .truncated),
        Case("chunk cut", head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhel", .truncated),
        Case(
            "last chunk missing", head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            .truncated),
        Case(
            "last line missing", head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
            .truncated),
        Case(
            "chunk size not hex",
            head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n"),
        Case(
            "negative chunk", head + "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n"),
        Case(
            "chunk of more than 64 bits",
            head + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
        Case(
            "no line break after a chunk",
            head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello0\r\n\r\n"),
        Case(
            "length and chunked",
            head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        Case("two lengths", head + "Content-Length: 5\r\nContent-Length: 9\r\n\r\nhello"),
        Case("list of two lengths", head + "Content-Length: 5, 9\r\n\r\nhello"),
        Case("negative length", head + "Content-Length: -5\r\n\r\nhello"),
        Case("length with a plus", head + "Content-Length: +5\r\n\r\nhello"),
        Case("length in hex", head + "Content-Length: 0x5\r\n\r\nhello"),
        Case("length in words", head + "Content-Length: five\r\n\r\nhello"),
        Case("empty length", head + "Content-Length: \r\n\r\nhello"),
        Case("huge length", head + "Content-Length: 99999999999999999999999\r\n\r\nhello"),
        Case("unknown transfer coding", head + "Transfer-Encoding: rot13\r\n\r\nhello"),
        Case(
            "gzip as transfer coding",
            head + "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        Case(
            "chunked twice",
            head + "Transfer-Encoding: chunked, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        Case(
            "chunked in HTTP/1.0",
            "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        Case("HTTP/0.9", "hello"),
        Case("random bytes", "\u{1}\u{2}\u{3}\u{4}\r\n\r\n"),
        Case("status 99", "HTTP/1.1 99 Low\r\nContent-Length: 0\r\n\r\n"),
        Case("status 1000", "HTTP/1.1 1000 High\r\nContent-Length: 0\r\n\r\n"),
        Case("status -200", "HTTP/1.1 -200 No\r\nContent-Length: 0\r\n\r\n"),
        Case("status 2x0", "HTTP/1.1 2x0 No\r\nContent-Length: 0\r\n\r\n"),
        Case("version 3.7", "HTTP/3.7 200 OK\r\nContent-Length: 0\r\n\r\n"),
        Case("version 1.2", "HTTP/1.2 200 OK\r\nContent-Length: 0\r\n\r\n"),
        Case(
            "protocols switched unasked", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"),
        Case("NUL in a value", head + "X-A: a\0b\r\nContent-Length: 0\r\n\r\n"),
        Case("bare CR in a value", head + "X-A: a\rb\r\nContent-Length: 0\r\n\r\n"),
        Case("control in a value", head + "X-A: a\u{7f}b\r\nContent-Length: 0\r\n\r\n"),
        Case("folded line", head + "X-A: a\r\n b\r\nContent-Length: 0\r\n\r\n"),
        Case("blank before the colon", head + "Content-Length : 5\r\n\r\nhello"),
        Case("no colon", head + "Nonsense\r\nContent-Length: 0\r\n\r\n"),
        Case("first line starts with a blank", head + " X-A: a\r\nContent-Length: 0\r\n\r\n"),
        Case("empty name", head + ": a\r\nContent-Length: 0\r\n\r\n"),
        Case(
            "line of 120,000 bytes",
            head + "X-A: \(String(repeating: "a", count: 120_000))\r\n\r\n", .limitExceeded),
        Case(
            "400,000 bytes of headers",
            head + String(repeating: "X-A: \(String(repeating: "a", count: 1000))\r\n", count: 400)
                + "\r\n", .limitExceeded),
        Case(
            "10,000 interim responses",
            String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 10_000)
                + head + "Content-Length: 0\r\n\r\n", .limitExceeded),
        Case(
            "5,000 trailers",
            head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"
                + String(repeating: "X-T: t\r\n", count: 5000) + "\r\n", .limitExceeded),
        Case(
            "unknown content coding",
            head + "Content-Encoding: rot13\r\nContent-Length: 5\r\n\r\nhello", .badContentCoding),
        Case(
            "gzip that is not", head + "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
            .badContentCoding),
    ]

    static let valid: [Case] = [
        Case("length", head + "Content-Length: 5\r\n\r\nhello"),
        Case("two equal lengths", head + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
        Case("list of equal lengths", head + "Content-Length: 5, 5\r\n\r\nhello"),
        Case("chunked", head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        Case(
            "chunked in capitals",
            head + "Transfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        Case(
            "chunk extension",
            head + "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\n\r\n"),
        Case(
            "chunk extension of 20,000 bytes",
            head + "Transfer-Encoding: chunked\r\n\r\n5;a=\(String(repeating: "b", count: 20_000))"
                + "\r\nhello\r\n0\r\n\r\n"),
        Case(
            "trailers", head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T: t\r\n\r\n"
        ),
        Case("no reason phrase", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello"),
        Case("lines that end in LF", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello"),
        Case("bytes outside ASCII", head + "X-A: \u{e9}t\u{e9}\r\nContent-Length: 5\r\n\r\nhello"),
        Case(
            "interim response",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + head
                + "Content-Length: 5\r\n\r\nhello"),
        Case("more than was announced", head + "Content-Length: 5\r\n\r\nhello, stranger"),
        Case("closed by the server", head + "\r\nhello"),
        Case("HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    ]

    @Test(arguments: damaged + moreDamaged)
    func rejectsDamagedResponses(_ damage: Case) async throws {
        let error = try await #require(throws: TransportError.self) {
            try await response(damage.bytes)
        }
        #expect(error.code == damage.code, "\(error)")
    }

    /// The number in the documentation of robustness.
    @Test func damagedResponsesMatchTheDocumentedCount() {
        let all = Self.damaged + Self.moreDamaged
        #expect(all.count == 107)
        #expect(Set(all.map(\.bytes)).count == all.count)
    }

    @Test(arguments: valid)
    func acceptsUnusualValidResponses(_ oddity: Case) async throws {
        let response = try await response(oddity.bytes)
        #expect(response.status.code == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        let proof: TransportResponse.BodyIntegrity =
            switch oddity.name {
            case "closed by the server": .unverified
            case let name where name.hasPrefix("chunk") || name == "trailers": .chunked
            default: .length
            }
        #expect(response.bodyIntegrity == proof)
    }

    @Test(arguments: [
        Case("204", "HTTP/1.1 204 No Content\r\n\r\nhello"),
        Case("304", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"),
        Case("status 999", "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"),
    ])
    func acceptsResponseWithoutBody(_ oddity: Case) async throws {
        let response = try await response(oddity.bytes)
        #expect(response.body.isEmpty)
        #expect(response.bodyIntegrity == .length)
    }

    @Test func keepsRepeatedFieldsSeparateAndInOrder() async throws {
        let response = try await response(
            Self.head + "Set-Cookie: a=1\r\nX-A: 1\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n")
        #expect(response.headers[values: .setCookie] == ["a=1", "b=2"])
    }

    @Test func rejectsBodyOverTheLimitAndNamesTheLimit() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                Self.head + "Content-Length: 2000\r\n\r\n" + String(repeating: "a", count: 2000))
        var configuration = SessionConfiguration.plain
        configuration.maximumBodyBytes = 1000
        let session = try CurlSession(configuration)
        let error = await #expect(throws: TransportError.self) {
            try await session.send(TransportRequest(url: peer.url()))
        }
        #expect(
            error?.description
                == "limitExceeded: the body is larger than 1000 bytes; "
                + "raise the request's maximumResponseBytes or the session's maximumBodyBytes if it is "
                + "meant to be")
        await session.shutdown(.drain)
    }

    /// The request's limit overrides the session's, with and without a hook.
    @Test(arguments: [(1999, false), (2000, true), (0, false), (nil, false)], [false, true])
    func requestLimitOverridesSessionLimit(_ limit: (Int?, Bool), isHooked: Bool) async throws {
        let peer = try ScriptedPeer.responding(
            with:
                Self.head + "Content-Length: 2000\r\n\r\n" + String(repeating: "a", count: 2000))
        var configuration = SessionConfiguration.plain
        configuration.maximumBodyBytes = 1000
        var hooks = SessionHooks()
        if isHooked { hooks.didReceiveResponse = { _, _ in .allow } }
        try await CurlSession.withSession(configuration, hooks: hooks) { session in
            var request = TransportRequest(url: peer.url())
            request.maximumResponseBytes = limit.0
            do throws(TransportError) {
                let response = try await session.send(request)
                #expect(response.body.count == 2000 && limit.1)
            } catch {
                #expect(error.code == .limitExceeded && !limit.1)
                #expect(error.message == "the body is larger than \(limit.0 ?? 1000) bytes")
            }
        }
    }

    @Test func rejectsNegativeLimit() async throws {
        let session = try CurlSession()
        var request = TransportRequest(url: "http://127.0.0.1:1/")
        request.maximumResponseBytes = -1
        do throws(TransportError) {
            _ = try await session.send(request)
            Issue.record("it was sent")
        } catch {
            #expect(
                error.description == "invalidRequest: maximumResponseBytes is -1; write 0 or more")
        }
        await session.shutdown(.drain)
    }

    func response(_ bytes: String) async throws -> TransportResponse {
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(bytes)
        }
        return try await CurlSession.withSession { session in
            try await session.send(
                TransportRequest(url: peer.url(), timeouts: Timeouts(total: .seconds(20))))
        }
    }
}
