import FoundationEssentials
import PosthornCore
import PosthornKeys

/// The context of a sealed message, authenticated with it so that the message opens in no other context.
///
/// Each field is preceded by its length, so that two different contexts never produce the same bytes.
struct AdditionalData: Sendable {
    /// The name and version of the format.
    var label: String
    /// What the message is part of, such as `request`.
    var part: String
    /// The server that the message is for; `nil` in formats that do not name it.
    var audience: String? = nil
    var method: HTTPRequest.Method
    /// The path and query as sent.
    var target: String
    /// The value of the request's `Posthorn-Exchange` field.
    var exchange: String
    /// The status of a response; `nil` for a request.
    var status: HTTPResponse.Status? = nil

    /// Returns the context, followed by the bytes of the message before its nonce.
    func bytes(before start: [UInt8] = []) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(192 + target.utf8.count + start.count)
        func append(count: Int) {
            withUnsafeBytes(of: UInt32(count).bigEndian) { bytes.append(contentsOf: $0) }
        }
        func append(_ text: String) {
            append(count: text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        }
        append(label)
        append(part)
        if let audience { append(audience) }
        append(method.rawValue)
        append(target)
        append(exchange)
        append(status.map { String($0.code) } ?? "")
        append(count: start.count)
        bytes += start
        return bytes
    }
}
