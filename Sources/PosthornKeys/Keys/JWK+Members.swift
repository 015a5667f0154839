internal import CryptoExtras
import FoundationEssentials
package import PosthornCore

extension JWK {
    /// Returns the members of the public key: those that the thumbprint covers.
    package static func members(of material: PublicMaterial) -> [String: JSONValue] {
        switch material {
        case .rsa(let key):
            // Reading the numbers of a valid key can't fail.
            guard let numbers = try? key.getKeyPrimitives() else { return [:] }
            return texts([("n", numbers.modulus), ("e", numbers.publicExponent)], ["kty": "RSA"])
        case .p256(let key, _): return point("P-256", key.rawRepresentation)
        case .p384(let key, _): return point("P-384", key.rawRepresentation)
        case .p521(let key, _): return point("P-521", key.rawRepresentation)
        case .x25519(let key):
            return texts([("x", key.rawRepresentation)], ["kty": "OKP", "crv": "X25519"])
        case .ed25519(let key):
            return texts([("x", key.rawRepresentation)], ["kty": "OKP", "crv": "Ed25519"])
        }
    }

    static func members(of material: PrivateMaterial) -> [String: JSONValue] {
        let secrets: [(String, Data)] =
            switch material {
            case .rsa(let key): numbers(key.signing.derRepresentation)
            case .p256(let key, _): [("d", key.rawRepresentation)]
            case .p384(let key, _): [("d", key.rawRepresentation)]
            case .p521(let key, _): [("d", key.rawRepresentation)]
            case .x25519(let key): [("d", key.rawRepresentation)]
            case .ed25519(let key): [("d", key.rawRepresentation)]
            }
        return members(of: material.publicHalf).merging(texts(secrets, [:])) { own, _ in own }
    }

    static func bytes(_ members: [String: JSONValue], id: String, permissions: KeyPermissions)
        -> Data
    {
        var members = members
        members["kid"] = .string(id)
        members["use"] = permissions.use.map { .string($0) }
        members["alg"] = permissions.algorithm.map { .string($0) }
        members["key_ops"] = permissions.operations.map { .array($0.map { .string($0) }) }
        // An object of strings and arrays of strings can always be serialized.
        return (try? JSONValue.object(members).document()) ?? Data()
    }

    /// Returns the base64url SHA-256 thumbprint over the required members (RFC 7638, section 3).
    static func thumbprint(of material: PublicMaterial) -> String {
        let document = (try? JSONValue.object(members(of: material)).document()) ?? Data()
        return Base64URL.encode(Data(SHA256.hash(data: document)))
    }

    private static func point(_ curve: String, _ raw: Data) -> [String: JSONValue] {
        let half = raw.count / 2
        return texts(
            [("x", raw.prefix(half)), ("y", raw.suffix(half))], ["kty": "EC", "crv": curve])
    }

    private static func texts(
        _ bytes: [(String, Data)], _ texts: [String: String]
    ) -> [String: JSONValue] {
        bytes.reduce(into: texts.mapValues { .string($0) }) { members, member in
            members[member.0] = .string(Base64URL.encode(member.1))
        }
    }

    /// Returns the private numbers of a PKCS #1 key, whose order is version, n, e, d, p, q, dp, dq, qi.
    private static func numbers(_ der: Data) -> [(String, Data)] {
        let names = ["", "n", "e", "d", "p", "q", "dp", "dq", "qi"]
        return zip(names, DERShape.integers(der)).filter { !["", "n", "e"].contains($0.0) }
            .map { ($0.0, $0.1) }
    }
}
