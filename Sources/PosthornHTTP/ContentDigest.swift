import FoundationEssentials

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

    /// Creates a digest from bytes.
    ///
    /// - Throws: a ``TransportError`` with the code `invalidRequest` if the number of bytes does not match
    ///   the algorithm.
    public init(_ algorithm: Algorithm, bytes: [UInt8]) throws(TransportError) {
        guard bytes.count == algorithm.count else {
            throw .invalidRequest(
                "the digest has \(bytes.count) bytes",
                "give the \(algorithm.count) of \(algorithm.rawValue)")
        }
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
    /// `nil` if the field has none of the algorithms above. MD5, SHA-1 and checksums are not secure.
    package init?(field: String) {
        var found: [ContentDigest] = []
        for member in field.split(separator: ",") {
            let parts = member.split(separator: "=", maxSplits: 1)
            guard parts.count == 2,
                let algorithm = Algorithm(rawValue: String(parts[0].trimmingBlanks)),
                let bytes = Self.bytes(of: parts[1].trimmingBlanks),
                let digest = try? ContentDigest(algorithm, bytes: bytes)
            else { continue }
            found.append(digest)
        }
        guard let strongest = found.max(by: { $0.bytes.count < $1.bytes.count }) else { return nil }
        self = strongest
    }

    /// Returns the value of a structured field's byte sequence, `:base64:`, without its parameters.
    private static func bytes(of item: Substring) -> [UInt8]? {
        let value = item.prefix { $0 != ";" }
        guard value.count > 2, value.hasPrefix(":"), value.hasSuffix(":"),
            let data = Data(base64Encoded: String(value.dropFirst().dropLast()))
        else { return nil }
        return Array(data)
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
