import Foundation
import Testing

/// Row 218: where and how authentication codes and tags are compared.
///
/// A comparison whose duration depends on the matching bytes leaks the code. A test cannot measure
/// this reliably, so it checks the sources.
@Suite("Source rule: authentication codes are compared in constant time")
struct ComparisonRuleTests {
    /// Functions that compare codes or raw bytes.
    static let comparing = [
        "isValidAuthenticationCode", "elementsEqual", "memcmp", "timingsafe_bcmp",
    ]
    /// Words that occur in the names of codes and tags.
    static let made: Set = [
        "tag", "mac", "code", "codes", "hmac", "signature", "expected", "computed", "digest",
    ]
    static let place = "AuthenticationCode.swift"

    /// Comparisons with one of these words but without a secret, each with its reason.
    static let harmless = [
        // Header contents that the tag authenticates.
        #"message.protected["exchange"] == expected"#,
        // Public parameters: a signature's label for its purpose, an envelope's version, ASN.1.
        #"input.text("tag") == tag"#, "version == expected", "rest.first == tag",
        // Hashes of public data; swift-crypto compares them in constant time anyway.
        "SHA256.hash(data: bytes) == digest", "SHA512.hash(data: bytes) == digest",
    ]

    static let modules = [
        "PosthornAWS", "PosthornCrypto", "PosthornJOSE", "PosthornKeys", "PosthornLegacy",
        "PosthornMessageSignatures", "PosthornServer",
    ]

    static let sources: [(name: String, lines: [String])] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources").standardized
        let files = modules.compactMap { module in
            FileManager.default.enumerator(
                at: folder.appending(path: module), includingPropertiesForKeys: nil)
        }
        return files.flatMap { $0.compactMap { $0 as? URL } }.filter { $0.pathExtension == "swift" }
            .compactMap { file in
                (try? String(contentsOf: file, encoding: .utf8)).map {
                    (file.lastPathComponent, $0.split(separator: "\n").map(String.init))
                }
            }
    }()

    /// The forbidden comparison of a line, or `nil`.
    static func offence(_ line: String) -> String? {
        let code = line.components(separatedBy: "//")[0]
        if let function = comparing.first(where: { code.contains($0) }) { return function }
        guard !harmless.contains(where: { code.contains($0) }) else { return nil }
        // Both operands, if they are names: `a.b == c.d`, `f(x) == c`.
        for match in code.matches(
            of: /([A-Za-z_][\w.]*)?(?:\([^()]*\))?\s+[!=]=\s+([\w.#"]+)/)
        {
            let (left, right) = (match.output.1.map(String.init) ?? "", String(match.output.2))
            // Comparisons with `nil`, numbers, literals or enum cases involve no code.
            guard right != "nil", let first = right.first, first.isLetter || first == "_"
            else { continue }
            for operand in [left, right] {
                let last = operand.split(separator: ".").last ?? ""
                let words = last.replacing(/([a-z0-9])([A-Z])/) { "\($0.output.1) \($0.output.2)" }
                    .lowercased().split { $0 == " " || $0 == "_" }.map(String.init)
                // The length of a code is not secret.
                if words.last == "count" { continue }
                if let word = words.first(where: made.contains) { return word }
            }
        }
        return nil
    }

    @Test func codesAreComparedOnlyInOneFile() {
        #expect(Self.sources.count > 80)
        for (name, lines) in Self.sources where name != Self.place {
            for (index, line) in lines.enumerated() {
                if let word = Self.offence(line) {
                    Issue.record(
                        "\(name):\(index + 1) compares by or with `\(word)`; use AuthenticationCode.isSame: \(line)"
                    )
                }
            }
        }
    }

    /// `AuthenticationCode.swift` compares only keys, which swift-crypto does in constant time.
    @Test func comparisonUsesConstantTimeKeys() throws {
        let lines = try #require(Self.sources.first { $0.name == Self.place }).lines
        let comparisons = lines.filter {
            !$0.contains("//") && ($0.contains("==") || Self.offence($0) != nil)
        }
        #expect(
            comparisons.map { $0.trimmingPrefix(while: { $0 == " " }) }
                == ["SymmetricKey(data: received) == SymmetricKey(data: computed)"])
    }

    /// The rule detects the comparisons that it is for.
    @Test(arguments: [
        "guard expectedTag == tag else { throw Refused() }", "if mac != computed {",
        "HMAC<SHA256>.isValidAuthenticationCode(", "signature.elementsEqual(own)",
        "memcmp(left, right, 32)", "return own == receivedCode", "let right = code(of: x) != sent",
    ])
    func ruleDetectsCodeComparisons(_ line: String) {
        #expect(Self.offence(line) != nil)
    }
}
