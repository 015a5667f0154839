import PosthornCore

/// The context of a sealed message, authenticated with it so that the message opens in no other context.
///
/// Each field is preceded by its length, so that two different contexts never produce the same bytes.
enum AdditionalData {
    /// Returns the context, followed by the bytes of the message before its nonce.
    ///
    /// - Parameters:
    ///   - label: The name and version of the format.
    ///   - part: What the message is part of, such as `request`.
    ///   - audience: The server that the message is for; `nil` in formats that do not name it.
    ///   - status: The status of a response; `nil` for a request.
    static func bytes(
        label: String, part: String, audience: String? = nil, method: HTTPRequest.Method,
        target: String, exchange: String, status: HTTPResponse.Status? = nil,
        before start: [UInt8] = []
    ) -> [UInt8] {
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
