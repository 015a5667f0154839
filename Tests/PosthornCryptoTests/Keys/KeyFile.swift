import Foundation
import PosthornCrypto

/// Throw-away keys made by openssl, in `Vectors/keys`.
enum KeyFile {
    static func text(_ name: String) throws -> String {
        try String(
            contentsOf: Vector.folder.appending(path: "keys/\(name).pem"), encoding: .utf8)
    }

    /// A private key of each kind.
    static let all: [(String, KeyKind)] = [
        ("rsa1", .rsa), ("rsa8", .rsa), ("ec256", .p256), ("ec384", .p384),
        ("ec521", .p521), ("x", .x25519), ("ed", .ed25519),
    ]
}
