import FoundationEssentials
import PosthornCore

extension TransportConformance {
    private static let hello = head + "Content-Length: 5\r\n\r\nhello"

    /// Unusual but valid responses, which the transport must accept.
    static let oddities: [Behaviour] =
        [
            takes("a response without a reason", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello"),
            takes("lines that end in LF", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello"),
            takes("HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
            takes(
                "a length said twice", head + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
            takes("a chunk extension", chunked + "5;a=b\r\nhello\r\n0\r\n\r\n"),
            takes("chunks with a size of many digits", chunked + "00005\r\nhello\r\n0\r\n\r\n"),
            takes("bytes outside ASCII", head + "X-A: \u{e9}\r\nContent-Length: 5\r\n\r\nhello"),
            takes("more than was announced", hello + ", stranger"),
            takes("an interim response", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + hello),
            takes(
                "ten times 100",
                String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 10) + hello),
        ] + [
            .onSocket("leaves interim fields out of the response") { stage in
                let peer = try stage.serve(
                    bytes: "HTTP/1.1 103 Early Hints\r\nETag: \"1\"\r\n\r\n" + hello)
                try expect(try await peer.send().headers[.eTag], is: nil, "ETag")
            },
            .onSocket("leaves trailers out of the header fields") { stage in
                let peer = try stage.serve(
                    bytes: chunked + "5\r\nhello\r\n0\r\n"
                        + "ETag: \"1\"\r\nContent-Length: 7\r\n\r\n")
                let response = try await peer.send()
                try expect(response.text, is: "hello", "body")
                try expect(response.headers[.eTag], is: nil, "ETag")
                try expect(response.headers[.contentLength], is: nil, "Content-Length")
            },
            .onSocket("reads a response that drips") { stage in
                let peer = try stage.serve { connection in
                    try connection.readRequest()
                    try connection.drip(hello)
                }
                try expect(try await peer.send().text, is: "hello", "body")
            },
            .onSocket("reads chunks that drip") { stage in
                let peer = try stage.serve { connection in
                    try connection.readRequest()
                    try connection.drip(
                        chunked + "5\r\nhello\r\n"
                            + "6\r\n, you!\r\n0\r\n\r\n")
                }
                try expect(try await peer.send().text, is: "hello, you!", "body")
            },
            .onSocket("reports that a closed connection verifies nothing") { stage in
                let peer = try stage.serve(bytes: head + "\r\nhello")
                let response = try await peer.send()
                try expect(response.text, is: "hello", "body")
                try expect(response.bodyIntegrity, is: .unverified, "bodyIntegrity")
            },
            .onSocket("reads a response whose sender has closed its half") { stage in
                let peer = try stage.serve { connection in
                    try connection.readRequest()
                    try connection.write(hello)
                    connection.halfClose()
                    _ = connection.readToEnd()
                }
                try expect(try await peer.send().text, is: "hello", "body")
            },
            .onSocket("gives no body with a 204 that has one") { stage in
                let peer = try stage.serve(bytes: "HTTP/1.1 204 No Content\r\n\r\nhello")
                try expect(try await peer.send().body, is: Data(), "body")
            },
            .onSocket("ends a call when its timeout expires") { stage in
                try await runsOutOfTime(stage) { _ = try await $0.send($1) }
            },
        ]

    /// Sends a request that may take 200 ms to a server that never responds, and expects `timedOut`.
    static func runsOutOfTime(
        _ stage: Stage, _ ask: (any Transport, TransportRequest) async throws -> Void
    ) async throws {
        let never = Gate()
        defer { never.open() }
        let peer = try stage.serve { connection in
            try connection.readRequest()
            never.wait()
        }
        var request = peer.request()
        request.timeouts.total = .milliseconds(200)
        try await expectError(.timedOut) { try await ask(peer.transport, request) }
    }

    private static func takes(_ what: String, _ bytes: String) -> Behaviour {
        .onSocket("takes \(what)") { stage in
            let peer = try stage.serve(bytes: bytes)
            try expect(try await peer.send().text, is: "hello", "body")
        }
    }
}
