import FoundationEssentials
import PosthornCore
import PosthornKeys

/// The header of a JWS, parsed strictly (RFC 7515, section 4).
struct JWSHead {
    let algorithm: String
    let keyID: String?
    /// Whether the payload is signed as base64url, the `b64` member of RFC 7797.
    let encodesPayload: Bool

    /// Merges the protected and the unprotected header (RFC 7515, section 7.2.1).
    ///
    /// Returns `nil` if a name is in both headers, if there is an unknown critical extension, or if an unprotected
    /// member would change what is signed (`crit`: RFC 7515, section 4.1.11; `b64`: RFC 7797, section 3). Embedded
    /// keys and links to keys (`jwk`, `jku`, `x5c`, `x5u`) are ignored.
    init?(protected: [String: JSONValue], unprotected: [String: JSONValue]) {
        guard unprotected["crit"] == nil, unprotected["b64"] == nil,
            Set(protected.keys).isDisjoint(with: unprotected.keys)
        else { return nil }
        let members = protected.merging(unprotected) { own, _ in own }
        guard let algorithm = members["alg"]?.string, let keyID = members.text("kid") else {
            return nil
        }
        (self.algorithm, self.keyID) = (algorithm, keyID)
        // `b64` is the only supported extension. It must be listed in `crit`, so that implementations without it
        // refuse the message.
        switch (members["crit"], members["b64"]) {
        case (nil, nil): encodesPayload = true
        case (.array([.string("b64")]), .bool(let encodes)): encodesPayload = encodes
        default: return nil
        }
    }

    static func members(_ bytes: Data) -> [String: JSONValue]? {
        guard bytes.count <= 8192 else { return nil }
        return (try? JSONValue(document: bytes))?.object
    }

    static func bytes(of key: SigningKey, encodesPayload: Bool) throws -> Data {
        var members: [String: JSONValue] = [
            "alg": .string(key.algorithm.joseName), "kid": .string(key.id),
        ]
        if !encodesPayload {
            members["b64"] = .bool(false)
            members["crit"] = .array([.string("b64")])
        }
        return try JSONValue.object(members).document()
    }

    /// Returns the signed bytes: the encoded header, a dot, and the payload or its base64url.
    static func input(_ head: String, _ payload: Data, encodesPayload: Bool) -> Data {
        var input = Data("\(head).".utf8)
        if encodesPayload {
            input.append(text: Base64URL.encode(payload))
        } else {
            input.append(payload)
        }
        return input
    }
}
