import FoundationEssentials

/// The structure of a DER document, as far as needed to read it as a key or to explain why it is not one.
struct DERShape {
    enum Half {
        /// A `SubjectPublicKeyInfo` (RFC 5280) or a PKCS #1 public key.
        case publicKey
        /// A PKCS #8 (RFC 5958), PKCS #1 or SEC 1 private key.
        case privateKey
        /// An encrypted PKCS #8 private key.
        case encrypted
    }

    let half: Half
    /// The object identifier of the algorithm.
    ///
    /// `curve` is the object identifier of the curve. It is empty if the algorithm has none.
    let algorithm: [UInt8]
    let curve: [UInt8]

    /// Parses the outer structure; returns `nil` if the bytes are not a key.
    init?(_ bytes: some Collection<UInt8>) {
        var outer = Reader(rest: Array(bytes)[...])
        guard let body = outer.next(0x30), outer.rest.isEmpty else { return nil }
        var reader = Reader(rest: body)
        let number = reader.next(0x02)
        switch (number, reader.rest.first) {
        case (_, 0x30):
            var inner = Reader(rest: reader.next(0x30) ?? [])
            guard let oid = inner.next(0x06) else { return nil }
            (algorithm, curve) = (Array(oid), Array(inner.next(0x06) ?? []))
            switch (number, reader.rest.first) {
            case (nil, 0x03): half = .publicKey
            case (nil, 0x04): half = .encrypted
            case (_?, 0x04): half = .privateKey
            default: return nil
            }
        case (_?, 0x04):
            _ = reader.next(0x04)
            var parameters = Reader(rest: reader.next(0xa0) ?? [])
            (half, algorithm) = (.privateKey, ObjectID.ec)
            curve = Array(parameters.next(0x06) ?? [])
        case (let number?, 0x02):
            // A private key starts with a version, which is one byte long; a public key starts with the
            // modulus.
            half = number.count == 1 ? .privateKey : .publicKey
            (algorithm, curve) = (ObjectID.rsa, [])
        default: return nil
        }
    }

    /// Returns the integers of a sequence without their leading zeros.
    static func integers(_ bytes: Data) -> [Data] {
        var outer = Reader(rest: Array(bytes)[...])
        var inner = Reader(rest: outer.next(0x30) ?? [])
        var numbers: [Data] = []
        while let number = inner.next(0x02) { numbers.append(Data(number.drop { $0 == 0 })) }
        return numbers
    }

    /// Reads DER elements from the front.
    private struct Reader {
        var rest: ArraySlice<UInt8>

        /// Reads the content of the next element; returns `nil` and reads nothing if it has another tag.
        mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
            guard rest.first == tag, rest.count >= 2 else { return nil }
            var at = rest.startIndex + 2
            var count = Int(rest[at - 1])
            if count >= 0x80 {
                let digits = count - 0x80
                guard (1...4).contains(digits), rest.endIndex - at >= digits else { return nil }
                count = rest[at..<at + digits].reduce(0) { $0 << 8 | Int($1) }
                at += digits
            }
            guard rest.endIndex - at >= count else { return nil }
            defer { rest = rest[(at + count)...] }
            return rest[at..<at + count]
        }
    }
}

/// The object identifiers that distinguish key kinds, as DER content.
enum ObjectID {
    static let rsa: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
    static let ec: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
    static let p256: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
    static let p384: [UInt8] = [0x2b, 0x81, 0x04, 0x00, 0x22]
    static let p521: [UInt8] = [0x2b, 0x81, 0x04, 0x00, 0x23]
    static let secp256k1: [UInt8] = [0x2b, 0x81, 0x04, 0x00, 0x0a]
    static let x25519: [UInt8] = [0x2b, 0x65, 0x6e]
    static let x448: [UInt8] = [0x2b, 0x65, 0x6f]
    static let ed25519: [UInt8] = [0x2b, 0x65, 0x70]
    static let ed448: [UInt8] = [0x2b, 0x65, 0x71]
    static let rsaPSS: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a]

    /// Returns the key kind for the identifiers of an algorithm and a curve, and its name.
    ///
    /// The kind is `nil` for unsupported keys. The name then describes the key for the error.
    static func kind(_ algorithm: [UInt8], _ curve: [UInt8]) -> (KeyKind?, name: String) {
        switch (algorithm, curve) {
        case (rsa, _): (.rsa, "RSA")
        case (ec, p256): (.p256, "P-256")
        case (ec, p384): (.p384, "P-384")
        case (ec, p521): (.p521, "P-521")
        case (x25519, _): (.x25519, "X25519")
        case (ed25519, _): (.ed25519, "Ed25519")
        case (ec, secp256k1): (nil, "secp256k1")
        case (x448, _): (nil, "X448")
        case (ed448, _): (nil, "Ed448")
        case (rsaPSS, _): (nil, "RSA restricted to PSS")
        default: (nil, "of an unknown algorithm")
        }
    }
}
