/// A scheme of sealing, signing or verifying that a spec names, with the values of its parameters.
package struct SchemeSpec: Sendable {
    package var form: SchemeForm
    package var mark: SourceMark
    /// The parameters that the spec gives, in the order of the form.
    package var arguments: [(name: String, value: Value)]

    /// The value of a parameter.
    package enum Value: Sendable {
        case text(String)
        case list([String])
        case time(DurationSpec)
        /// A name in Swift for a word of the spec.
        case member(String)
        /// Where a signature is sent: `query`, `body` or `header`, and the name there.
        case place(kind: String, name: String)
    }
}

extension SchemeSpec {
    /// Returns the value of a parameter; `nil` if the spec gives none.
    package func value(_ name: String) -> Value? { arguments.first { $0.name == name }?.value }

    /// Returns the text of a parameter.
    package func text(_ name: String) -> String? {
        switch value(name) {
        case .text(let text), .member(let text): text
        default: nil
        }
    }

    /// Returns the texts of a parameter.
    package func list(_ name: String) -> [String]? {
        if case .list(let texts)? = value(name) { texts } else { nil }
    }
}

/// A row of the table of schemes.
package struct SchemeForm: Sendable {
    /// What a scheme is for.
    package enum Use: Sendable {
        case cipher, signer, webhook
    }

    /// The name in a spec.
    package let name: String
    package let use: Use
    /// The type in Swift, or for webhooks the case with the parameters as arguments.
    package let swiftName: String
    /// The argument of the type's initializer for the key, or `nil` if it has no label.
    package let keyLabel: String?
    /// The type of the key, which the client supplies; empty for webhooks.
    package let keyType: String
    /// Whether the initializer checks the key.
    package let checksKey: Bool
    /// The keys of the parameters, in the order of the Swift arguments.
    package let parameters: [String]
    /// The parameters without a default.
    let required: [String]

    private init(
        _ name: String, _ use: Use, _ swiftName: String, key: (label: String?, type: String),
        checksKey: Bool = false, _ parameters: [String] = [], required: [String] = []
    ) {
        (self.name, self.use, self.swiftName) = (name, use, swiftName)
        (keyLabel, keyType, self.checksKey) = (key.label, key.type, checksKey)
        (self.parameters, self.required) = (required + parameters, required)
    }

    private init(
        webhook name: String, _ swiftName: String, _ parameters: [String], required: [String] = []
    ) {
        self.init(name, .webhook, swiftName, key: (nil, ""), parameters, required: required)
    }

    /// All schemes.
    static let all: [SchemeForm] = [
        SchemeForm(
            "aes-gcm-envelope", .cipher, "EnvelopeCipher", key: ("key", "SecretKey"),
            checksKey: true, ["audience"]),
        SchemeForm("jwe", .cipher, "JWECipher", key: (nil, "JWEKey")),
        SchemeForm("hpke", .cipher, "HPKECipher", key: ("recipient", "PublicKey"), checksKey: true),
        SchemeForm(
            "sealed-fields", .cipher, "SealedFields", key: ("key", "JWEKey"), checksKey: true),

        SchemeForm(
            "sorted-parameters", .signer, "ParameterSigner", key: ("key", "SecretKey"),
            ["fields", "exclude", "place", "encoding", "time", "nonce", "keyID"],
            required: ["algorithm"]),
        SchemeForm("hmac-request", .signer, "HMACSigner", key: ("key", "SecretKey")),
        SchemeForm(
            "aws-sigv4", .signer, "AWSSigner", key: ("credentials", "AWSCredentials"),
            required: ["region", "service"]),
        SchemeForm(
            "http-message-signature", .signer, "MessageSigner", key: ("key", "SigningKey"),
            ["components"]),
        SchemeForm("jws", .signer, "JWSSigner", key: ("key", "SigningKey")),
        SchemeForm(
            "standard-webhooks", .signer, "StandardWebhooksSigner", key: ("key", "SigningKey"),
            ["prefix"]),

        SchemeForm(webhook: "standard-webhooks", "standardWebhooks", ["prefix", "window"]),
        SchemeForm(webhook: "stripe", "stripe", ["header", "window"]),
        SchemeForm(webhook: "github", "github", ["header"]),
        SchemeForm(
            webhook: "http-message-signature", "httpMessageSignature", ["covers", "tag", "window"]),
        SchemeForm(webhook: "query-secret", "querySecret", [], required: ["query"]),
    ]

    /// Returns the schemes for a use, in the order of the table.
    static func all(for use: Use) -> [SchemeForm] { all.filter { $0.use == use } }

    /// Whether the scheme seals the fields that the spec marks.
    var sealsFields: Bool { swiftName == "SealedFields" }

    /// The words of parameters with their names in Swift.
    static let words: [String: KeyValuePairs<String, String>] = [
        "algorithm": [
            "hmac-sha256": "hmacSHA256", "legacy-sha256": "legacySHA256",
            "legacy-hmac-sha1": "legacyHMACSHA1", "legacy-sha1": "legacySHA1",
            "legacy-md5": "legacyMD5",
        ],
        "encoding": ["hex": "lowercaseHex", "upper-hex": "uppercaseHex", "base64": "base64"],
    ]

    /// Returns the words of a parameter, or an empty array if it takes other values.
    static func words(of parameter: String) -> [String] { words[parameter]?.map(\.key) ?? [] }
}

/// The module of the credentials with a token endpoint.
package let oauthModule = "PosthornOAuth"

/// The module of the ciphers, signers and webhooks with schemes.
package let schemeModule = "PosthornCrypto"

extension ServiceSpec {
    /// The ciphers and signers with a scheme.
    package var strategiesWithSchemes: [StrategySpec] {
        (ciphers + signers).filter { $0.scheme != nil }
    }
}
