import FoundationEssentials
import PosthornCore

/// Identifies the key in PEM or DER input, or explains what the input holds instead.
enum KeyForm {
    /// Returns the DER of a block; throws if its label is not that of a key.
    static func der(pem text: String, _ wanted: DERShape.Half) throws(APIError.Cause) -> Data {
        let pem = try PEM(text)
        switch pem.label {
        case "PUBLIC KEY", "RSA PUBLIC KEY", "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY",
            "ENCRYPTED PRIVATE KEY":
            return pem.bytes
        case "CERTIFICATE":
            throw .key(
                "the PEM holds a certificate, and a key is wanted",
                "extract its key: openssl x509 -in cert.pem -noout -pubkey")
        case "OPENSSH PRIVATE KEY":
            throw .key(
                "the PEM holds a key in OpenSSH's own form",
                "convert it: ssh-keygen -p -m PKCS8 -f key")
        default:
            throw .key(
                "the PEM holds no key but another kind of block",
                "give a block \(wanted.name.uppercased()) KEY")
        }
    }

    /// Returns the kind of a key; throws unless the bytes are the wanted half of one.
    static func kind(der: Data, _ wanted: DERShape.Half) throws(APIError.Cause) -> KeyKind {
        let form = wanted == .publicKey ? "SubjectPublicKeyInfo" : "PKCS #8"
        let shape = try DERShape(der).orThrow(
            .key(
                "the bytes are not a \(wanted.name) key in DER",
                "give \(form) as DER; a text that starts with -----BEGIN goes to the initializer for "
                    + "PEM"))
        switch (shape.half, wanted) {
        case (.publicKey, .publicKey), (.privateKey, .privateKey): break
        case (.publicKey, _):
            throw .key(
                "this is a public key, and a private one is wanted", "read it as a PublicKey")
        case (_, .publicKey):
            throw .key(
                "this is a private key, and a public one is wanted",
                "read it as a PrivateKey, or extract the public half: "
                    + "openssl pkey -in key.pem -pubout")
        default:
            throw .key(
                "the private key is encrypted with a passphrase",
                "decrypt it where secrets are kept: openssl pkcs8 -in key.pem -out plain.pem")
        }
        let (kind, name) = KeyKind.kind(shape.algorithm, shape.curve)
        return try kind.orThrow(
            .key("the key is \(name)", "use RSA, P-256, P-384, P-521, X25519 or Ed25519"))
    }

    /// Makes a key; throws if its numbers are invalid or its length is not supported.
    static func made<Material>(
        _ kind: KeyKind, _ make: () throws -> Material
    ) throws(APIError.Cause) -> Material {
        try attempt(make) {
            .key(
                "the \(kind) key is not valid"
                    + (kind == .rsa ? "; RSA keys have 2048 bits at least, in whole bytes" : ""),
                "make a new one, or look at how it was exported", because: $0)
        }
    }
}
