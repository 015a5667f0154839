import PosthornCore

extension TransportConformance {
    static let head = "HTTP/1.1 200 OK\r\n"
    static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"

    /// Damaged responses, which the transport must not report as a success.
    static let damage: [Behaviour] =
        [
            refuses("nothing at all", ""),
            refuses("half a status line", "HTTP/1.1 2"),
            refuses("a status line alone", head),
            refuses("an end inside a header field", head + "Content-Length: 5"),
            refuses("a head without its empty line", head + "Content-Length: 0\r\n"),
            refuses("a status of two digits", "HTTP/1.1 99 Low\r\nContent-Length: 0\r\n\r\n"),
            refuses("a status of four digits", "HTTP/1.1 1000 High\r\nContent-Length: 0\r\n\r\n"),
            refuses("a status with a letter", "HTTP/1.1 2x0 No\r\nContent-Length: 0\r\n\r\n"),
            refuses("HTTP/3.7", "HTTP/3.7 200 OK\r\nContent-Length: 0\r\n\r\n"),
            refuses("HTTP/0.9", "hello"),
            refuses("random bytes", "\u{1}\u{2}\u{3}\u{4}\r\n\r\n"),
            refuses("a switch of protocols", "HTTP/1.1 101 Switch\r\nUpgrade: x\r\n\r\n"),
            refuses("two lengths", head + "Content-Length: 5\r\nContent-Length: 9\r\n\r\nhello"),
            refuses("a list of two lengths", head + "Content-Length: 5, 9\r\n\r\nhello"),
            refuses("a negative length", head + "Content-Length: -5\r\n\r\nhello"),
            refuses("a length in hex", head + "Content-Length: 0x5\r\n\r\nhello"),
            refuses(
                "a length of 23 digits", head + "Content-Length: 99999999999999999999999\r\n\r\n"),
            refuses(
                "a length and chunks",
                head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "5\r\nhello\r\n0\r\n\r\n"),
            refuses("a body shorter than its length", head + "Content-Length: 10\r\n\r\nhello"),
            refuses("no body though a length", head + "Content-Length: 10\r\n\r\n"),
            refuses("a chunk that is cut", chunked + "5\r\nhel"),
            refuses("chunks without the last one", chunked + "5\r\nhello\r\n"),
            refuses("a last chunk without its end", chunked + "5\r\nhello\r\n0\r\n"),
            refuses("a chunk size that is no number", chunked + "xyz\r\nhello\r\n0\r\n\r\n"),
            refuses("a chunk size of more than 64 bits", chunked + "fffffffffffffffff\r\nhello"),
            refuses("a chunk without its line break", chunked + "5\r\nhello0\r\n\r\n"),
            refuses("an unknown transfer coding", head + "Transfer-Encoding: rot13\r\n\r\nhello"),
            refuses(
                "chunks of chunks", head + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"),
            refuses("NUL in a value", head + "X-A: a\0b\r\nContent-Length: 0\r\n\r\n"),
            refuses("a bare CR in a value", head + "X-A: a\rb\r\nContent-Length: 0\r\n\r\n"),
            refuses("a folded line", head + "X-A: a\r\n b\r\nContent-Length: 0\r\n\r\n"),
            refuses("a blank before a colon", head + "Content-Length : 5\r\n\r\nhello"),
            refuses("a line without a colon", head + "Nonsense\r\nContent-Length: 0\r\n\r\n"),
        ] + [
            breaks("before the head", after: "", .post),
            breaks("in the head", after: head, .post),
            breaks("in the body", after: head + "Content-Length: 10\r\n\r\nhello"),
            .onSocket("fails when the server closes within a byte of the end") { stage in
                let peer = try stage.serve(bytes: head + "Content-Length: 5\r\n\r\nhell")
                try await expectError(broken) { _ = try await peer.send() }
            },
            .onSocket("ends a stream of damaged chunks with an error") { stage in
                let peer = try stage.serve(bytes: chunked + "5\r\nhello\r\nxyz\r\n")
                try await expectError(broken) { _ = try await peer.stream().body.collected() }
            },
            .onSocket("ends a stream that was cut with an error") { stage in
                let peer = try stage.serve(bytes: head + "Content-Length: 10\r\n\r\nhello")
                try await expectError(broken) { _ = try await peer.stream().body.collected() }
            },
        ]

    private static let broken: [TransportError.Code] = [
        .connectionLost, .truncated, .malformedResponse, .limitExceeded,
    ]

    private static func breaks(
        _ place: String, after bytes: String, _ method: HTTPRequest.Method = .get
    ) -> Behaviour {
        .onSocket("fails when the connection is reset \(place)") { stage in
            let peer = try stage.serve { connection in
                try connection.readRequest()
                try connection.write(bytes)
                connection.reset()
            }
            let body = method == .post ? "x" : nil
            try await expectError(broken) { _ = try await peer.send(method, body: body) }
        }
    }

    private static func refuses(_ what: String, _ bytes: String) -> Behaviour {
        .onSocket("refuses \(what)") { stage in
            let peer = try stage.serve(bytes: bytes)
            try await expectError(broken) { _ = try await peer.send() }
        }
    }
}
