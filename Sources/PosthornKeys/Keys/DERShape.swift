import FoundationEssentials
internal import SwiftASN1

/// The structure of a DER document, as far as needed to read it as a key or to explain why it is not one.
struct DERShape {
    enum Half {
        /// A `SubjectPublicKeyInfo` (RFC 5280) or a PKCS #1 public key.
        case publicKey
        /// A PKCS #8 (RFC 5958), PKCS #1 or SEC 1 private key.
        case privateKey
        /// An encrypted PKCS #8 private key.
        case encrypted

        var name: String { self == .publicKey ? "public" : "private" }
    }

    let half: Half
    let algorithm: ASN1ObjectIdentifier
    /// `nil` if the algorithm has no curves.
    let curve: ASN1ObjectIdentifier?

    init?(_ bytes: Data) {
        var members = Self.members(of: try? DER.parse(Array(bytes)), .sequence)[...]
        let version = members.first?.identifier == .integer ? members.popFirst() : nil
        guard let next = members.popFirst() else { return nil }
        switch next.identifier {
        case .sequence:
            let identifiers = Self.members(of: next, .sequence).map {
                try? ASN1ObjectIdentifier(derEncoded: $0)
            }
            guard case let algorithm?? = identifiers.first else { return nil }
            self.algorithm = algorithm
            curve = identifiers.dropFirst().first ?? nil
            switch (version, members.first?.identifier) {
            case (nil, .bitString?): half = .publicKey
            case (nil, .octetString?): half = .encrypted
            case (_?, .octetString?): half = .privateKey
            default: return nil
            }
        case .octetString where version != nil:
            let parameters = Self.members(
                of: members.first, .init(tagWithNumber: 0, tagClass: .contextSpecific))
            (half, algorithm) = (.privateKey, .AlgorithmIdentifier.idEcPublicKey)
            curve = parameters.first.flatMap { try? ASN1ObjectIdentifier(derEncoded: $0) }
        case .integer:
            // A private key starts with a version, which is one byte long; a public key starts with the
            // modulus.
            half = Self.content(of: version).count == 1 ? .privateKey : .publicKey
            (algorithm, curve) = (.AlgorithmIdentifier.rsaEncryption, nil)
        default: return nil
        }
    }

    /// Returns the integers of a sequence without their leading zeros.
    static func integers(_ bytes: Data) -> [Data] {
        members(of: try? DER.parse(Array(bytes)), .sequence).prefix { $0.identifier == .integer }
            .map { Data(content(of: $0).drop { $0 == 0 }) }
    }

    private static func members(of node: ASN1Node?, _ identifier: ASN1Identifier) -> [ASN1Node] {
        guard let node, node.identifier == identifier, case .constructed(let members) = node.content
        else { return [] }
        return Array(members)
    }

    private static func content(of node: ASN1Node?) -> ArraySlice<UInt8> {
        guard case .primitive(let bytes)? = node?.content else { return [] }
        return bytes
    }
}

extension KeyKind {
    /// Returns the key kind for the identifiers of an algorithm and a curve, and its name.
    ///
    /// The kind is `nil` for unsupported keys. The name then describes the key for the error.
    static func kind(
        _ algorithm: ASN1ObjectIdentifier, _ curve: ASN1ObjectIdentifier?
    ) -> (KeyKind?, name: String) {
        let ec = ASN1ObjectIdentifier.AlgorithmIdentifier.idEcPublicKey
        return switch (algorithm, curve) {
        case (.AlgorithmIdentifier.rsaEncryption, _): (.rsa, "RSA")
        case (ec, .NamedCurves.secp256r1): (.p256, "P-256")
        case (ec, .NamedCurves.secp384r1): (.p384, "P-384")
        case (ec, .NamedCurves.secp521r1): (.p521, "P-521")
        case ([1, 3, 101, 110], _): (.x25519, "X25519")
        case ([1, 3, 101, 112], _): (.ed25519, "Ed25519")
        case (ec, [1, 3, 132, 0, 10]): (nil, "secp256k1")
        case ([1, 3, 101, 111], _): (nil, "X448")
        case ([1, 3, 101, 113], _): (nil, "Ed448")
        case (.AlgorithmIdentifier.rsaPSS, _): (nil, "RSA restricted to PSS")
        default: (nil, "of an unknown algorithm")
        }
    }
}
