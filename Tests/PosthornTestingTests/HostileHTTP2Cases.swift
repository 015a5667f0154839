import Posthorn
import PosthornTesting
import TestSupport

/// The cases of ``HostileHTTP2Tests``, by what they damage.
enum HostileHTTP2Cases {
    typealias Case = HostileHTTP2Tests.Case

    static let all = ends + lengths + frames + fields + floods + valid

    private static let ok = [(":status", "200")]
    private static let five = ok + [("content-length", "5")]

    /// GOAWAY and RST_STREAM: rows 88 to 98.
    private static let ends: [Case] = [
        Case("goaway before our stream, always", .connectionLost) { http2, _, _ in
            try http2.write(.goAway(last: 0))
            http2.connection.close()
        },
        Case("goaway with an error before our stream", .connectionLost) { http2, _, _ in
            try http2.write(.goAway(last: 0, code: 1))
            http2.connection.close()
        },
        Case("goaway and close in the body", .truncated, .connectionLost) { http2, stream, _ in
            try http2.write(.headers(stream, five), .data(stream, "he"), .goAway(last: stream))
            http2.connection.close()
        },
        Case("goaway and close in a body without length", .truncated, .connectionLost) {
            http2, stream, _ in
            try http2.write(.headers(stream, ok), .data(stream, "he"), .goAway(last: stream))
            http2.connection.close()
        },
        Case("refused, always", .connectionLost) { http2, stream, _ in
            try http2.write(.reset(stream, code: 7))
        },
        Case("reset: PROTOCOL_ERROR", .malformedResponse) { http2, stream, _ in
            try http2.write(.reset(stream, code: 1))
        },
        Case("reset: INTERNAL_ERROR", .connectionLost) { http2, stream, _ in
            try http2.write(.reset(stream, code: 2))
        },
        Case("reset: CANCEL", .connectionLost) { http2, stream, _ in
            try http2.write(.reset(stream, code: 8))
        },
        Case("reset: ENHANCE_YOUR_CALM", .connectionLost) { http2, stream, _ in
            try http2.write(.reset(stream, code: 11))
        },
        Case("reset: HTTP_1_1_REQUIRED", .connectionLost) { http2, stream, _ in
            try http2.write(.reset(stream, code: 13))
        },
        Case("reset: NO_ERROR before the head", .connectionLost, .truncated) { http2, stream, _ in
            try http2.write(.reset(stream, code: 0))
        },
        Case("reset in the body", .connectionLost, .truncated) { http2, stream, _ in
            try http2.write(.headers(stream, five), .data(stream, "he"), .reset(stream, code: 2))
        },
        Case("reset: NO_ERROR in a body with length", .connectionLost, .truncated) {
            http2, stream, _ in
            try http2.write(.headers(stream, five), .data(stream, "he"), .reset(stream, code: 0))
        },
        Case(unproved: "reset: NO_ERROR in a body without length") { http2, stream, _ in
            try http2.write(.headers(stream, ok), .data(stream, "he"), .reset(stream, code: 0))
        },
        Case(unproved: "end of a body without length, then a close") { http2, stream, _ in
            try http2.write(.headers(stream, ok), .data(stream, "hello", endStream: true))
            http2.connection.close()
        },
        Case("close in a body without length", .truncated, .connectionLost) { http2, stream, _ in
            try http2.write(.headers(stream, ok), .data(stream, "he"))
            http2.connection.close()
        },
        Case("reset after the head alone", .connectionLost, .truncated) { http2, stream, _ in
            try http2.write(.headers(stream, five), .reset(stream, code: 8))
        },
        Case("close after the head", .connectionLost, .truncated) { http2, stream, _ in
            try http2.write(.headers(stream, five))
            http2.connection.close()
        },
        Case("close before the head", .connectionLost, .truncated) { http2, _, _ in
            http2.connection.close()
        },
        Case("TCP reset in the body", .connectionLost, .truncated) { http2, stream, _ in
            try http2.write(.headers(stream, five), .data(stream, "he"))
            http2.connection.reset()
        },
    ]

    /// Row 99.
    private static let lengths: [Case] = [
        Case("body shorter than its length", .malformedResponse) { http2, stream, _ in
            try http2.write(.headers(stream, five), .data(stream, "hell", endStream: true))
        },
        Case("body longer than its length", .malformedResponse) { http2, stream, _ in
            try http2.write(.headers(stream, five), .data(stream, "hello!", endStream: true))
        },
        Case("no body though a length", .malformedResponse) { http2, stream, _ in
            try http2.write(.headers(stream, five, endStream: true))
        },
        Case("two different lengths", .malformedResponse) { http2, stream, _ in
            try http2.write(
                .headers(stream, five + [("content-length", "6")]),
                .data(stream, "hello", endStream: true))
        },
        Case("length that is no number", .malformedResponse) { http2, stream, _ in
            try http2.write(
                .headers(stream, ok + [("content-length", "0x5")]),
                .data(stream, "hello", endStream: true))
        },
    ]

