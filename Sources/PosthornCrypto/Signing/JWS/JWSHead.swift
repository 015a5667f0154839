import FoundationEssentials
import Posthorn

/// The header of a JWS, read strictly (RFC 7515, section 4).
struct JWSHead {
    let algorithm: String
    let keyID: String?
    /// Whether the payload is signed as base64url; `b64` of RFC 7797.
    let encodesPayload: Bool

    /// Reads a header; `nil` if it is none, has a member twice, or says that something must be
    /// understood that is not.
    ///
    /// Keys and links to keys in it (`jwk`, `jku`, `x5c`, `x5u`) are never looked at.
    init?(_ bytes: Data) {
        guard let members = Self.members(bytes) else { return nil }
        self.init(protected: members, unprotected: [:])
    }

    /// Joins the two headers that the JSON form has (RFC 7515, section 7.2.1).
    ///
    /// `nil` as above, or if a name is in both, or what decides over what is signed is not protected
    /// (`crit`: RFC 7515, section 4.1.11; `b64`: RFC 7797, section 3).
    init?(protected: [String: JSONValue], unprotected: [String: JSONValue]) {
        guard unprotected["crit"] == nil, unprotected["b64"] == nil,
            Set(protected.keys).isDisjoint(with: unprotected.keys)
        else { return nil }
        let members = protected.merging(unprotected) { own, _ in own }
        guard let algorithm = members["alg"]?.string else { return nil }
        self.algorithm = algorithm
        guard let keyID = members.text("kid") else { return nil }
        self.keyID = keyID
        let critical = members["crit"]
        if let critical {
            // Only one extension is known, so the list is that one or nothing that passes.
            guard critical.array == [.string("b64")], members["b64"] != nil else { return nil }
        }
        guard let encodes = members["b64"] else {
            encodesPayload = true
            return
        }
        // Whoever does not know `b64` must refuse, and learns of it by `crit` only.
        guard critical != nil, let encodes = encodes.bool else { return nil }
        encodesPayload = encodes
    }

    /// The members of a header's bytes; `nil` if they are none, or too many bytes.
    static func members(_ bytes: Data) -> [String: JSONValue]? {
        guard bytes.count <= 8192 else { return nil }
        return (try? JSONValue(document: bytes))?.object
    }

    /// The header of a signature.
    static func bytes(
        _ algorithm: String, keyID: String, encodesPayload: Bool
    ) throws -> Data {
        var members: [String: JSONValue] = ["alg": .string(algorithm), "kid": .string(keyID)]
        if !encodesPayload {
            members["b64"] = .bool(false)
            members["crit"] = .array([.string("b64")])
        }
        return try JSONValue.object(members).document()
    }

    /// What is signed: the header's digits, a dot, and the payload or its digits.
    static func input(_ head: String, _ payload: Data, encodesPayload: Bool) -> Data {
        var input = Data("\(head).".utf8)
        if encodesPayload {
            input.append(text: Base64URLBody.encode(payload))
        } else {
            input.append(payload)
        }
        return input
    }
}

extension [String: JSONValue] {
    /// The text of a member, which may be missing; no optional at all if it is something else.
    func text(_ name: String) -> String?? {
        guard let value = self[name] else { return .some(nil) }
        return value.string.map { .some($0) }
    }
}
