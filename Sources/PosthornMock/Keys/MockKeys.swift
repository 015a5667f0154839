internal import FoundationEssentials
internal import PosthornCore
internal import PosthornCrypto
package import PosthornSpec

/// The texts of the keys and credentials that the mock has, by the names of the spec.
package struct MockKeys: Sendable {
    package var texts: [String: String]
    package init(_ texts: [String: String] = [:]) { self.texts = texts }

    /// Makes random keys for the ciphers and signers of a service that have a scheme and no key, and returns them.
    @discardableResult
    package mutating func makeMissing(for service: ServiceSpec) throws -> [String: String] {
        var made: [String: String] = [:]
        for strategy in service.strategiesWithSchemes {
            guard let scheme = strategy.scheme, texts[strategy.name] == nil,
                texts[Self.serverName(strategy.name)] == nil
            else { continue }
            for (name, text) in try Self.random(scheme.form.keyType, strategy.name) {
                texts[name] = text
                made[name] = text
            }
        }
        return made
    }

    /// The name of the server's half of a key pair.
    package static func serverName(_ name: String) -> String { name + "-server" }

    private static func random(
        _ keyType: String, _ name: String
    ) throws -> [(name: String, text: String)] {
        switch keyType {
        case "PublicKey":
            let key = try PrivateKey.random(.x25519, id: name)
            return [
                (name, String(decoding: key.publicKey.jwk, as: UTF8.self)),
                (serverName(name), String(decoding: key.secretJWK, as: UTF8.self)),
            ]
        case "JWEKey":
            let key = try SecretKey.random(id: name, for: .jwe)
            return [(name, String(decoding: key.secretJWK, as: UTF8.self))]
        case "AWSCredentials": return [(name, "AKIDMOCK:" + base64(30))]
        default: return [(name, "\(name):" + base64(32))]
        }
    }

    private static func base64(_ count: Int) -> String {
        Data((0..<count).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    }
}