    /// Rows 100 and 101.
    ///
    /// Behind TLS they are `malformedResponse` (`BrokenFrameTests`). With prior knowledge libcurl
    /// closes each connection after its request, and does not report which side ended it.
    private static let frames: [Case] = [
        Case("frame larger than allowed", .connectionLost, .malformedResponse, .timedOut) {
            http2, stream, _ in
            try http2.write(
                .headers(stream, ok),
                HTTP2Frame(.data, flags: 1, stream: stream, payload: zeros(17_000)))
        },
        Case("frame larger than allowed, then a close", .truncated, .connectionLost) {
            http2, stream, _ in
            try http2.write(
                .headers(stream, ok),
                HTTP2Frame(.data, stream: stream, payload: [0], declaredLength: 0xff_ffff))
            http2.connection.close()
        },
        Case("DATA before HEADERS, then a close", .malformedResponse, .connectionLost) {
            http2, stream, _ in
            try http2.write(.data(stream, "hello", endStream: true))
            http2.connection.halfClose()
        },
        Case("DATA of an unknown stream", .connectionLost, .malformedResponse) { http2, stream, _ in
            try http2.write(.data(stream + 100, "hello", endStream: true))
        },
        Case("HEADERS of an even stream", .connectionLost, .malformedResponse) { http2, _, _ in
            try http2.write(.headers(2, ok, endStream: true))
        },
        Case("HEADERS of stream 0", .connectionLost, .malformedResponse) { http2, _, _ in
            try http2.write(.headers(0, ok, endStream: true))
        },
        Case("push that was never enabled", .connectionLost, .malformedResponse) {
            http2, stream, _ in
            try http2.write(
                HTTP2Frame(
                    .pushPromise, flags: 4, stream: stream,
                    payload: HTTP2Frame.word(2) + HeaderBlock.encode([(":method", "GET")])))
        },
        Case("padding longer than its frame", .connectionLost, .malformedResponse, .timedOut) {
            http2, stream, _ in
            try http2.write(
                .headers(stream, ok),
                HTTP2Frame(.data, flags: 0x9, stream: stream, payload: [200, 0x61]))
        },
        Case("SETTINGS of five bytes", .connectionLost, .malformedResponse) { http2, _, _ in
            try http2.write(HTTP2Frame(.settings, payload: zeros(5)))
        },
        Case("SETTINGS on a stream", .connectionLost, .malformedResponse) { http2, stream, _ in
            try http2.write(HTTP2Frame(.settings, stream: stream))
        },
        Case("PING of seven bytes", .connectionLost, .malformedResponse) { http2, _, _ in
            try http2.write(HTTP2Frame(.ping, payload: zeros(7)))
        },
        Case("window beyond 2^31", .connectionLost, .malformedResponse) { http2, _, _ in
            try http2.write(
                HTTP2Frame(.windowUpdate, payload: HTTP2Frame.word(0x7fff_ffff)),
                HTTP2Frame(.windowUpdate, payload: HTTP2Frame.word(0x7fff_ffff)))
        },
        Case("CONTINUATION out of nowhere", .connectionLost, .malformedResponse) {
            http2, stream, _ in
            try http2.write(
                HTTP2Frame(
                    .continuation, flags: 4, stream: stream, payload: HeaderBlock.encode(ok)))
        },
        Case("another frame inside a header block", .connectionLost, .malformedResponse) {
            http2, stream, _ in
            try http2.write(
                HTTP2Frame(.headers, stream: stream, payload: HeaderBlock.encode(ok)),
                HTTP2Frame(.ping, payload: zeros(8)))
        },
        Case("HTTP/1.1 instead of frames", .malformedResponse, .connectionLost) { http2, _, _ in
            try http2.connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            http2.connection.close()
        },
    ]

