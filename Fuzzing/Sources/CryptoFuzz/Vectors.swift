internal import FoundationEssentials
internal import PosthornCore

/// The files that the tests have, as seeds and keys.
enum Vectors {
    /// The folder of the repository.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A JSON file of `Tests/PosthornCryptoTests/Vectors`.
    static func json(_ name: String) throws -> JSONValue {
        let file = root.appending(path: "Tests/PosthornCryptoTests/Vectors/" + name)
        return try JSONValue(document: Data(contentsOf: file), depth: 64)
    }
}

extension JSONValue {
    subscript(_ name: String) -> JSONValue? { object?[name] }

    /// The text of a member, or none.
    func text(_ name: String) -> String { self[name]?.string ?? "" }
}

extension Data {
    /// base64url without padding, by Foundation.
    init?(base64URL digits: String) {
        let plain = digits.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }

    init(hex: String) {
        let digits = Array(hex.utf8)
        func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit - 48 : digit - 87 }
        self.init(
            stride(from: 0, to: digits.count - 1, by: 2).map {
                value(digits[$0]) << 4 | value(digits[$0 + 1])
            })
    }
}
