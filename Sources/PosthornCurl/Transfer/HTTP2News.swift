import Glibc

/// What libcurl says of the HTTP/2 underneath a transfer.
///
/// It has no other way to tell: which stream carries a request, why the server ended it and which
/// streams it has not processed stand in its log alone. A library that words it otherwise tells
/// nothing, and then nothing is repeated because of it.
struct HTTP2News {
    /// A line of the log.
    enum Line: Equatable {
        /// The request's stream.
        case stream(UInt32)
        case goAway(last: UInt32, code: UInt32)
        /// The server ended the stream with an error.
        case reset(UInt32)
        /// The server refused the stream.
        case refused
        /// libcurl is about to send the request again on another connection.
        case repeating
        case other
    }

    /// The request's stream.
    private(set) var stream: UInt32?
    /// Why the server ended the stream.
    private(set) var resetCode: HTTP2Code?
    /// Whether the server refused the stream, which means that it has done nothing with the request.
    private(set) var isRefused = false
    /// Whether the request has left its connection, so that what libcurl says now is about others:
    /// looking for one that is free, it also reads the last words of those that have ended.
    private(set) var hasLeft = false

    /// Takes a line.
    mutating func take(_ line: Line) {
        switch line {
        case .stream(let number): stream = number
        case .reset(let code): resetCode = HTTP2Code(number: code)
        case .refused: isRefused = true
        // Not why: on a connection that was used before, libcurl words a refusal as it words any end.
        case .repeating: hasLeft = true
        case .goAway, .other: break
        }
    }
}

extension HTTP2News.Line {
    /// Reads a line as libcurl 7.88 words it.
    init(_ text: UnsafeRawBufferPointer) {
        if text.starts(with: "Using Stream ID: ") {
            self = Self.number(in: text, after: "Stream ID: ").map { .stream($0) } ?? .other
        } else if text.starts(with: "rec"),
            let code = Self.number(in: text, after: "GOAWAY, error="),
            let last = Self.number(in: text, after: "last_stream=")
        {
            self = .goAway(last: last, code: code)
        } else if text.starts(with: "HTTP/2 stream "),
            let code = Self.number(in: text, after: "(err ")
        {
            self = .reset(code)
        } else if text.starts(with: "REFUSED_STREAM, retrying") {
            self = .refused
        } else if text.starts(with: "Connection died, retrying") {
            self = .repeating
        } else {
            self = .other
        }
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
    fileprivate func starts(with text: StaticString) -> Bool {
        guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
        return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