    /// Rows 102 and 104.
    private static let fields: [Case] =
        [
            bad("upper-case name", ok + [("X-A", "1")]),
            bad("LF in a value", ok + [("x-a", "1\nx-b: 2")]),
            bad("CR LF in a value", ok + [("x-a", "1\r\nx-b: 2")]),
            bad("NUL in a value", ok + [("x-a", "1\u{0}2")]),
            bad("blank in a name", ok + [("x a", "1")]),
            bad("empty name", ok + [("", "1")]),
            bad("connection field", ok + [("connection", "close")]),
            bad("transfer-encoding", ok + [("transfer-encoding", "chunked")]),
            bad("no status", [("x-a", "1")]),
            bad("two statuses", ok + ok),
            bad("late status", [("x-a", "1")] + ok),
            bad("status of words", [(":status", "two hundred")]),
            bad("status of four digits", [(":status", "2000")]),
            bad("status 101", [(":status", "101")]),
            bad("status -20", [(":status", "-20")]),
            bad("pseudo field of a request", ok + [(":path", "/")]),
            bad("unknown pseudo field", ok + [(":x", "/")]),
        ] + [
            Case("index of nothing in the tables", .connectionLost, .malformedResponse) {
                http2, stream, _ in
                try http2.write(
                    HTTP2Frame(
                        .headers, flags: 5, stream: stream, payload: HeaderBlock.index(4000)))
            },
            Case("index 0", .connectionLost, .malformedResponse) { http2, stream, _ in
                try http2.write(HTTP2Frame(.headers, flags: 5, stream: stream, payload: [0x80]))
            },
            Case("string longer than its block", .connectionLost, .malformedResponse) {
                http2, stream, _ in
                try http2.write(
                    HTTP2Frame(
                        .headers, flags: 5, stream: stream, payload: [0, 10, 0x61, 0x62]))
            },
            Case("number without end", .connectionLost, .malformedResponse) { http2, stream, _ in
                try http2.write(
                    HTTP2Frame(
                        .headers, flags: 5, stream: stream,
                        payload: [0xff] + [UInt8](repeating: 0xff, count: 40)))
            },
        ]

    /// Rows 103 to 107 and 109.
    private static let floods: [Case] = [
        Case("HPACK bomb of 32 MB", .connectionLost, .malformedResponse, .limitExceeded) {
            http2, stream, _ in
            let value = String(repeating: "a", count: 3900)
            let block =
                HeaderBlock.encode(ok) + HeaderBlock.indexedField("x-a", value)
                + [UInt8](repeating: 0x80 | 62, count: 8200)
            try http2.write(HTTP2Frame(.headers, flags: 5, stream: stream, payload: block))
        },
        Case("CONTINUATION without end", .connectionLost, .malformedResponse, .limitExceeded) {
            http2, stream, _ in
            try http2.write(
                HTTP2Frame(.headers, stream: stream, payload: HeaderBlock.encode(ok)))
            let block = HeaderBlock.field("x-a", String(repeating: "a", count: 4000))
            for _ in 0..<5000 {
                try http2.write(HTTP2Frame(.continuation, stream: stream, payload: block))
            }
        },
        Case("empty CONTINUATION without end", .connectionLost, .malformedResponse, .limitExceeded)
        {
            http2, stream, _ in
            try http2.write(
                HTTP2Frame(.headers, stream: stream, payload: HeaderBlock.encode(ok)))
            let many = [HTTP2Frame](
                repeating: HTTP2Frame(.continuation, stream: stream), count: 1000)
            for _ in 0..<1000 { try http2.write(many) }
        },
        Case("PING without end", .connectionLost, .malformedResponse) { http2, _, _ in
            // More than one read takes, so that acknowledgements pile up even with a slow server.
            let many = [HTTP2Frame](
                repeating: HTTP2Frame(.ping, payload: zeros(8)), count: 20_000)
            for _ in 0..<50 { try http2.write(many) }
        },
        Case("SETTINGS without end", .connectionLost, .malformedResponse) { http2, _, _ in
            let many = [HTTP2Frame](repeating: .settings([(3, 100)]), count: 20_000)
            for _ in 0..<50 { try http2.write(many) }
        },
        Case("20,000 interim responses", .connectionLost, .malformedResponse, .limitExceeded) {
            http2, stream, _ in
            let many = [HTTP2Frame](
                repeating: .headers(stream, [(":status", "103"), ("link", "</a>")]), count: 1000)
            for _ in 0..<20 { try http2.write(many) }
            try http2.write(.headers(stream, ok, endStream: true))
        },
        Case("10,000 fields", .connectionLost, .malformedResponse, .limitExceeded) {
            http2, stream, _ in
            let block = [UInt8](
                HeaderBlock.encode(
                    [(String, String)](
                        repeating: ("x-a", "b"), count: 1000)))
            try http2.write(
                HTTP2Frame(.headers, stream: stream, payload: HeaderBlock.encode(ok)))
            for index in 0..<10 {
                try http2.write(
                    HTTP2Frame(
                        .continuation, flags: index == 9 ? 4 : 0, stream: stream, payload: block))
            }
            try http2.write(.data(stream, "", endStream: true))
        },
        Case("no response", .timedOut) { http2, _, _ in http2.readToEnd() },
        Case("no more after the head", .timedOut) { http2, stream, _ in
            try http2.write(.headers(stream, five), .data(stream, "he"))
            http2.readToEnd()
        },
    ]

