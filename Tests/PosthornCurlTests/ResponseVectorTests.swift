import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// The response tests of Node.js's parser llhttp, each on a real socket.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ResponseVectorTests {
    private struct Vectors: Decodable {
        struct Case: Decodable {
            var file: String, title: String
            var literal: String
            var isRefused: Bool

            enum CodingKeys: String, CodingKey {
                case file, title
                case literal = "http_literal"
                case isRefused = "rejected_by_llhttp_in_this_mode"
            }

            var bytes: String {
                literal.replacingOccurrences(of: "\\\n", with: "")
                    .replacingOccurrences(of: "\n", with: "\r\n")
                    .replacingOccurrences(of: "\\r", with: "\r")
                    .replacingOccurrences(of: "\\n", with: "\n")
                    .replacingOccurrences(of: "\\t", with: "\t")
            }
        }

        var cases: [Case]
    }

    @Test func agreesWithLLHTTPExceptForListedCases() async throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appendingPathComponent("Vectors/llhttp-responses.json")
        let cases = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).cases
        var (taken, stricter) = ([String](), [String]())
        for example in cases {
            let peer = try ScriptedPeer { connection in
                try connection.readRequest()
                try connection.write(example.bytes)
                connection.halfClose()
                _ = connection.readToEnd()
            }
            let isSuccess: Bool
            do throws(TransportError) {
                let session = try CurlSession()
                _ = try await session.send(TransportRequest(url: peer.url(), redirects: .never))
                await session.shutdown(.cancel)
                isSuccess = true
            } catch {
                isSuccess = false
            }
            peer.stop()
            if isSuccess, example.isRefused { taken.append(example.title) }
            if !isSuccess, !example.isRefused { stricter.append(example.title) }
        }
        print("llhttp: \(cases.count) run, \(taken.count) taken that it refuses")
        #expect(cases.count == 84)
        #expect(taken.sorted() == Self.taken.sorted())
        #expect(stricter.sorted() == Self.stricter.sorted())
    }

    /// Rejected by llhttp, accepted here.
    private static let taken = [
        // Bytes after a response on a closing connection are not read.
        "HTTP/1.1 with keep-alive disabled and 204 status",
        "HTTP/1.1 with keep-alive disabled, content-length",
        // libcurl ignores the rest of a chunk's size line.
        "No extension after semicolon", "No semicolon before chunk extensions",
        "Trailing space on chunked body", "Unbalanced chunk extensions quoting",
    ]

    /// Accepted by llhttp, rejected here.
    private static let stricter = [
        // The vector ends before the body.
        "Content-Length reset when no body is received", "Tabs in `Content-Length` (surrounding)",
        // No protocol switch was requested.
        "HTTP 101 response with Upgrade and Content-Length header",
        "HTTP 101 response with Upgrade and Transfer-Encoding header",
        // Not HTTP/1.0, 1.1 or 2.
        "HTTP version 0.9", "ICE response", "Invalid HTTP version (lenient)", "RTSP response",
        // Only servers skip empty lines before the start line (RFC 9112, section 2.2).
        "HTTP 100 first, then 400", "Response starting with CRLF",
        "Bare CR after response line (lenient)",
        // Transfer codings other than a single chunked.
        "Invalid OBS fold after chunked value",
        "`chunked` before other transfer-encoding",
        "`chunkedchunked` transfer-encoding does not enable chunked enconding",
        "multiple transfer-encoding where chunked is not the last one",
    ]
}
