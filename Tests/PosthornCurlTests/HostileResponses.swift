import Posthorn

extension HostileResponseTests {
    private static let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
    private static let empty = "Content-Length: 0\r\n\r\n"

    /// Responses that strict and lenient parsers read differently.
    static let moreDamaged: [Case] = [
        Case("blank in the version", "HTTP/ 1.1 200 OK\r\n" + empty),
        Case("version without a minor", "HTTP/1 200 OK\r\n" + empty),
        Case("version with a long minor", "HTTP/1.10 200 OK\r\n" + empty),
        Case("version 0.9 written out", "HTTP/0.9 200 OK\r\n" + empty),
        Case("protocol in small letters", "http/1.1 200 OK\r\n" + empty),
        Case("another protocol", "ICY 200 OK\r\n" + empty),
        Case("a request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case("status of two digits", "HTTP/1.1 20\r\n" + empty),
        Case("status of four digits", "HTTP/1.1 2000\r\n" + empty),
        Case("status in words", "HTTP/1.1 OK 200\r\n" + empty),
        Case("no status", "HTTP/1.1\r\n" + empty),
        Case("two blanks before the status", "HTTP/1.1  200 OK\r\n" + empty),
        Case("tab before the status", "HTTP/1.1\t200 OK\r\n" + empty),
        Case("status with a sign", "HTTP/1.1 +20 OK\r\n" + empty),
        Case("line before the status line", "X-A: b\r\n" + head + empty),
        Case("NUL in a name", head + "X-\0A: b\r\n" + empty),
        Case("NUL in the status line", "HTTP/1.1 200 O\0K\r\n" + empty),
        Case("blank in a name", head + "X A: b\r\n" + empty),
        Case("tab before the colon", head + "X-A\t: b\r\n" + empty),
        Case("brackets in a name", head + "X(A): b\r\n" + empty),
        Case("bytes outside ASCII in a name", head + "X-\u{e9}: b\r\n" + empty),
        Case("escape in a value", head + "X-A: a\u{1b}[31mb\r\n" + empty),
        Case("bell in a value", head + "X-A: a\u{7}b\r\n" + empty),
        Case("vertical tab in a value", head + "X-A: a\u{b}b\r\n" + empty),
        Case("bare CR before the empty line", head + "Content-Length: 0\r\r\n\r\n"),
        Case("folded line with a tab", head + "X-A: a\r\n\tb\r\n" + empty),
        Case("folded length", head + "Content-Length:\r\n 5\r\n\r\nhello"),
        Case("folded coding", head + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"),
        Case("three lengths", head + "Content-Length: 5, 5, 6\r\n\r\nhello!"),
        Case("empty element in a list of lengths", head + "Content-Length: 5,,5\r\n\r\nhello"),
        Case("length with a fraction", head + "Content-Length: 5.0\r\n\r\nhello"),
        Case("length with an exponent", head + "Content-Length: 5e0\r\n\r\nhello"),
        Case("length with a blank inside", head + "Content-Length: 1 0\r\n\r\nhello"),
        Case("length in other digits", head + "Content-Length: \u{665}\r\n\r\nhello"),
        Case("length of 2^63", head + "Content-Length: 9223372036854775808\r\n\r\nhello"),
        Case(
            "chunked, then identity", head + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"
        ),
        Case("identity", head + "Transfer-Encoding: identity\r\n\r\nhello"),
        Case(
            "chunked in two fields",
            head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Case("chunked in quotes", head + "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n"),
        Case("chunked with a parameter", head + "Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n"),
        Case("almost chunked", head + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
        Case("coding with vertical tab", head + "Transfer-Encoding: \u{b}chunked\r\n\r\n0\r\n\r\n"),
        Case(
            "length after chunked",
            head + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        Case("chunk size with 0x", chunked + "0x5\r\nhello\r\n0\r\n\r\n"),
        Case("chunk size with a plus", chunked + "+5\r\nhello\r\n0\r\n\r\n"),
        Case("chunk size is empty", chunked + "\r\nhello\r\n0\r\n\r\n"),
        Case("chunk longer than its size", chunked + "3\r\nhello\r\n0\r\n\r\n"),
        Case("chunk shorter than its size", chunked + "7\r\nhello\r\n0\r\n\r\n"),
        Case("end inside the last chunk's size", chunked + "5\r\nhello\r\n0", .truncated),
        Case("end inside trailers", chunked + "5\r\nhello\r\n0\r\nX-T: t\r\n", .truncated),
        Case("trailer without a colon", chunked + "5\r\nhello\r\n0\r\nX-T\r\n\r\n"),
        Case("trailer with a NUL", chunked + "5\r\nhello\r\n0\r\nX-T: a\0b\r\n\r\n"),
        Case(
            "101 interim responses",
            String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 101) + head + empty,
            .limitExceeded),
        Case("interim response and no final one", "HTTP/1.1 100 Continue\r\n\r\n", .connectionLost),
        Case(
            "interim response with a bad field",
            "HTTP/1.1 103 Early Hints\r\nX A: b\r\n\r\n" + head + empty),
        Case(
            "2,001 header lines",
            head + String(repeating: "X-A: b\r\n", count: 2000) + "\r\n", .limitExceeded),
    ]
}