    /// Unusual but valid responses; rows 88, 90, 92 and 110.
    private static let valid: [Case] = [
        Case("length", takes: "hello", .length) { http2, stream, _ in
            try http2.write(.headers(stream, five), .data(stream, "hello", endStream: true))
        },
        Case("no length", takes: "hello", .unverified) { http2, stream, _ in
            try http2.write(.headers(stream, ok), .data(stream, "hello", endStream: true))
        },
        Case("many pings in a body without a length", takes: "hello", .unverified) {
            http2, stream, _ in
            try http2.write(.headers(stream, ok), .data(stream, "he"))
            for _ in 0..<12 {
                try http2.write(HTTP2Frame(.ping, payload: zeros(8)))
                _ = http2.read(until: .ping)
            }
            try http2.write(.data(stream, "llo", endStream: true))
        },
        Case("a frame for each byte", takes: "hello", .length) { http2, stream, _ in
            try http2.write(.headers(stream, five))
            for letter in "hello" { try http2.write(.data(stream, "\(letter)")) }
            try http2.write(.data(stream, "", endStream: true))
        },
        Case("padding", takes: "hello", .length) { http2, stream, _ in
            try http2.write(
                .headers(stream, five),
                HTTP2Frame(
                    .data, flags: 0x9, stream: stream, payload: [3] + Array("hello".utf8) + zeros(3)
                )
            )
        },
        Case("header block in three frames", takes: "hello", .length) { http2, stream, _ in
            let block = HeaderBlock.encode(five)
            try http2.write(
                HTTP2Frame(.headers, stream: stream, payload: Array(block[..<5])),
                HTTP2Frame(.continuation, stream: stream, payload: Array(block[5..<9])),
                HTTP2Frame(.continuation, flags: 4, stream: stream, payload: Array(block[9...])),
                .data(stream, "hello", endStream: true))
        },
        Case("100,000 empty frames in the body", takes: "hello", .length) { http2, stream, _ in
            try http2.write(.headers(stream, five))
            let many = [HTTP2Frame](repeating: .data(stream, ""), count: 1000)
            for _ in 0..<100 { try http2.write(many) }
            try http2.write(.data(stream, "hello", endStream: true))
        },
        Case("static table", takes: "hello", .unverified) { http2, stream, _ in
            try http2.write(
                HTTP2Frame(.headers, flags: 4, stream: stream, payload: HeaderBlock.index(8)),
                .data(stream, "hello", endStream: true))
        },
        Case("unknown frames and settings", takes: "hello", .length) { http2, stream, _ in
            try http2.write(
                HTTP2Frame(
                    HTTP2Frame.Kind(rawValue: 200), flags: 255, stream: stream, payload: [1]),
                .settings([(0xff00, 1)]), HTTP2Frame(.ping, payload: zeros(8)),
                .headers(stream, five), HTTP2Frame(HTTP2Frame.Kind(rawValue: 99), payload: [1]),
                .data(stream, "hello", endStream: true))
        },
        Case("interim response", takes: "hello", .length) { http2, stream, _ in
            try http2.write(
                .headers(stream, [(":status", "103"), ("link", "</a>")]),
                .headers(stream, five), .data(stream, "hello", endStream: true))
        },
        Case("90 trailers", takes: "hello", .length) { http2, stream, _ in
            try http2.write(
                .headers(stream, five), .data(stream, "hello"),
                .headers(
                    stream, (0..<90).map { ("x-trailer-\($0)", "t") }, endStream: true))
        },
        Case("goaway that lets our stream end", takes: "hello", .length) { http2, stream, _ in
            try http2.write(
                .goAway(last: stream), .headers(stream, five),
                .data(stream, "hello", endStream: true))
        },
        Case("goaway that lets a body without length end", takes: "hello", .unverified) {
            http2, stream, _ in
            try http2.write(
                .goAway(last: stream), .headers(stream, ok),
                .data(stream, "hello", endStream: true))
        },
        Case("goaway before our stream, once", takes: "hello", .length) {
            http2, stream, connection in
            guard connection == 1 else {
                return try http2.write(
                    .headers(stream, five), .data(stream, "hello", endStream: true))
            }
            try http2.write(.goAway(last: 0))
            http2.connection.close()
        },
        Case("refused once", takes: "hello", .length) { http2, stream, connection in
            guard connection > 1 else { return try http2.write(.reset(stream, code: 7)) }
            try http2.write(.headers(stream, five), .data(stream, "hello", endStream: true))
        },
    ]

    /// A head that no client may accept.
    private static func bad(_ name: String, _ fields: [(String, String)]) -> Case {
        Case(name, .malformedResponse) { http2, stream, _ in
            try http2.write(.headers(stream, fields, endStream: true))
        }
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
