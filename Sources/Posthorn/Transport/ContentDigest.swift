import FoundationEssentials

/// What bytes must hash to (RFC 9530).
public struct ContentDigest: Sendable, Hashable {
    /// A hash function that is good enough to prove something.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// SHA-256.
        case sha256 = "sha-256"
        /// SHA-512.
        case sha512 = "sha-512"

        /// How many bytes it gives.
        package var count: Int { self == .sha256 ? 32 : 64 }
    }

    /// The hash function.
    public let algorithm: Algorithm
    /// Its value.
    public let bytes: [UInt8]

    /// Creates a digest.
    ///
    /// `nil` if the bytes are not as many as the function gives.
    public init?(_ algorithm: Algorithm, bytes: [UInt8]) {
        guard bytes.count == algorithm.count else { return nil }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Creates a digest from hexadecimal digits, as `sha256sum` prints them.
    ///
    /// `nil` if they are not as many as the function gives, or none.
    public init?(_ algorithm: Algorithm, hex: String) {
        let digits = Array(hex.utf8)
        guard digits.count == 2 * algorithm.count else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(of: digits[index]),
                let low = Self.value(of: digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(algorithm, bytes: bytes)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The strongest digest of a `Content-Digest` or `Repr-Digest` field.
    ///
    /// `nil` if it has none of the functions here: md5, sha and the checksums prove nothing.
    package init?(field: String) {
        var found: [ContentDigest] = []
        for member in field.split(separator: ",") {
            let parts = member.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let algorithm = Algorithm(rawValue: Self.trimmed(parts[0])),
                let bytes = Self.bytes(of: Self.trimmed(parts[1])),
                let digest = ContentDigest(algorithm, bytes: bytes)
            else { continue }
            found.append(digest)
        }
        guard let strongest = found.max(by: { $0.bytes.count < $1.bytes.count }) else { return nil }
        self = strongest
    }

    private static func trimmed(_ text: Substring) -> String {
        String(
            text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
                .reversed())
    }

    /// The value of a byte sequence of structured fields, `:base64:`, without its parameters.
    private static func bytes(of item: String) -> [UInt8]? {
        let value = item.prefix { $0 != ";" }
        guard value.count > 2, value.hasPrefix(":"), value.hasSuffix(":"),
            let data = Data(base64Encoded: String(value.dropFirst().dropLast()))
        else { return nil }
        return Array(data)
    }
}

extension ContentDigest: CustomStringConvertible {
    /// The function's name and the value in hexadecimal digits.
    public var description: String {
        algorithm.rawValue + " "
            + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    // The literals are tokens, which a test reads; the type has no other initializer.
    package static let contentDigest = HTTPField.Name("Content-Digest")!
    // swift-format-ignore: NeverForceUnwrap
    package static let reprDigest = HTTPField.Name("Repr-Digest")!
}
