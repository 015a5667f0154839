/// The scheme of a cipher or a signer, with its parameters.
///
/// Of a strategy with a scheme, the client supplies only the key.
package struct StrategyScheme: Sendable {
    package var scheme: Scheme
    /// The parameters that have one value, by their keys.
    package var texts: [String: String] = [:]
    /// The parameters that are lists, by their keys.
    package var lists: [String: [String]] = [:]
    /// Where a signature of parameters is sent: `query`, `body` or `header`, and the name there.
    package var place: (kind: String, name: String)?
}

/// A scheme that `PosthornCrypto` implements.
package enum Scheme: String, CaseIterable, Sendable {
    case envelope = "aes-gcm-envelope"
    case jwe
    case hpke
    case sealedFields = "sealed-fields"
    case sortedParameters = "sorted-parameters"
    case hmacRequest = "hmac-request"
    case awsSigV4 = "aws-sigv4"
    case messageSignature = "http-message-signature"
    case jws

    /// Whether the scheme seals messages; the others sign requests.
    package var isCipher: Bool {
        switch self {
        case .envelope, .jwe, .hpke, .sealedFields: true
        case .sortedParameters, .hmacRequest, .awsSigV4, .messageSignature, .jws: false
        }
    }

    /// The type of the key in Swift.
    package var keyType: String {
        switch self {
        case .envelope, .sortedParameters, .hmacRequest: "SecretKey"
        case .jwe, .sealedFields: "JWEKey"
        case .hpke: "PublicKey"
        case .awsSigV4: "AWSCredentials"
        case .messageSignature, .jws: "SigningKey"
        }
    }

    /// The keys of the parameters, the required ones first.
    var parameters: (required: [String], others: [String]) {
        switch self {
        case .envelope: ([], ["audience"])
        case .sortedParameters:
            (["algorithm"], ["fields", "exclude", "place", "encoding", "time", "nonce", "keyID"])
        case .awsSigV4: (["service", "region"], [])
        case .messageSignature: ([], ["components"])
        case .jwe, .hpke, .sealedFields, .hmacRequest, .jws: ([], [])
        }
    }

    /// The algorithms of ``sortedParameters`` with their names in Swift.
    package static let digests: KeyValuePairs = [
        "hmac-sha256": "hmacSHA256", "legacy-sha256": "legacySHA256",
        "legacy-hmac-sha1": "legacyHMACSHA1",
        "legacy-sha1": "legacySHA1", "legacy-md5": "legacyMD5",
    ]
    /// The encodings of a signature of parameters with their names in Swift.
    package static let encodings: KeyValuePairs = [
        "hex": "lowercaseHex", "upper-hex": "uppercaseHex", "base64": "base64",
    ]
}

/// The module of the ciphers and signers with schemes.
package let schemeModule = "PosthornCrypto"

extension ServiceSpec {
    /// The ciphers and signers with a scheme.
    package var strategiesWithSchemes: [StrategySpec] {
        (ciphers + signers).filter { $0.scheme != nil }
    }
}
