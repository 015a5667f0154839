import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Sealing and opening")
struct RoundTripTests {
    @Test(arguments: [order, Data(), Data(repeating: 7, count: 100_000)])
    func peerOpensSealedBody(_ body: Data) async throws {
        let request = try await TransportRequest.sealed(body: body)
        #expect(request.headers[.contentType] == sealedType)
        #expect(request.headers[.accept] == sealedType)
        // Version, "shop-1", "application/json", nonce, body, tag.
        #expect(request.body?.count == 1 + 7 + 17 + 12 + body.count + 16)
        let opened = try Peer().open(request)
        #expect(opened.body == body)
        #expect(opened.mediaType == "application/json")
    }

    /// Exchange ID and nonce are drawn together, but share no bytes with each other or with other
    /// messages.
    @Test(arguments: ["AES-256-GCM", "ChaCha20-Poly1305", "aes128gcm"])
    func exchangeIDAndNonceShareNoBytes(_ name: String) async throws {
        let secret = try SecretKey(id: "shop-1", bytes: Peer.secret)
        let cipher: any PayloadCipher =
            switch name {
            case "aes128gcm": try ContentEncodingCipher(key: secret)
            case "AES-256-GCM":
                try EnvelopeCipher(
                    key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
            default:
                try EnvelopeCipher(
                    key: SecretKey.shared(for: .envelopeVersion1), suite: .version1ChaCha20Poly1305)
            }
        var seen: Set<Data> = []
        for _ in 0..<5 {
            var request = TransportRequest.sample()
            try await cipher.seal(&request)
            let digits = try #require(request.headers[.exchange])
                .replacing("-", with: "+").replacing("_", with: "/")
            let id = try #require(Data(base64Encoded: digits + "=="))
            let body = try #require(request.body?.data)
            // Record bodies start with a salt; the nonce of an envelope follows a head of 25 bytes.
            let nonce = name == "aes128gcm" ? body.prefix(16) : body.dropFirst(25).prefix(12)
            for bytes in [id, nonce] {
                for start in stride(from: 0, to: bytes.count, by: 4) {
                    let word = Data(bytes.dropFirst(start).prefix(4))
                    #expect(seen.insert(word).inserted, "\(name) repeats random bytes")
                }
            }
        }
    }

    @Test func sealsBodyThatIsASlice() async throws {
        let slice = Data("__\(String(decoding: order, as: UTF8.self))".utf8).dropFirst(2)
        #expect(slice.startIndex == 2)
        let sealed = try await TransportRequest.sealed(body: slice)
        #expect(try Peer().open(sealed).body == order)
    }

    @Test func sealsBodyWithoutMediaType() async throws {
        var request = TransportRequest.sample()
        request.headers[.contentType] = nil
        try await EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM
        )
        .seal(&request)
        let opened = try Peer().open(request)
        #expect(opened.mediaType == "")
        #expect(opened.body == order)
    }

    @Test func requestWithoutBodyHasOnlyAnExchangeID() async throws {
        let request = try await TransportRequest.sealed(.get, body: nil)
        #expect(request.body == nil)
        #expect(request.headers[.contentType] == nil)
        #expect(request.headers[.accept] == sealedType)
        #expect(request.headers[.exchange]?.utf8.count == 22)
    }

    @Test(arguments: [(order, 200), (order, 404), (Data(), 200), (Data([0, 255]), 201)])
    func opensBodySealedByPeer(_ body: Data, status: Int) async throws {
        let cipher = try EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        for request in [try await TransportRequest.sealed(), try await .sealed(.get, body: nil)] {
            var response = try Peer().response(
                body, mediaType: "text/x", status: status, to: request)
            try await cipher.open(&response, to: request)
            #expect(response.body == body)
            #expect(response.mediaType == "text/x")
        }
    }

    @Test func opensBodyThatIsASlice() async throws {
        let request = try await TransportRequest.sealed()
        var response = try Peer().response(order, to: request)
        response.body = (Data([9, 9, 9]) + response.body).dropFirst(3)
        try await EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM
        )
        .open(
            &response, to: request)
        #expect(response.body == order)
    }

    @Test func openedResponseKeepsMissingMediaType() async throws {
        let request = try await TransportRequest.sealed()
        var response = try Peer().response(order, mediaType: "", to: request)
        try await EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM
        )
        .open(
            &response, to: request)
        #expect(response.headers[.contentType] == nil)
    }

    @Test(arguments: ["text/é", "a\tb", String(repeating: "a", count: 256)])
    func rejectsInvalidMediaType(_ mediaType: String) async throws {
        var request = TransportRequest.sample()
        request.headers[.contentType] = mediaType
        let cipher = try EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        let fault = await #expect(throws: APIError.Cause.self) { try await cipher.seal(&request) }
        #expect(fault?.code == .sealingFailed)
        #expect(fault?.message.hasPrefix("the body's media type ") == true)
        #expect(request.body?.data == order)
    }

    @Test func sealsEachAttemptAnew() async throws {
        let cipher = try EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        var (first, second) = (TransportRequest.sample(), TransportRequest.sample())
        try await cipher.seal(&first)
        try await cipher.seal(&second)
        #expect(first.body != second.body)
        #expect(first.headers[.exchange] != second.headers[.exchange])
    }

    @Test func noncesAndExchangeIDsAreUniqueIn100000Messages() async throws {
        let cipher = try EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        var (nonces, exchanges) = (Set<[UInt8]>(), Set<String>())
        for _ in 0..<100_000 {
            var request = TransportRequest.sample(body: Data([1]))
            try await cipher.seal(&request)
            nonces.insert([UInt8](try #require(request.body?.data).dropFirst(25).prefix(12)))
            exchanges.insert(request.headers[.exchange] ?? "")
        }
        #expect(nonces.count == 100_000)
        #expect(exchanges.count == 100_000)
    }
}
