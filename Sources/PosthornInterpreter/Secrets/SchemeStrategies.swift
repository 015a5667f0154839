package import PosthornCore
package import PosthornCrypto
package import PosthornSpec

/// Makes the ciphers and signers of schemes from their keys, as generated code does.
package enum SchemeStrategies {
    static func cipher(
        _ scheme: SchemeSpec, _ key: KeyText
    ) throws(APIError.Cause) -> (any PayloadCipher)? {
        switch scheme.form.swiftName {
        case "EnvelopeCipher":
            return try EnvelopeCipher(
                key: key.secretKey(for: .derivation), audience: scheme.text("audience"))
        case "JWECipher": return JWECipher(try key.jweKey())
        case "HPKECipher": return try HPKECipher(recipient: key.publicKey())
        case "SealedFields": return try SealedFields(key: key.jweKey())
        default: return nil
        }
    }

    static func signer(
        _ scheme: SchemeSpec, _ key: KeyText
    ) throws(APIError.Cause) -> (any Signer)? {
        switch scheme.form.swiftName {
        case "ParameterSigner": return try parameterSigner(scheme, key)
        case "HMACSigner": return HMACSigner(key: try key.secretKey(for: .derivation))
        case "AWSSigner":
            return AWSSigner(
                credentials: try key.awsCredentials(), region: scheme.text("region") ?? "",
                service: scheme.text("service") ?? "")
        case "MessageSigner":
            var signer = MessageSigner(key: try key.signingKey())
            if let names = scheme.list("components") {
                signer.components = names.map { SignatureComponent(stringLiteral: $0) }
            }
            return signer
        case "JWSSigner": return JWSSigner(key: try key.signingKey())
        case "StandardWebhooksSigner":
            var signer = StandardWebhooksSigner(key: try key.signingKey())
            if let prefix = scheme.text("prefix") { signer.prefix = prefix }
            return signer
        default: return nil
        }
    }

    package static func parameterSigner(
        _ scheme: SchemeSpec, _ key: KeyText
    ) throws(APIError.Cause) -> ParameterSigner {
        let digests: [String: ParameterSigner.Digest] = [
            "hmacSHA256": .hmacSHA256, "legacySHA256": .legacySHA256,
            "legacyHMACSHA1": .legacyHMACSHA1, "legacySHA1": .legacySHA1, "legacyMD5": .legacyMD5,
        ]
        let digest = scheme.text("algorithm").flatMap { digests[$0] } ?? .hmacSHA256
        var signer = ParameterSigner(key: try key.secretKey(for: .signatures), digest: digest)
        if let names = scheme.list("fields") { signer.order = .named(names) }
        if let names = scheme.list("exclude") { signer.excluded = Set(names) }
        switch scheme.text("encoding") {
        case "uppercaseHex": signer.writing = .uppercaseHex
        case "base64": signer.writing = .base64
        default: break
        }
        if case .place(let kind, let name)? = scheme.value("place") {
            switch kind {
            case "query": signer.place = .query(name)
            case "body": signer.place = .body(name)
            default: if let field = HTTPField.Name(name) { signer.place = .header(field) }
            }
        }
        signer.timeName = scheme.text("time")
        signer.nonceName = scheme.text("nonce")
        signer.keyIDName = scheme.text("keyID")
        return signer
    }
}
