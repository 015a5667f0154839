internal import CryptoExtras
import FoundationEssentials
package import PosthornCore

/// A JSON Web Key, parsed strictly (RFC 7517; RFC 7518, section 6; RFC 8037).
package struct JWK {
    private let members: [String: JSONValue]
    let permissions: KeyPermissions
    let id: String?

    init(_ bytes: Data) throws(APIError.Cause) { try self.init(try? JSONValue(document: bytes)) }

    package init(_ value: JSONValue?) throws(APIError.Cause) {
        let members = try (value?.object).orThrow(
            .key("the JWK is not a JSON object", "give the JSON of one key"))
        try ensure(
            members["keys"] == nil, .invalidKey, "this is a set of keys, and one key is wanted",
            "give a member of `keys`")
        self.members = members
        id = try Self.text("kid", members)
        var permissions = KeyPermissions()
        permissions.use = try Self.text("use", members)
        permissions.algorithm = try Self.text("alg", members)
        if let operations = members["key_ops"] {
            guard let names = operations.array?.map(\.string), !names.contains(nil),
                Set(names).count == names.count
            else { throw Self.malformed("key_ops") }
            permissions.operations = names.compactMap(\.self)
        }
        if let use = permissions.use, let operations = permissions.operations {
            let signs: Set = ["sign", "verify"]
            try ensure(
                (use == "sig" || use == "enc")
                    && operations.allSatisfy { signs.contains($0) == (use == "sig") },
                .invalidKey, "the JWK's `use` and `key_ops` contradict one another",
                "give the key one purpose (RFC 7517, section 4.3)")
        }
        self.permissions = permissions
    }

    var type: String? { members["kty"]?.string }

    func secret() throws(APIError.Cause) -> Data {
        guard type == "oct" else { throw wrongType("oct", "read it as a PublicKey or PrivateKey") }
        return try bytes("k")
    }

    package func publicMaterial() throws(APIError.Cause) -> PublicMaterial {
        if type == "oct" { throw wrongType("RSA, EC or OKP", "read it as a SecretKey") }
        try ensure(
            ["d", "p", "q", "dp", "dq", "qi", "oth", "k"].allSatisfy { members[$0] == nil },
            .invalidKey, "the JWK has private members, and a public key is wanted",
            "read it as a PrivateKey, and give others its `publicKey.jwk` only")
        return try material()
    }

    func privateMaterial() throws(APIError.Cause) -> PrivateMaterial {
        if type == "oct" { throw wrongType("RSA, EC or OKP", "read it as a SecretKey") }
        try ensure(
            members["d"] != nil, .invalidKey, "the JWK has no private members",
            "read it as a PublicKey")
        let half = try material()
        let key = try KeyForm.made(half.kind) { () throws -> PrivateMaterial in
            let secret = try bytes("d")
            return half.kind == .rsa
                ? .rsa(try rsaPrivate(secret)) : try PrivateMaterial(half.kind, raw: secret)
        }
        try ensure(
            key.publicHalf.der == half.der, .invalidKey,
            "the JWK's private members belong to another key than its public ones",
            "export the key again")
        return key
    }

    private func material() throws(APIError.Cause) -> PublicMaterial {
        // X25519 and Ed25519 have one coordinate.
        func curve(_ kind: KeyKind, _ count: Int) throws(APIError.Cause) -> PublicMaterial {
            let raw = try bytes("x", count) + (type == "EC" ? bytes("y", count) : Data())
            return try KeyForm.made(kind) { try PublicMaterial(kind, raw: raw) }
        }
        switch (type, members["crv"]?.string) {
        case ("RSA", _): return try rsaPublic()
        case ("EC", "P-256"): return try curve(.p256, 32)
        case ("EC", "P-384"): return try curve(.p384, 48)
        case ("EC", "P-521"): return try curve(.p521, 66)
        case ("OKP", "X25519"): return try curve(.x25519, 32)
        case ("OKP", "Ed25519"): return try curve(.ed25519, 32)
        default:
            throw .key(
                "the JWK is of a `kty` or `crv` that is not taken",
                "use RSA, EC with P-256, P-384 or P-521, OKP with X25519 or Ed25519, or oct")
        }
    }

    private func rsaPublic() throws(APIError.Cause) -> PublicMaterial {
        let (n, e) = (try bytes("n"), try bytes("e"))
        // An exponent of 1 leaves the message unencrypted; an even one can't be inverted.
        try ensure(
            e.count <= 8 && e.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >= 3
                && e.last.map { $0 % 2 == 1 } == true,
            .invalidKey, "the RSA key's exponent is even, 1 or huge", "make a new key, with 65537")
        try ensure(
            n.count <= 1024, .invalidKey, "the RSA key has more than 8192 bits",
            "use one of 2048 to 4096 bits")
        return try KeyForm.made(.rsa) { .rsa(try .init(n: n, e: e)) }
    }

    private func rsaPrivate(_ d: Data) throws -> RSAPrivateMaterial {
        try ensure(
            members["oth"] == nil, .invalidKey, "the RSA key has more than two primes",
            "use one of two primes")
        try ensure(
            members["p"] != nil && members["q"] != nil, .invalidKey,
            "the RSA key's JWK has no primes", "export it with `p` and `q`")
        return try RSAPrivateMaterial(
            _RSA.Signing.PrivateKey(
                n: bytes("n"), e: bytes("e"), d: d, p: bytes("p"), q: bytes("q")))
    }

    private func bytes(_ name: String, _ count: Int? = nil) throws(APIError.Cause) -> Data {
        guard let text = members[name]?.string, let bytes = Base64URL.decode(text), !bytes.isEmpty,
            count == nil || bytes.count == count
        else { throw Self.malformed(name) }
        return bytes
    }

    private static func text(
        _ name: String, _ members: [String: JSONValue]
    ) throws(APIError.Cause) -> String? {
        try members.text(name).orThrow(malformed(name))
    }

    private static func malformed(_ name: String) -> APIError.Cause {
        .key(
            "the JWK's member `\(name)` is missing or is not what RFC 7518 says",
            "export the key again; its numbers are base64url without padding, of full length")
    }

    private func wrongType(_ wanted: String, _ advice: String) -> APIError.Cause {
        .key("the JWK's `kty` is not \(wanted)", advice)
    }
}

extension [String: JSONValue] {
    /// Returns the text of a member: an inner `nil` if it is missing, an outer `nil` if it is not a string.
    package func text(_ name: String) -> String?? {
        guard let value = self[name] else { return .some(nil) }
        return value.string.map { .some($0) }
    }
}
