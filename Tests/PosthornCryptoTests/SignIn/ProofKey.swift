import Crypto
import Foundation

/// A proof key (RFC 7636): the authorization URL has the challenge, the token request the verifier.
struct ProofKey {
    let verifier: String

    init() { verifier = Self.base64URL(Data((0..<32).map { _ in .random(in: 0...255) })) }

    init(verifier: String) { self.verifier = verifier }

    var challenge: String { Self.base64URL(Data(SHA256.hash(data: Data(verifier.utf8)))) }

    private static func base64URL(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
