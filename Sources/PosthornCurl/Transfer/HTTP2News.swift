import Glibc

/// What libcurl says of the HTTP/2 underneath a transfer.
///
/// It has no other way to tell: which stream carries a request, why the server ended it and which
/// streams it has not processed stand in its log alone. A library that words it otherwise tells
/// nothing, and then nothing is repeated because of it.
struct HTTP2News {
    /// The request's stream.
    private(set) var stream: UInt32?
    /// Why the server ended the stream.
    private(set) var resetCode: HTTP2Code?
    /// Whether the server refused the stream, which means that it has done nothing with the request.
    var isRefused = false
    /// Whether the request has left its connection, so that what libcurl says now is about others:
    /// looking for one that is free, it also reads the last words of those that have ended.
    private(set) var hasLeft = false

    /// Takes a line of the log, as libcurl 7.88 words it, and gives the GOAWAY that it tells of.
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
            // Not why: on a connection that was used before, libcurl words a refusal as it words any end.
            hasLeft = true
        }
        return nil
    }

    /// The digits behind a text.
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
