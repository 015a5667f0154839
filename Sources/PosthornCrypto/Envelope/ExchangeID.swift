import FoundationEssentials
import HTTPTypes
import Posthorn

/// The name of one attempt of one call, which ties an answer to its request.
///
/// Several ciphers of one attempt share it: each of them opens by the field that was sent.
enum ExchangeID: RequestMetadataKey {
    typealias Value = String

    /// The header field that carries it.
    // swift-format-ignore: NeverForceUnwrap
    // The literal is a token, which a test reads; the type has no other initializer.
    static let field = HTTPField.Name("Posthorn-Exchange")!

    /// 16 random bytes as base64url without padding (RFC 4648, section 5).
    static func random() -> String { Base64URLBody.encode(randomBytes()) }

    /// The id of a request's attempt, drawn by the first cipher that asks.
    static func of(_ request: inout BuiltRequest) -> String {
        if let id = request.metadata[ExchangeID.self] { return id }
        let id = random()
        request.metadata[ExchangeID.self] = id
        return id
    }

    /// 16 bytes of the system's random number generator, which traps if it has none.
    static func randomBytes() -> Data {
        var generator = SystemRandomNumberGenerator()
        return withUnsafeBytes(of: (generator.next(), generator.next())) {
            Data($0)
        }
    }
}
