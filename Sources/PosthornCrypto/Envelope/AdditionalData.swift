import FoundationEssentials
import HTTPTypes
import Posthorn

/// What a sealed message belongs to: authenticated with it, so that it opens nowhere else.
///
/// Every field is preceded by its length, so that no two different messages give the same bytes.
struct AdditionalData: Sendable {
    /// The format and its version.
    var label: String
    var method: HTTPRequest.Method
    /// Path and query as sent.
    var target: String
    /// The value of `Posthorn-Exchange` of the request.
    var exchange: String

    /// For a request without a head.
    func request() -> [UInt8] { withBytes("request") { [UInt8]($0) } }

    /// For the response of a status, without a head.
    func response(_ status: HTTPResponse.Status) -> [UInt8] {
        withBytes("response", status: status.code) { [UInt8]($0) }
    }

    /// For a request with a head, which is the end of it: the message starts with these very bytes.
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

    /// For the response of a status, with what stands before its nonce: on the stack for as long as it takes
    /// to open it.
    func withResponse<Result>(
        _ status: HTTPResponse.Status, head: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withBytes("response", status: status.code, head: head, body)
    }

    private func withBytes<Result>(
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

    /// The length of all but the head.
    private func byteCount(_ direction: String, status: Int?) -> Int {
        7 * 4 + label.utf8.count + direction.utf8.count + method.rawValue.utf8.count
            + target.utf8.count + exchange.utf8.count + (status == nil ? 0 : 3)
    }

    /// Writes all but the head.
    private func write(
        _ direction: String, status: Int?, headByteCount: Int, to writer: inout ByteWriter
    ) {
        func write(_ text: String) {
            writer.write(number: text.utf8.count)
            writer.write(text)
        }
        write(label)
        write(direction)
        write(method.rawValue)
        write(target)
        write(exchange)
        // Three digits, as each status of HTTP has (RFC 9110, section 15); nothing for a request.
        writer.write(number: status == nil ? 0 : 3)
        if let status {
            for divisor in [100, 10, 1] {
                writer.write(UInt8(ascii: "0") + UInt8(status / divisor % 10))
            }
        }
        writer.write(number: headByteCount)
    }
}
