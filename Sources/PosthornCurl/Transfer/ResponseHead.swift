import Glibc

/// Parses a response's header lines as they arrive, and rejects errors that libcurl tolerates.
///
/// A state machine over lines: interim heads, the final head, then trailers. It determines when the head has
/// ended and how the body is framed, so that a complete body can be verified (RFC 9112, sections 4 to 7).
struct ResponseHead: ~Copyable {
    /// The limits on the heads and trailers of a response.
    struct Limits {
        var bytes = 256 << 10
        var lines = 2000
        var lineBytes = 64 << 10
        var interimResponses = 100
    }

    private enum State { case start, fields, body }

    private(set) var status = HTTPResponse.Status(code: 0)
    private(set) var headers = HTTPFields()
    var isComplete: Bool { state == .body }
    /// The body's framing, according to the fields received so far.
    private(set) var framing = Framing()

    /// The framing of a body, and the HTTP version.
    struct Framing {
        fileprivate(set) var contentLength: Int?
        fileprivate(set) var isChunked = false
        fileprivate(set) var needsOpening = false
        fileprivate(set) var isHTTP1 = true
        fileprivate(set) var isVersion10 = false
    }

    var contentLength: Int? { framing.contentLength }
    /// Whether the task that reads the body must decompress it or check its digest.
    var needsOpening: Bool { framing.needsOpening }
    private(set) var trailers = HTTPFields()
    /// The interim responses that were not taken.
    private(set) var informational: [TransportResponse] = []

    private var state = State.start
    /// Whether the HTTP version carries several transfers on one connection.
    var isMultiplexed: Bool { !framing.isHTTP1 }
    /// The HTTP version for metrics; `nil` before the head is complete.
    var httpVersion: HTTPVersion? {
        !isComplete ? nil : framing.isVersion10 ? .http10 : framing.isHTTP1 ? .http11 : .http2
    }
    private let limits: Limits
    private var lineCount = 0
    /// The size of all heads and trailers so far in bytes.
    private(set) var byteCount = 0
    private var interimCount = 0
    var isEmpty: Bool { lineCount == 0 }
    /// A cached head that matches so far; `nil` if there is none.
    private var known: CachedHead?
    /// The lines so far, if all of them may be cached.
    private var record: [UInt8]?

    /// - Parameter known: A cached head that may recur.
    /// - Parameter isKept: Whether ``takeCacheable()`` will be called.
    init(_ limits: Limits = Limits(), known: CachedHead? = nil, isKept: Bool = false) {
        self.limits = limits
        self.known = known
        if isKept { record = [] }
    }

    mutating func takeCacheable() -> CachedHead? {
        guard let bytes = record.take(), isComplete, bytes.count <= CachedHead.limit else {
            return nil
        }
        return CachedHead(bytes, count: lineCount, status, headers, framing)
    }

    /// Parses a line with its line break; returns `true` if it ends an interim or the final head.
    mutating func take(_ line: UnsafeRawBufferPointer) throws(TransportError) -> Bool {
        if known != nil, let isEnd = try compare(line) { return isEnd }
        let text = try Self.text(of: line)
        try countLine(line.count)
        record?.append(contentsOf: line)
        switch state {
        case .start: try takeStatusLine(text)
        case .fields where text.isEmpty:
            try endHead()
            return true
        case .fields: try takeField(text)
        case .body: if !text.isEmpty { trailers.append(try field(text)) }
        }
        return false
    }

    /// Compares a line with the cached head; returns `nil` if it differs and must be parsed.
    @inline(__always)
    private mutating func compare(_ line: UnsafeRawBufferPointer) throws(TransportError) -> Bool? {
        guard let known else { return nil }
        switch known.step(line, after: byteCount) {
        case .isSame:
            lineCount += 1
            byteCount += line.count
            return false
        case .isEnd:
            become(known)
            return true
        case .isOther:
            let count = byteCount
            (lineCount, byteCount) = (0, 0)
            self.known = nil
            try known.replay(count, to: &self)
            return nil
        }
    }

