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
            ["posthorn-hmac-v1", "request"] + stamp(request.headers, fields)
                + [
                    request.headers[fields.nonce] ?? "", request.method.rawValue, request.scheme,
                    request.authority, request.target,
                ]
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
            ["posthorn-hmac-v1", "response"] + stamp(response.headers, fields)
                + [
                    request.headers[fields.nonce] ?? "", request.method.rawValue, request.scheme,
                    request.authority, request.target, String(response.status.code),
                ]
                + values(of: signed, in: response.headers)
                + [LowerHex.text(SHA256.hash(data: response.body))])
    }

    private static func stamp(
        _ headers: HTTPFields, _ fields: HMACSigner.Fields
    ) -> [String] {
        [headers[fields.keyID] ?? "", headers[fields.time] ?? ""]
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
