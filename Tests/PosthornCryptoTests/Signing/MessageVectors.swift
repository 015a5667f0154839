import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Appendix B of RFC 9421.
struct MessageVectors: Decodable, Sendable {
    struct Key: Decodable, Sendable {
        var pem: [String]?
        var jwk: JSONValue?
        var base64: String?
    }

    struct Signature: Decodable, Sendable, CustomTestStringConvertible {
        var id: String
        var alg: String
        var message: String?
        var messageHttp: String?
        var label: String
        var signatureBase: String?
        var signatureInput: String
        var signature: String
        var valid: Bool
        var testDescription: String { id }
    }

    var keys: [String: Key]
    var messages: [String: String]
    var signatures: [Signature]

    static let all: MessageVectors? = try? SigningVectors.decoder.decode(
        MessageVectors.self, from: SigningVectors.data("rfc9421-appendix-b.json"))

    func pair(_ name: String) throws -> PrivateKey {
        let members = try #require(keys[name]?.jwk)
        return try PrivateKey(jwk: JSONEncoder().encode(members), id: name)
    }

    func verifyingKey(_ name: String) throws -> VerifyingKey {
        if let secret = keys[name]?.base64 {
            return try VerifyingKey(
                SecretKey(
                    id: name, bytes: try #require(Data(base64Encoded: secret)),
                    for: .signatures))
        }
        return try VerifyingKey(pair(name).publicKey)
    }

    func signingKey(_ name: String) throws -> SigningKey {
        if let secret = keys[name]?.base64 {
            return try SigningKey(
                SecretKey(
                    id: name, bytes: try #require(Data(base64Encoded: secret)),
                    for: .signatures))
        }
        return try SigningKey(pair(name))
    }

    /// The message with the vector's signature on it.
    func message(_ vector: Signature) throws -> String {
        let text = try #require(vector.messageHttp ?? messages[vector.message ?? ""])
        guard !text.contains("Signature-Input") else { return text }
        let end = try #require(text.firstRange(of: "\n\n")?.lowerBound)
        return text[..<end]
            + "\nSignature-Input: \(vector.signatureInput)\nSignature: \(vector.signature)"
            + text[end...]
    }
}

extension TransportResponse {
    /// The response of a message as a file has it.
    init(message: String) throws {
        let start = try #require(message.firstIndex(of: "\n"))
        let status = try #require(Int(message[..<start].split(separator: " ")[1]))
        // The request parser reads the rest.
        let request = try TransportRequest(message: "GET / HTTP/1.1" + message[start...])
        self.init(
            status: .init(code: status), headers: request.headers,
            body: request.body?.data ?? Data())
    }
}
