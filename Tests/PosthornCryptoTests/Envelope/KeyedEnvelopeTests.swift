import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting
import Testing

@Suite("Envelopes with RSA-OAEP, and with AES-CBC and HMAC")
struct KeyedEnvelopeTests {
    static let servers = [Result { try EnvelopeServer.rsa() }, .success(.cbc)]
        .compactMap { try? $0.get() }

    @Test(arguments: servers, CipherConformance.behaviours)
    func keyedEnvelopesConform(
        _ server: EnvelopeServer, _ behaviour: CipherConformance.Behaviour
    ) async throws {
        try await behaviour.check(
            key: server, otherKey: server.other(), secrets: [Peer.secret, EnvelopeServer.cbcKey],
            cipher: { try $0.cipher() }, peer: { $0 })
    }

    @Test(arguments: servers)
    func rejectsEveryChangeWithOneMessage(_ server: EnvelopeServer) async throws {
        let cipher = try server.cipher()
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        let response = try server.response(order, to: request)
        #expect(await fault(response, request, cipher) == nil)
        // Version and key ID are not encrypted, and errors name them.
        let named = 2 + server.keyID.utf8.count
        for index in response.body.indices {
            var changed = response
            changed.body[index] ^= 0x41
            let fault = await fault(changed, request, cipher)
            let isOfID = (2..<named).contains(index)
            #expect(fault?.code == (isOfID ? .unknownKey : .openingFailed), "byte \(index)")
            if index >= named || index == 1 { #expect(fault?.message == opaque, "byte \(index)") }
        }
        for length in 0..<response.body.count {
            var cut = response
            cut.body = response.body.prefix(length)
            #expect(await fault(cut, request, cipher)?.message == opaque, "\(length) bytes")
        }
    }

    private func fault(
        _ response: TransportResponse, _ request: TransportRequest, _ cipher: any PayloadCipher
    ) async -> APIError.Cause? {
        await faultOfOpening(response, to: request, with: cipher)
    }

    @Test(arguments: servers)
    func rejectsEnvelopeOfAnotherVersion(_ server: EnvelopeServer) async throws {
        let cipher = try server.cipher()
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        let response = try server.response(order, to: request, version: 1)
        let message = await fault(response, request, cipher)?.message ?? ""
        #expect(message.contains("has the version 1"))
        let plain = TransportResponse.sealed(order, mediaType: "application/json")
        let other = await fault(plain, request, cipher)?.message ?? ""
        #expect(other.contains("is not sealed"))
    }

    @Test func eachExchangeHasItsOwnSecret() async throws {
        let cipher = try EnvelopeServer.rsa().cipher()
        var requests = [TransportRequest.sample(), .sample(.get, body: nil)]
        for index in requests.indices { try await cipher.seal(&requests[index]) }
        let fields = requests.compactMap { $0.headers[EnvelopeServer.field] }
        #expect(Set(fields).count == 2)
        #expect(requests[1].body == nil)
        let swapped = try EnvelopeServer.rsa().response(order, to: requests[1])
        #expect(await fault(swapped, requests[0], cipher)?.message == opaque)
        #expect(await fault(swapped, requests[1], cipher) == nil)
        // Without its secret a request has no response to open.
        var bare = TransportRequest.sample()
        bare.headers = requests[1].headers
        #expect(
            await fault(swapped, bare, cipher)?.message
                == "the request has no secret for its response")
    }

    @Test func rejectsKeysOfOtherKindsAndLengths() async throws {
        let curve = try PrivateKey.random(.p256, id: "k").publicKey
        let fault = #expect(throws: APIError.Cause.self) { try RSAEnvelopeCipher(recipient: curve) }
        #expect(fault?.code == .invalidKey)
        var request = TransportRequest.sample()
        await #expect(throws: APIError.Cause.self) {
            try await RSAEnvelopeCipher(recipient: RefreshingKeys { try KeyRing(curve) })
                .seal(&request)
        }
        let short = try SecretKey(id: "k", bytes: Peer.secret, for: .envelopeVersion1)
        #expect(throws: APIError.Cause.self) {
            try EnvelopeCipher(key: short, suite: .legacyAES256CBC)
        }
        await #expect(throws: APIError.Cause.self) {
            try await EnvelopeCipher(
                key: RefreshingKeys { try KeyRing(short) }, suite: .legacyAES256CBC
            ).seal(&request)
        }
        #expect(request.body?.data == order)
    }

    @Test(
        .enabled("needs .venv with cryptography; make setup") { Interop.isThere },
        arguments: servers, [0, 1, 15, 16, 1000])
    func interoperatesWithPython(
        _ server: EnvelopeServer, _ count: Int
    ) async throws {
        let cipher = try server.cipher()
        let body = Data(repeating: 7, count: count)
        var request = TransportRequest.sample(body: body)
        try await cipher.seal(&request)
        var task: [String: Any] = [
            "do": "envelope-open", "method": "POST", "target": request.target,
            "exchange": try #require(request.headers[.exchange]),
            "body": try #require(request.body?.data).hex,
        ]
        switch server.keys {
        case .rsa(let pem):
            task["version"] = 3
            task["pem"] = pem
            task["field"] = request.headers[EnvelopeServer.field] ?? ""
        case .cbc(let key):
            task["version"] = 4
            task["key"] = key.hex
        }
        let responding = task.merging(["do": "envelope-seal", "body": body.hex]) { $1 }
        let results = try Interop.run([task, responding])
        #expect(results[0] == body)
        var response = TransportResponse.sealed(results[1])
        try await cipher.open(&response, to: request)
        #expect(response.body == body)
        #expect(response.mediaType == "text/plain")
    }
}
