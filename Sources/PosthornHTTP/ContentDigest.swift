import FoundationEssentials
internal import RawStructuredFieldValues

/// The expected hash of a content (RFC 9530).
public struct ContentDigest: Sendable, Hashable {
    /// A cryptographically secure hash function.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// SHA-256.
        case sha256 = "sha-256"
        /// SHA-512.
        case sha512 = "sha-512"

        /// The length of a digest in bytes.
        package var count: Int { self == .sha256 ? 32 : 64 }
    }

    /// The hash function.
    public let algorithm: Algorithm
    /// The bytes of the digest.
    public let bytes: [UInt8]

    /// Returns `nil` if the number of bytes does not match the algorithm.
    package init?(_ algorithm: Algorithm, bytes: [UInt8]) {
        guard bytes.count == algorithm.count else { return nil }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Creates a digest from hexadecimal digits, as `sha256sum` prints them.
    ///
    /// - Parameters:
    ///   - algorithm: The hash function.
    ///   - hex: The digits alone, without a prefix such as `sha256:`.
    /// - Throws: a ``TransportError`` with the code `invalidRequest` for any other text, so that a mistake
    ///   does not lead to an unverified download.
    public init(_ algorithm: Algorithm, hex: String) throws(TransportError) {
        guard let bytes = HexDigit.bytes(of: hex), bytes.count == algorithm.count else {
            throw .invalidRequest(
                "the digest is not \(2 * algorithm.count) hexadecimal digits",
                "give the digits of \(algorithm.rawValue) alone, without a prefix such as `sha256:`"
            )
        }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// The strongest digest of a `Content-Digest` or `Repr-Digest` field.
    ///
    /// `nil` if the field has none of the algorithms above, or exceeds the limits of ``StructuredField``. MD5, SHA-1 and
    /// checksums are not secure.
    package init?(field: String) {
        let members = StructuredField.dictionary(field)
        let digests = [Algorithm.sha512, .sha256].lazy.compactMap { algorithm in
            guard case .item(let item)? = members?[algorithm.rawValue],
                case .undecodedByteSequence(let text) = item.rfc9651BareItem,
                let bytes = Data(base64Encoded: text)
            else { return nil as ContentDigest? }
            return ContentDigest(algorithm, bytes: Array(bytes))
        }
        guard let strongest = digests.first else { return nil }
        self = strongest
    }
}

extension ContentDigest: CustomStringConvertible {
    /// The algorithm's name and the digest in hexadecimal digits.
    public var description: String { algorithm.rawValue + " " + HexDigit.text(of: bytes) }
}

extension HTTPField.Name {
    package static let contentDigest = Self(token: "Content-Digest")
    package static let reprDigest = Self(token: "Repr-Digest")
}
