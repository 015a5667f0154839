import Foundation
import Posthorn
import PosthornCrypto
@_spi(Generated) import PosthornServer

/// The types of `PosthornServer`.
enum ServerSamples {
    static func all() throws -> [Sample] {
        let key = try SecretKey(id: "k-1", bytes: CryptoSamples.secret)
        let cipher = try EnvelopeServer(key: key, audience: "https://api.example.com")
        let server = EndpointServer(
            [], server: nil, policy: JSONPolicy(), ciphers: ["": cipher], verifiers: [:],
            serve: { _, call in try call.reply() })
        let request = TransportRequest(
            url: "https://api.example.com/?\(Canary.word)", headers: [.cookie: Canary.word])
        return [
            Sample(cipher), Sample(server),
            Sample(CipherServer(try ContentEncodingCipher(key: key), memory: nil)),
            Sample(SignerServer(HMACSigner(key: key))), Sample(ServerContext(request: request)),
            .open(ServerRefusal(.badRequest, Canary.word)),
        ]
    }
}
