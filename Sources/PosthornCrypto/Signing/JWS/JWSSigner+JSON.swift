public import FoundationEssentials
import Posthorn

extension JWSSigner {
    /// A signature in the flattened JSON form (RFC 7515, section 7.2.2), all of its header protected.
    /// - Parameter detached: Whether the payload is left out, and goes another way (appendix F).
    ///   `false` by default.
    /// - Throws: a fault of the code `sealingFailed` for an algorithm that JOSE has no name for.
    public static func flattened(
        _ payload: Data, by key: SigningKey, detached: Bool = false
    ) throws -> Data {
        var members = try signature(of: payload, key)
        if !detached { members["payload"] = .string(Base64URLBody.encode(payload)) }
        return try JSONValue.object(members).document()
    }

    /// The signatures of several keys in the general JSON form (RFC 7515, section 7.2.1), in the order
    /// of the keys.
    /// - Parameters:
    ///   - keys: One at least, eight at most: what ``JWSVerifier`` takes.
    ///   - detached: Whether the payload is left out, and goes another way (appendix F). `false` by
    ///     default.
    /// - Throws: a fault of the code `sealingFailed` for another number of keys, or an algorithm that
    ///   JOSE has no name for.
    public static func general(
        _ payload: Data, by keys: [SigningKey], detached: Bool = false
    ) throws -> Data {
        try ensure(
            (1...JWSDocument.signatureLimit).contains(keys.count), .sealingFailed,
            "\(keys.count) keys were given, and a JWS has 1 to \(JWSDocument.signatureLimit)",
            "sign with fewer keys, or with one at least")
        let signatures = try keys.map { JSONValue.object(try signature(of: payload, $0)) }
        var members: [String: JSONValue] = ["signatures": .array(signatures)]
        if !detached { members["payload"] = .string(Base64URLBody.encode(payload)) }
        return try JSONValue.object(members).document()
    }

    private static func signature(
        of payload: Data, _ key: SigningKey
    ) throws -> [String: JSONValue] {
        let (head, signature) = try parts(payload, key, encodesPayload: true)
        return ["protected": .string(head), "signature": .string(signature)]
    }
}
