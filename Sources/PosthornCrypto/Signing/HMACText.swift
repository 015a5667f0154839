internal import Crypto
import FoundationEssentials
import PosthornCore

/// The text that ``HMACSigner`` signs; `Documentation/Signing.md` specifies it for other implementations.
///
/// Lines end with a line feed, which no value can contain. All values come from a request line or a header
/// field, or are generated here.
enum HMACText {
    private static let label = "posthorn-hmac-v2"

    /// Returns the code of a text by the key that is derived for this format.
    static func code(of text: Data, by key: SecretKey) throws(APIError.Cause) -> Data {
        try key.require(
            .derivation, use: "sig", ["sign", "verify", "deriveKey", "deriveBits"],
            algorithm: "HS256")
        let own = key.expanded(Data(label.utf8))
        return Data(HMAC<SHA256>.authenticationCode(for: text, using: own))
    }

    static func request(
        _ request: TransportRequest, _ signer: HMACSigner, bodyHash: String
    ) -> Data {
        let ofCiphers = ExchangeID.signedFields.filter {
            request.headers.contains($0) && !signer.signedFields.contains($0)
        }
        return text(
            "request", request.headers, request, signer,
            values(of: signer.signedFields + ofCiphers, in: request.headers) + [bodyHash])
    }

    /// Returns the text for a response, with the request's nonce, which binds it to one attempt.
    static func response(
        _ response: TransportResponse, to request: TransportRequest, _ signer: HMACSigner
    ) -> Data {
        text(
            "response", response.headers, request, signer,
            [String(response.status.code)] + values(of: signer.signedFields, in: response.headers)
                + [HexDigit.text(of: SHA256.hash(data: response.body))])
    }

    private static func text(
        _ direction: String, _ headers: HTTPFields, _ request: TransportRequest,
        _ signer: HMACSigner, _ rest: [String]
    ) -> Data {
        let start = [
            label, direction, headers[signer.keyIDField] ?? "",
            headers[signer.timeField] ?? "", request.headers[signer.nonceField] ?? "",
            request.method.rawValue, request.scheme, request.authority, request.target,
        ]
        return Data((start + rest).joined(separator: "\n").utf8)
    }

    /// Returns `name:value` for each field, or only the name for a missing field.
    private static func values(of names: [HTTPField.Name], in headers: HTTPFields) -> [String] {
        names.map { name in
            headers.joined(name).map { "\(name.canonicalName):\($0)" } ?? name.canonicalName
        }
    }
}
