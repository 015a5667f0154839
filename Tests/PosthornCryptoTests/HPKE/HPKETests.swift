import Crypto
import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("HPKE requests and their responses")
struct HPKETests {
    enum Mode: CaseIterable { case base, psk, auth }

    struct Refused: Error {}

    /// The server, built on swift-crypto's HPKE instead of our code.
    struct Server {
        var recipient: HPKE.Recipient
        var enc: Data

        static func info(_ request: TransportRequest) -> Data {
            let fields = [
                "posthorn.hpke.v1", "request", request.method.rawValue, request.target, "", "", "",
            ]
            return fields.reduce(into: Data()) { data, field in
                let count = UInt32(field.utf8.count)
                data += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
                data += Data(field.utf8)
            }
        }

        mutating func open(_ request: TransportRequest) throws -> (String, Data) {
            let opened = try recipient.open(request.body?.data ?? Data())
            let count = Int(opened[opened.startIndex])
            return (
                String(decoding: opened.dropFirst().prefix(count), as: UTF8.self),
                Data(opened.dropFirst(1 + count))
            )
        }

        func response(_ body: Data, status: Int = 200) throws -> TransportResponse {
            let secret = try recipient.exportSecret(
                context: Data("posthorn.hpke.v1 response".utf8), outputByteCount: 32)
            let nonce = Data((0..<32).map { _ in UInt8.random(in: 0...255) })
            let key = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: enc + nonce, info: Data("key".utf8),
                outputByteCount: 32)
            let base = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: enc + nonce, info: Data("nonce".utf8),
                outputByteCount: 12)
            let head = Data([6]) + Data("text/x".utf8)
            let box = try AES.GCM.seal(
                head + body, using: key, nonce: .init(data: base.withUnsafeBytes { Data($0) }),
                authenticating: Data("\(status)".utf8))
            return .sealed(
                nonce + box.ciphertext + box.tag, status: status,
                mediaType: "application/vnd.posthorn.hpke")
        }
    }

    /// Client and server for a kind of key and a mode.
    static func pair(
        _ kind: KeyKind, _ mode: Mode
    ) throws -> (HPKECipher, @Sendable (TransportRequest) throws -> Server) {
        let (own, other) = (
            try PrivateKey.random(kind, id: "c"), try PrivateKey.random(kind, id: "s")
        )
        let psk = try SecretKey(id: "psk-1", bytes: Peer.secret)
        let sender: HPKECipher.Sender =
            switch mode {
            case .base: .anonymous
            case .psk: .psk(psk)
            case .auth: .key(own)
            }
        let cipher = try HPKECipher(recipient: other.publicKey, sender: sender)
        @Sendable func make<Key: HPKEDiffieHellmanPrivateKey>(
            _ key: Key, _ client: Key.PublicKey, _ suite: HPKE.Ciphersuite,
            _ request: TransportRequest
        ) throws -> Server {
            let field = try #require(HTTPField.Name("Posthorn-Encapsulated"))
            // Without `#require`: some requests are attacks.
            let parts = (request.headers[field] ?? "").split(separator: ".")
            guard parts.count >= 3, Data(base64URL: String(parts[1])) == Data("s".utf8),
                let enc = Data(base64URL: String(parts[2]))
            else { throw Refused() }
            let info = Server.info(request)
            let recipient =
                switch mode {
                case .base:
                    try HPKE.Recipient(
                        privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc)
                case .psk:
                    try HPKE.Recipient(
                        privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc,
                        presharedKey: SymmetricKey(data: Peer.secret),
                        presharedKeyIdentifier: Data("psk-1".utf8))
                case .auth:
                    try HPKE.Recipient(
                        privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: enc,
                        authenticatedBy: client)
                }
            return Server(recipient: recipient, enc: enc)
        }
        return (
            cipher,
            { request in
                if kind == .x25519 {
                    return try make(
                        Curve25519.KeyAgreement.PrivateKey(rawRepresentation: raw(other)),
                        Curve25519.KeyAgreement.PrivateKey(rawRepresentation: raw(own)).publicKey,
                        .Curve25519_SHA256_ChachaPoly, request)
                }
                return try make(
                    P256.KeyAgreement.PrivateKey(rawRepresentation: raw(other)),
                    P256.KeyAgreement.PrivateKey(rawRepresentation: raw(own)).publicKey,
                    .P256_SHA256_AES_GCM_256, request)
            }
        )
    }

    private static func raw(_ key: PrivateKey) throws -> Data {
        let members = try JSONSerialization.jsonObject(with: key.secretJWK) as? [String: String]
        return try #require(Data(base64URL: members?["d"] ?? ""))
    }

    @Test(arguments: [KeyKind.x25519, .p256], Mode.allCases)
    func requestAndResponseRoundTrip(_ kind: KeyKind, _ mode: Mode) async throws {
        let (cipher, server) = try Self.pair(kind, mode)
        for body in [order, Data(repeating: 0x61, count: 5_000_001), nil] {
            var request = TransportRequest.sample(body == nil ? .get : .post, body: body)
            try await cipher.seal(&request)
            var peer = try server(request)
            if let body {
                let opened = try peer.open(request)
                #expect(opened == ("application/json", body))
            }
            for status in [200, 409] {
                var response = try peer.response(body ?? order, status: status)
                try await cipher.open(&response, to: request)
                #expect(response.body == body ?? order)
                #expect(response.mediaType == "text/x")
            }
        }
    }

    @Test(arguments: [KeyKind.x25519, .p256])
    func rejectsChangedOrMismatchedResponse(_ kind: KeyKind) async throws {
        let (cipher, server) = try Self.pair(kind, .base)
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        let response = try server(request).response(order)
        for index in response.body.indices {
            var changed = response
            changed.body[index] ^= 1
            let fault = await faultOfOpening(changed, to: request, with: cipher)
            #expect(fault?.message == opaque, "byte \(index)")
        }
        for length in response.body.indices {
            var cut = response
            cut.body = response.body.prefix(length)
            #expect(await faultOfOpening(cut, to: request, with: cipher)?.message == opaque)
        }
        var other = TransportRequest.sample()
        try await cipher.seal(&other)
        #expect(await faultOfOpening(response, to: other, with: cipher)?.message == opaque)
        let asAnother = TransportResponse.sealed(
            response.body, status: 201, mediaType: "application/vnd.posthorn.hpke")
        #expect(await faultOfOpening(asAnother, to: request, with: cipher)?.message == opaque)
        let mirrored = TransportResponse.sealed(
            try #require(request.body?.data), mediaType: "application/vnd.posthorn.hpke")
        #expect(await faultOfOpening(mirrored, to: request, with: cipher)?.message == opaque)
        #expect(
            await faultOfOpening(response, to: .sample(), with: cipher)?.message
                == "the request has no secret for its response")
    }

    /// The server rejects a request that was moved to another path or sealed by another sender.
    @Test func serverRejectsRequestMovedToAnotherPath() async throws {
        let (cipher, server) = try Self.pair(.x25519, .auth)
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        var moved = TransportRequest.sample(.post, "/v1/refunds", body: request.body?.data)
        moved.headers = request.headers
        #expect(throws: (any Error).self) {
            var peer = try server(moved)
            _ = try peer.open(moved)
        }
    }

    @Test func rejectsKeysOfOtherKinds() throws {
        let server = try PrivateKey.random(.x25519).publicKey
        #expect(throws: APIError.Cause.self) {
            try HPKECipher(recipient: PrivateKey.random(.p384).publicKey)
        }
        #expect(throws: APIError.Cause.self) {
            try HPKECipher(recipient: server, sender: .key(.random(.p256)))
        }
        #expect(throws: APIError.Cause.self) {
            try HPKECipher(recipient: server, sender: .psk(.random(id: "p", bitCount: 128)))
        }
    }

    @Test func responseSecretIsNeverPrinted() async throws {
        let (cipher, _) = try Self.pair(.x25519, .base)
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        var text = "\(request.metadata) \(request) \(request.expandedDescription) "
        dump(request.metadata, to: &text)
        #expect(!text.contains("SymmetricKey"))
    }
}
