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

    /// For the request itself.
    func request(head: Data) -> [UInt8] { bytes("request", status: "", head: head) }

    /// For the answer to it.
    func response(_ status: HTTPResponse.Status, head: Data) -> [UInt8] {
        bytes("response", status: String(status.code), head: head)
    }

    /// For the answer of a status, without a head.
    func response(_ status: String) -> [UInt8] { bytes("response", status: status, head: Data()) }

    // An array: each piece that is appended to `Data` costs it more than the few bytes do.
    private func bytes(_ direction: String, status: String, head: Data) -> [UInt8] {
        let method = method.rawValue
        let texts =
            label.utf8.count + direction.utf8.count + method.utf8.count + target.utf8.count
            + exchange.utf8.count + status.utf8.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(7 * 4 + texts + head.count)
        Self.append(label, to: &bytes)
        Self.append(direction, to: &bytes)
        Self.append(method, to: &bytes)
        Self.append(target, to: &bytes)
        Self.append(exchange, to: &bytes)
        Self.append(status, to: &bytes)
        Self.append(length: head.count, to: &bytes)
        head.withUnsafeBytes { bytes.append(contentsOf: $0) }
        return bytes
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        append(length: text.utf8.count, to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    private static func append(length: Int, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt32(length).bigEndian) { bytes.append(contentsOf: $0) }
    }
}
