import Glibc

/// The HTTP/2 events of a transfer, parsed from libcurl's log.
///
/// libcurl reports a request's stream, its reset code and the unprocessed streams only in its log. A library
/// with other wording reports nothing here, and then nothing is retried because of it.
struct HTTP2Events {
    private(set) var stream: UInt32?
    private(set) var resetCode: HTTP2Code?
    /// Whether the server refused the stream, that is, it did not process the request.
    private(set) var isRefused = false
    /// Whether the request has left its connection, so that further lines concern others.
    ///
    /// While libcurl searches for an idle connection, it also reads the last frames of closed ones.
    private(set) var hasLeft = false

    /// Parses a line of libcurl 7.88's log; returns the GOAWAY frame that it reports.
    mutating func take(_ line: UnsafeRawBufferPointer) -> (last: UInt32, code: HTTP2Code)? {
        if line.starts(with: "Using Stream ID: ") {
            stream = Self.number(in: line, after: "Stream ID: ") ?? stream
        } else if line.starts(with: "rec"),
            let code = Self.number(in: line, after: "GOAWAY, error="),
            let last = Self.number(in: line, after: "last_stream=")
        {
            return (last, HTTP2Code(number: code))
        } else if line.starts(with: "HTTP/2 stream "),
            let code = Self.number(in: line, after: "(err ")
        {
            resetCode = HTTP2Code(number: code)
        } else if line.starts(with: "REFUSED_STREAM, retrying") {
            isRefused = true
        } else if line.starts(with: "Connection died, retrying") {
            // The reason is unknown: on a reused connection, libcurl words a refusal like any end.
            hasLeft = true
        }
        return nil
    }

    private static func number(in line: UnsafeRawBufferPointer, after text: StaticString) -> UInt32?
    {
        let count = text.utf8CodeUnitCount
        guard line.count > count,
            let place = (0..<line.count - count).first(where: {
                UnsafeRawBufferPointer(rebasing: line[$0...]).starts(with: text)
            })
        else { return nil }
        let start = place + count
        var value: UInt64 = 0
        var digits = 0
        for byte in line[start...] {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits < 10 else { break }
            value = value * 10 + UInt64(byte - UInt8(ascii: "0"))
            digits += 1
        }
        return digits > 0 ? UInt32(exactly: value) : nil
    }
}

extension UnsafeRawBufferPointer {
    func starts(with text: StaticString) -> Bool {
        guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
        return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    func isEqual(to text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && starts(with: text)
    }
}
