import Crypto
import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// A cipher or a verifying signer that is attacked, and the server that it talks to.
struct Target: Sendable, CustomTestStringConvertible {
    /// What may be wrong about a response that the server itself made.
    enum Lie: Sendable { case none, otherKey, tooOld, toCome }

    var name: String
    /// The one message for what is not to be told apart.
    var opaque: String
    var cipher: any PayloadCipher
    /// Seals or signs a response to a request; `nil` for a lie that the format can't tell.
    var response: @Sendable (Data, TransportRequest, Lie) async throws -> TransportResponse?
    /// The header fields that belong to the sealed message, changed as the body is.
    var fields: [HTTPField.Name] = []
    /// Which bytes of the body are changed and cut; all of them by default.
    var attacked: @Sendable (Data) -> Range<Int> = { $0.indices }
    /// Answers that say that they are sealed or signed in another, weaker way.
    var downgrades:
        @Sendable (TransportResponse, TransportRequest) async throws -> [TransportResponse]
    /// Records or parts of one response, so that they can be put together anew.
    var splices: @Sendable (TransportResponse) -> [Data] = { _ in [] }

    var testDescription: String { name }

    static let body = Data(#"{"paid":true,"sum":17}"#.utf8)
    static let other = Data(#"{"paid":true,"sum":99}"#.utf8)

    /// A request that the cipher sealed.
    func request(_ target: String = "/v1/orders?limit=5") async throws -> TransportRequest {
        var request = TransportRequest.sample(.post, target)
        try await cipher.seal(&request)
        return request
    }

    /// The fault of opening; `nil` if the response opens.
    func fault(_ response: TransportResponse, to request: TransportRequest) async throws -> APIError
        .Cause?
    {
        var response = response
        do {
            try await cipher.open(&response, to: request)
            return nil
        } catch {
            try #require(
                response.body == response.body && response.headers == response.headers,
                "\(name) has changed a response that it refused")
            return try #require(error as? APIError.Cause, "\(name) threw \(type(of: error))")
        }
    }

    static func all() throws -> [Target] {
        try [
            sealed("EnvelopeCipher", .aes256GCM),
            sealed("EnvelopeCipher, ChaCha20-Poly1305", .chaCha20Poly1305),
            envelope(
                "EnvelopeCipher, version 1", .aesGCM,
                EnvelopeCipher(
                    key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)),
            envelope(
                "EnvelopeCipher, version 1, ChaCha20-Poly1305", .chaChaPoly,
                EnvelopeCipher(
                    key: SecretKey.shared(for: .envelopeVersion1), suite: .version1ChaCha20Poly1305)
            ),
            records("ContentEncodingCipher", .exchange),
            records("ContentEncodingCipher, `binding: .none`", .none),
        ] + jwe() + [fields()] + hpke() + signers()
    }

    static func plain(_ body: Data, _ type: String = "application/json") -> TransportResponse {
        .sealed(body, mediaType: type)
    }

    static func base64URL(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
