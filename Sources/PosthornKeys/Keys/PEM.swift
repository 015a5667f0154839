import FoundationEssentials
import PosthornCore
internal import SwiftASN1

/// A PEM block (RFC 7468).
///
/// It may have lines of any length, which `PEMDocument` refuses: keys in environment variables often have one line.
struct PEM {
    let label: String
    let bytes: Data

    init(_ text: String) throws(APIError.Cause) {
        let lines = text.split(whereSeparator: \.isNewline).map(\.trimmingBlanks)
        guard let first = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN ") }),
            lines[first].hasSuffix("-----")
        else {
            throw .key(
                "the key's text has no line that starts with -----BEGIN",
                "give the whole PEM file, or DER to the initializer that takes it")
        }
        let label = lines[first].dropFirst("-----BEGIN ".count).dropLast(5)
        let rest = lines[(first + 1)...]
        let last = try rest.firstIndex(of: "-----END \(label)-----").orThrow(
            .key("the key's text has no line -----END of its block", "give the whole PEM file"))
        try ensure(
            !rest[(last + 1)...].contains { $0.hasPrefix("-----BEGIN ") }, .invalidKey,
            "the key's text has more than one block of PEM", "give the block of one key")
        try ensure(
            !rest[..<last].contains { $0.contains(":") }, .invalidKey,
            "the key is encrypted by its PEM header",
            "decrypt it first: openssl pkey -in key.pem -out plain.pem")
        self.label = String(label)
        bytes = try Data(base64Encoded: rest[..<last].joined())
            .orThrow(.key("the key's PEM is not base64", "give the file as it was written"))
    }

    static func text(_ label: String, _ bytes: Data) -> String {
        PEMDocument(type: label, derBytes: Array(bytes)).pemString + "\n"
    }
}
