import PosthornCore
import PosthornKeys

/// The header fields of a request in AWS's canonical form.
///
/// Names are in lowercase and sorted, lines of the same name are joined, and whitespace is reduced to one
/// space.
struct AWSCanonicalFields {
    private let fields: [(name: String, value: String)]

    /// - Parameter isSigned: Returns whether to sign a field. It is not asked about fields that can't be signed.
    init(_ request: TransportRequest, where isSigned: (_ name: String) -> Bool) {
        var values: [String: [String]] = ["host": [request.authority]]
        for field in request.headers
        where !Self.isUnsigned(field.name.canonicalName) && isSigned(field.name.canonicalName) {
            values[field.name.canonicalName, default: []].append(Self.trimmed(field.value))
        }
        fields = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: ",")) }
    }

    var names: String { fields.map(\.name).joined(separator: ";") }

    var lines: String { fields.map { "\($0.name):\($0.value)\n" }.joined() }

    /// Returns whether a proxy or the transport may change the field after signing.
    private static func isUnsigned(_ name: String) -> Bool {
        switch name {
        case "authorization", "connection", "cookie", "expect", "host", "keep-alive",
            "proxy-authenticate", "proxy-authorization", "te", "trailer", "transfer-encoding",
            "upgrade", "user-agent", "x-amzn-trace-id":
            true
        default: false
        }
    }

    private static func trimmed(_ value: String) -> String {
        value.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .map { String(Substring($0)) }.joined(separator: " ")
    }
}

extension HTTPField.Name {
    static let amzDate = Self(token: "X-Amz-Date")
    static let amzSecurityToken = Self(token: "X-Amz-Security-Token")
    static let amzContentSHA256 = Self(token: "X-Amz-Content-Sha256")
    static let amzErrorType = Self(token: "X-Amzn-ErrorType")
    static let amzDecodedLength = Self(token: "X-Amz-Decoded-Content-Length")
}