    private mutating func become(_ known: CachedHead) {
        self.known = nil
        record = nil
        status = known.status
        headers = known.headers
        framing = known.framing
        lineCount = known.lineCount
        byteCount = known.count
        state = .body
    }

    /// Returns a line without its line break, which must be at its end only.
    private static func text(
        of line: UnsafeRawBufferPointer
    ) throws(TransportError) -> UnsafeRawBufferPointer {
        guard line.last == UInt8(ascii: "\n") else { throw Self.unended(line) }
        var count = line.count - 1
        if count > 0, line[count - 1] == UInt8(ascii: "\r") { count -= 1 }
        let text = UnsafeRawBufferPointer(rebasing: line[..<count])
        guard let start = text.baseAddress,
            memchr(start, 0x0d, count) != nil || memchr(start, 0x0a, count) != nil
        else { return text }
        throw Self.unended(line)
    }

    private static func unended(_ line: UnsafeRawBufferPointer) -> TransportError {
        .broken(
            line.contains { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
                ? "a header line holds a bare CR" : "a header line did not end")
    }

    private mutating func countLine(_ bytes: Int) throws(TransportError) {
        lineCount += 1
        byteCount += bytes
        guard bytes <= limits.lineBytes else {
            throw .limit(
                "maximumHeaderLineBytes", "a header line has more than \(limits.lineBytes) bytes")
        }
        guard lineCount <= limits.lines else {
            throw .limit(
                "maximumHeaderLines",
                "the head has more than \(limits.lines) lines, including interim responses and trailers"
            )
        }
        guard byteCount <= limits.bytes else {
            throw .limit(
                "maximumHeaderBytes",
                "the head has more than \(limits.bytes) bytes, including interim responses and trailers"
            )
        }
    }

    private mutating func takeStatusLine(_ line: UnsafeRawBufferPointer) throws(TransportError) {
        guard let first = line.firstIndex(of: 0x20) else {
            throw .broken("the status line has no status")
        }
        let version = UnsafeRawBufferPointer(rebasing: line[..<first])
        let rest = UnsafeRawBufferPointer(rebasing: line[(first + 1)...])
        let second = rest.firstIndex(of: 0x20) ?? rest.count
        let isVersion10 = version.isEqual(to: "HTTP/1.0")
        let isHTTP1 = isVersion10 || version.isEqual(to: "HTTP/1.1")
        guard isHTTP1 || version.isEqual(to: "HTTP/2") else {
            throw .broken("the status line has another HTTP version than 1.0, 1.1 or 2")
        }
        guard second == 3, let status = number(rest[..<second]), status >= 100 else {
            throw .broken("the status is not a number of three digits")
        }
        guard status != 101 else {
            throw .broken("the server switched protocols without being asked")
        }
        if status < 200 { interimCount += 1 }
        guard interimCount <= limits.interimResponses else {
            throw .limit(
                "maximumInterimResponses",
                "more than \(limits.interimResponses) interim responses preceded the final one")
        }
        self.status = HTTPResponse.Status(
            code: status,
            reasonPhrase: String(decoding: rest[min(second + 1, rest.count)...], as: UTF8.self))
        headers = HTTPFields()
        headers.reserveCapacity(8)
        framing = Framing(isHTTP1: isHTTP1, isVersion10: isVersion10)
        state = .fields
    }

    private mutating func takeField(_ line: UnsafeRawBufferPointer) throws(TransportError) {
        let field = try field(line)
        // The lengths of the names exclude almost all others.
        switch field.name.canonicalName.utf8.count {
        case 14 where field.name == .contentLength:
            let length = try length(field.value)
            guard contentLength == nil || contentLength == length else { throw Self.twoLengths }
            framing.contentLength = length
        case 14 where field.name == .contentDigest: framing.needsOpening = true
        case 16 where field.name == .contentEncoding: framing.needsOpening = true
        case 17 where field.name == .transferEncoding: try takeCoding(field.value)
        default: break
        }
        headers.append(field)
    }

    private func length(_ value: String) throws(TransportError) -> Int {
        var first: Int?
        // A list of equal lengths is valid (RFC 9110, section 8.6).
        for element in value.utf8.split(
            separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        {
            var digits = element
            while let first = digits.first, first == 0x20 || first == 0x09 { digits.removeFirst() }
            while let last = digits.last, last == 0x20 || last == 0x09 { digits.removeLast() }
            guard let length = number(digits) else {
                throw .broken("Content-Length is not a number")
            }
            guard first == nil || first == length else { throw Self.twoLengths }
            first = length
        }
        guard let first else { throw .broken("Content-Length is not a number") }
        return first
    }

    private static let twoLengths = TransportError.broken(
        "there are two different values of Content-Length")

    private mutating func takeCoding(_ value: String) throws(TransportError) {
        guard framing.isHTTP1, !framing.isVersion10 else {
            throw .broken("Transfer-Encoding is used with an HTTP version that does not have it")
        }
        guard value.lowercased() == "chunked", !framing.isChunked else {
            throw .broken("the transfer coding is not chunked, once")
        }
        framing.isChunked = true
    }

    private mutating func endHead() throws(TransportError) {
        guard contentLength == nil || !framing.isChunked else {
            throw .broken("Content-Length and Transfer-Encoding are both present")
        }
        // An interim response precedes the final one (RFC 9110, section 15.2).
        state = status.code < 200 ? .start : .body
        if status.code < 200 {
            record = nil
            informational.append(
                TransportResponse(head: status, headers, .length))
        }
    }

    mutating func takeInformational() -> [TransportResponse] {
        defer { informational = [] }
        return informational
    }

    private mutating func field(_ line: UnsafeRawBufferPointer) throws(TransportError) -> HTTPField
    {
        guard let first = line.first, first != 0x20, first != 0x09 else {
            throw .broken("a header line starts with a blank")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw .broken("a header line has no colon")
        }
        let text = String(decoding: line[..<colon], as: UTF8.self)
        let known = CachedHead.names[text]
        if known == nil { record = nil }
        guard let name = known ?? HTTPField.Name(text) else {
            throw .broken("a header field's name is not a token")
        }
        var (start, end) = (colon + 1, line.count)
        while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
        while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
        let value = UnsafeRawBufferPointer(rebasing: line[start..<end])
        var union: UInt8 = 0
        for byte in value {
            guard byte == 0x09 || (byte >= 0x20 && byte != 0x7f) else {
                throw .broken("the header field \(name) holds a control character")
            }
            union |= byte
        }
        // A value that is not UTF-8 is kept as bytes; ASCII needs no validation.
        return union < 0x80
            ? HTTPField(name: name, value: String(decoding: value, as: UTF8.self))
            : HTTPField(name: name, value: value)
    }

    /// Parses decimal digits, as far as they fit an `Int`.
    private func number(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var value = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }
}

extension ResponseHead {
    func bodyIntegrity(of method: HTTPRequest.Method) -> TransportResponse.BodyIntegrity {
        if !hasBody(method) || contentLength != nil { return .length }
        return framing.isChunked ? .chunked : .unverified
    }

    /// Whether a response to this method has a body (RFC 9112, section 6.3).
    func hasBody(_ method: HTTPRequest.Method) -> Bool { status.hasBody(method) }
}

extension TransportError {
    fileprivate static func broken(_ message: String) -> TransportError {
        malformed("the response breaks the rules of HTTP: " + message)
    }

    fileprivate static func limit(_ name: String, _ message: String) -> TransportError {
        TransportError(
            .limitExceeded, message,
            advice: "raise the session's \(name) if the response is meant to be so")
    }
}
