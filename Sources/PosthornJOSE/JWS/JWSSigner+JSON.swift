public import FoundationEssentials
import PosthornCore
public import PosthornKeys

extension JWSSigner {
    /// Signs a payload and returns the flattened JSON form (RFC 7515, section 7.2.2).
    ///
    /// All header members are protected.
    /// - Parameter detached: Whether the payload is omitted and transferred separately (RFC 7515, appendix F).
    ///   `false` by default.
    /// - Throws: The error from swift-crypto.
    public static func flattened(
        _ payload: Data, by key: SigningKey, detached: Bool = false
    ) throws -> Data {
        var members = try signature(of: payload, key)
        if !detached { members["payload"] = .string(Base64URL.encode(payload, isPublic: true)) }
        return try JSONValue.object(members).document()
    }

    /// Signs a payload with several keys and returns the general JSON form (RFC 7515, section 7.2.1).
    ///
    /// The signatures are in the order of the keys.
    /// - Parameters:
    ///   - payload: The bytes to sign.
    ///   - keys: One to eight keys, the number that ``JWSVerifier`` accepts.
    ///   - detached: As in ``flattened(_:by:detached:)``; `false` by default.
    /// - Throws: An `APIError.Cause` with the code `sealingFailed` if the number of keys is out of range.
    public static func general(
        _ payload: Data, by keys: [SigningKey], detached: Bool = false
    ) throws -> Data {
        try ensure(
            (1...JWSDocument.signatureLimit).contains(keys.count), .sealingFailed,
            "\(keys.count) keys were given, and a JWS has 1 to \(JWSDocument.signatureLimit)",
            "sign with fewer keys, or with one at least")
        let signatures = try keys.map { JSONValue.object(try signature(of: payload, $0)) }
        var members: [String: JSONValue] = ["signatures": .array(signatures)]
        if !detached { members["payload"] = .string(Base64URL.encode(payload, isPublic: true)) }
        return try JSONValue.object(members).document()
    }

    private static func signature(
        of payload: Data, _ key: SigningKey
    ) throws -> [String: JSONValue] {
        let (head, signature) = try parts(payload, key, encodesPayload: true)
        return ["protected": .string(head), "signature": .string(signature)]
    }
}
