internal import Crypto
import FoundationEssentials
import HTTPTypes
import Posthorn

/// The text that ``HMACSigner`` signs; `Documentation/Signing.md` has it for other languages.
///
/// Lines end with a line feed, which none of their values can hold: all but the body's hash are parts
/// of a request line, of a header field, or made here.
enum HMACText {
    static func request(
        _ request: TransportRequest, _ fields: HMACSigner.Fields, _ signed: [HTTPField.Name],
        bodyHash: String
    ) -> Data {
        lines(
            start("request", request.headers, request, fields)
                + values(of: signed, in: request.headers)
                + values(
                    of: ExchangeID.signedFields.filter {
                        request.headers.contains($0) && !signed.contains($0)
                    }, in: request.headers) + [bodyHash])
    }

    /// Has the request's nonce in it, and so belongs to one attempt.
    static func response(
        _ response: TransportResponse, to request: TransportRequest, _ fields: HMACSigner.Fields,
        _ signed: [HTTPField.Name]
    ) -> Data {
        lines(
            start("response", response.headers, request, fields) + [String(response.status.code)]
                + values(of: signed, in: response.headers)
                + [LowerHex.text(SHA256.hash(data: response.body))])
    }

    /// - Parameter headers: Those of the message that is signed.
    private static func start(
        _ direction: String, _ headers: HTTPFields, _ request: TransportRequest,
        _ fields: HMACSigner.Fields
    ) -> [String] {
        [
            "posthorn-hmac-v1", direction, headers[fields.keyID] ?? "",
            headers[fields.time] ?? "", request.headers[fields.nonce] ?? "",
            request.method.rawValue, request.scheme, request.authority, request.target,
        ]
    }

    /// `name:value`, or the name alone for a field that is not there.
    private static func values(of names: [HTTPField.Name], in headers: HTTPFields) -> [String] {
        names.map { name in
            headers.joined(name).map { "\(name.canonicalName):\($0)" } ?? name.canonicalName
        }
    }

    private static func lines(_ lines: [String]) -> Data {
        Data(lines.joined(separator: "\n").utf8)
    }
}
