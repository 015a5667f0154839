import FoundationEssentials
import PosthornCore
import PosthornKeys

/// The context of a sealed message, authenticated with it so that the message opens in no other context.
///
/// Each field is preceded by its length, so that two different contexts never produce the same bytes.
struct AdditionalData: Sendable {
    /// The name and version of the format.
    var label: String
    /// The server that the message is for; `nil` in formats that do not name it.
    var audience: String? = nil
    var method: HTTPRequest.Method
    /// The path and query as sent.
    var target: String
    /// The value of the request's `Posthorn-Exchange` field.
    var exchange: String

    /// Returns the data for a request, without an envelope head.
    func request() -> [UInt8] { withBytes("request") { [UInt8]($0) } }

    /// Returns the data for a response with the given status, without an envelope head.
    func response(_ status: HTTPResponse.Status) -> [UInt8] {
        withBytes("response", status: status.code) { [UInt8]($0) }
    }

    /// Returns the data for a request, with the envelope head as its last bytes.
    ///
    /// The sealed message starts with exactly these last bytes.
    func request(head: EnvelopeHead) -> Data {
        let count = byteCount("request", status: nil) + head.byteCount
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        var writer = ByteWriter(bytes)
        write("request", status: nil, headByteCount: head.byteCount, to: &writer)
        head.write(to: &writer)
        guard let address = bytes.baseAddress else { return Data() }
        return Data(
            bytesNoCopy: address, count: count,
            deallocator: .custom { start, _ in start.deallocate() })
    }

    /// Passes the data, including the bytes before the nonce, to a closure.
    ///
    /// The data lives on the stack for the duration of the closure.
    /// - Parameter status: The status of a response; `nil` for a request.
    func withBytes<Result>(
        _ direction: String, status: Int? = nil,
        head: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let count = byteCount(direction, status: status) + head.count
        return try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { bytes in
            var writer = ByteWriter(bytes)
            write(direction, status: status, headByteCount: head.count, to: &writer)
            writer.write(head)
            return try body(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Returns the length in bytes, without the head.
    private func byteCount(_ direction: String, status: Int?) -> Int {
        7 * 4 + label.utf8.count + direction.utf8.count + method.rawValue.utf8.count
            + target.utf8.count + exchange.utf8.count + (status == nil ? 0 : 3)
            + (audience.map { 4 + $0.utf8.count } ?? 0)
    }

    /// Writes everything except the head.
    private func write(
        _ direction: String, status: Int?, headByteCount: Int, to writer: inout ByteWriter
    ) {
        func write(_ text: String) {
            writer.write(number: text.utf8.count)
            writer.write(text)
        }
        write(label)
        write(direction)
        if let audience { write(audience) }
        write(method.rawValue)
        write(target)
        write(exchange)
        // Three digits for a status (RFC 9110, section 15), none for a request.
        writer.write(number: status == nil ? 0 : 3)
        if let status {
            for divisor in [100, 10, 1] {
                writer.write(UInt8(ascii: "0") + UInt8(status / divisor % 10))
            }
        }
        writer.write(number: headByteCount)
    }
}
