import FoundationEssentials
import PosthornCore

/// Identifies the key in PEM or DER input, or explains what the input holds instead.
enum KeyForm {
    static func publicDER(pem text: String) throws(APIError.Cause) -> Data {
        let pem = try PEM(text)
        switch pem.label {
        case "PUBLIC KEY", "RSA PUBLIC KEY": return pem.bytes
        case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY":
            throw .key(
                "the PEM holds a private key, and a public one is wanted",
                "read it as a PrivateKey, or extract the public half: "
                    + "openssl pkey -in key.pem -pubout")
        default: throw other(pem.label, "PUBLIC KEY")
        }
    }

    static func privateDER(pem text: String) throws(APIError.Cause) -> Data {
        let pem = try PEM(text)
        switch pem.label {
        case "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY": return pem.bytes
        case "ENCRYPTED PRIVATE KEY": throw encrypted
        case "PUBLIC KEY", "RSA PUBLIC KEY": throw publicGiven
        default: throw other(pem.label, "PRIVATE KEY")
        }
    }

    static func publicKind(der: Data) throws(APIError.Cause) -> KeyKind {
        guard let shape = DERShape(der) else { throw noKey("public", "SubjectPublicKeyInfo") }
        switch shape.half {
        case .publicKey: return try supported(shape)
        case .privateKey, .encrypted:
            throw .key(
                "the DER holds a private key, and a public one is wanted",
                "read it as a PrivateKey")
        }
    }

    static func privateKind(der: Data) throws(APIError.Cause) -> KeyKind {
        guard let shape = DERShape(der) else { throw noKey("private", "PKCS #8") }
        switch shape.half {
        case .privateKey: return try supported(shape)
        case .publicKey: throw publicGiven
        case .encrypted: throw encrypted
        }
    }

    /// Creates the cause for a key with invalid numbers or an unsupported length.
    static func invalid(_ kind: KeyKind, _ error: any Error) -> APIError.Cause {
        let sizes = kind == .rsa ? "; RSA keys have 2048 bits at least, in whole bytes" : ""
        return .key(
            "the \(kind) key is not valid\(sizes)",
            "make a new one, or look at how it was exported",
            because: error)
    }

    private static func supported(_ shape: DERShape) throws(APIError.Cause) -> KeyKind {
        let (kind, name) = KeyKind.kind(shape.algorithm, shape.curve)
        return try kind.orThrow(
            .key("the key is \(name)", "use RSA, P-256, P-384, P-521, X25519 or Ed25519"))
    }

    private static let encrypted = APIError.Cause.key(
        "the private key is encrypted with a passphrase",
        "decrypt it where secrets are kept: openssl pkcs8 -in key.pem -out plain.pem")

    private static let publicGiven = APIError.Cause.key(
        "this is a public key, and a private one is wanted", "read it as a PublicKey")

    private static func noKey(_ half: String, _ form: String) -> APIError.Cause {
        .key(
            "the bytes are not a \(half) key in DER",
            "give \(form) as DER; a text that starts with -----BEGIN goes to the initializer for "
                + "PEM")
    }

    private static func other(_ label: String, _ wanted: String) -> APIError.Cause {
        switch label {
        case "CERTIFICATE":
            .key(
                "the PEM holds a certificate, and a key is wanted",
                "extract its key: openssl x509 -in cert.pem -noout -pubkey")
        case "OPENSSH PRIVATE KEY":
            .key(
                "the PEM holds a key in OpenSSH's own form",
                "convert it: ssh-keygen -p -m PKCS8 -f key")
        default: .key("the PEM holds no key but another kind of block", "give a block \(wanted)")
        }
    }
}
