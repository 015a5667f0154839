import PosthornCore

/// An incremental search for the end of an HTTP/1 request, which reads each byte once.
struct RequestFraming {
    private enum Body {
        case length(Int)
        case chunks(ChunkedBody, read: Int)
    }

    /// The index at which the search for the end of the head resumes.
    private var searched = 0
    private var body: Body?
    /// The request line and the header fields, once they have arrived.
    private(set) var head: String?
    private(set) var headCount = 0

    /// Returns the index after the request, or `nil` if the request is incomplete.
    ///
    /// - Parameter bytes: All bytes received so far, from the first byte of the request.
    /// - Throws: A ``ScriptError`` if `Content-Length` or a chunk is malformed.
    mutating func end(of bytes: [UInt8]) throws -> Int? {
        if head == nil { try findHead(in: bytes) }
        switch body {
        case nil: return nil
        case .length(let length):
            return bytes.count - headCount >= length ? headCount + length : nil
        case .chunks(var chunks, let read):
            // A second reference would copy the chunks each time they grow.
            body = .length(0)
            let count = read + (try chunks.take(bytes[read...]))
            body = .chunks(chunks, read: count)
            return chunks.isWhole ? count : nil
        }
    }

    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110, section 10.1.1).
    var expectsContinue: Bool {
        head.flatMap { Self.field("expect", of: $0) }?.lowercased() == "100-continue"
    }

    private mutating func findHead(in bytes: [UInt8]) throws {
        guard let end = bytes[searched...].firstRange(of: Array("\r\n\r\n".utf8)) else {
            searched = max(0, bytes.count - 3)
            return
        }
        headCount = end.upperBound
        let head = String(decoding: bytes[..<headCount], as: UTF8.self)
        self.head = head
        body = try Self.body(head, headCount)
    }

    private static func body(_ head: String, _ count: Int) throws -> Body {
        if field("transfer-encoding", of: head)?.lowercased().hasPrefix("chunked") == true {
            return .chunks(ChunkedBody(), read: count)
        }
        guard let text = field("content-length", of: head) else { return .length(0) }
        guard text.isDigits, let length = Int(text) else {
            throw ScriptError("a Content-Length that is no number: \(text.prefix(100))")
        }
        return .length(length)
    }

    /// Returns the first value of a field, whose name is in lower case.
    private static func field(_ name: String, of head: String) -> String? {
        fields(of: head).first { $0.name.lowercased() == name }.map { String($0.value) }
    }

    /// Returns the header fields of a head, without the blanks around their values.
    static func fields(of head: String) -> some Sequence<(name: Substring, value: Substring)> {
        head.split(separator: "\r\n").dropFirst().lazy.compactMap { line in
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { return nil }
            return (pair[0], pair[1].trimmingBlanks)
        }
    }
}
