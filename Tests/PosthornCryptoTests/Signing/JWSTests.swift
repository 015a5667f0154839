import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("JWS, detached and attached")
struct JWSTests {
    let key: SigningKey
    let pair: PrivateKey

    init() throws {
        pair = try .random(.p256, id: "k")
        key = try SigningKey(pair)
    }

    private func fault(_ jws: String, _ payload: Data = order) async -> APIError.Cause? {
        do {
            try await JWSVerifier(key: key.verifying).verify(jws, detached: payload)
            return nil
        } catch {
            return error as? APIError.Cause
        }
    }

    private func jws(_ head: String, signing payload: Data = order) throws -> String {
        let digits = Data(head.utf8).base64URL
        let input = Data("\(digits).\(payload.base64URL)".utf8)
        return "\(digits)..\(try key.sign(input).base64URL)"
    }

    @Test func acceptsValidSignature() async throws {
        #expect(await fault(try jws(#"{"alg":"ES256","kid":"k"}"#)) == nil)
        #expect(await fault(try JWSSigner.signature(of: order, by: key)) == nil)
        #expect(
            await fault(try JWSSigner.signature(of: order, by: key, encodesPayload: true)) == nil)
    }

    /// Rows 211 and 212: critical headers must be supported, and the key determines the algorithm.
    @Test(arguments: [
        #"{"alg":"none","kid":"k"}"#, #"{"alg":"None","kid":"k"}"#, #"{"alg":"HS256","kid":"k"}"#,
        #"{"alg":"ES384","kid":"k"}"#, #"{"alg":"ES256","alg":"ES256","kid":"k"}"#,
        #"{"alg":"ES256","kid":"k","crit":["exp"],"exp":1}"#, #"{"alg":"ES256","crit":[]}"#,
        #"{"alg":"ES256","kid":"k","crit":["b64"]}"#, #"{"alg":"ES256","b64":true}"#,
        #"{"alg":"ES256","kid":"k","crit":["b64","b64"],"b64":true}"#,
        #"{"alg":"ES256","kid":7}"#, #"{"kid":"k"}"#, #"["ES256"]"#, "",
        #"{"alg":"ES256","kid":"k","crit":["b64"],"b64":"false"}"#,
    ])
    func rejectsInvalidHeaders(_ head: String) async throws {
        let fault = await fault(try jws(head))
        #expect(fault?.code == .openingFailed)
        #expect(fault?.message == opaqueSignature)
    }

    @Test func ignoresKeysInHeader() async throws {
        let stranger = try SigningKey(.random(.p256, id: "k"))
        let jwk = String(decoding: try PrivateKey.random(.p256).publicKey.jwk, as: UTF8.self)
        let head = Data(
            #"{"alg":"ES256","kid":"k","jwk":\#(jwk),"jku":"https://e.test","x5u":"https://e.test"}"#
                .utf8
        ).base64URL
        let input = Data("\(head).\(order.base64URL)".utf8)
        let jws = "\(head)..\(try stranger.sign(input).base64URL)"
        #expect(await fault(jws)?.message == opaqueSignature)
    }

    /// CVE-2015-9235: the public key's text as the HMAC secret.
    @Test func rejectsPublicKeyUsedAsHMACSecret() async throws {
        let secret = try SecretKey(
            id: "k", bytes: Data(pair.publicKey.pem.utf8), for: .signatures)
        let forged = try JWSSigner.signature(of: order, by: SigningKey(secret))
        #expect(await fault(forged)?.message == opaqueSignature)
    }

    @Test func rejectsEveryChangedCharacter() async throws {
        let jws = Array(try JWSSigner.signature(of: order, by: key).utf8)
        for index in jws.indices {
            for change in [UInt8(ascii: "A"), UInt8(ascii: "="), UInt8(ascii: "."), 0xc3]
            where jws[index] != change {
                var changed = jws
                changed[index] = change
                let fault = await fault(String(decoding: changed, as: UTF8.self))
                #expect(fault?.message == opaqueSignature || fault?.code == .unknownKey, "\(index)")
            }
        }
        for index in order.indices {
            var changed = order
            changed[index] ^= 1
            #expect(await fault(String(decoding: jws, as: UTF8.self), changed) != nil)
        }
    }

    @Test func signsRequestAndVerifiesResponse() async throws {
        var signer = JWSSigner(key: key)
        signer.responseVerifier = JWSVerifier(key: key.verifying)
        var request = TransportRequest.sample()
        try await signer.sign(&request)
        let signature = try #require(request.headers[.jws])
        try await JWSVerifier(key: key.verifying).verify(signature, detached: order)
        var response = TransportResponse(
            status: .ok,
            headers: [.jws: try JWSSigner.signature(of: Data("ok".utf8), by: key)],
            body: Data("ok".utf8))
        try await signer.verify(response, to: request)
        response.body = Data("ko".utf8)
        let changed = await #expect(throws: APIError.Cause.self) {
            try await signer.verify(response, to: request)
        }
        #expect(changed?.message == opaqueSignature)
        response.headers[.jws] = nil
        let missing = await #expect(throws: APIError.Cause.self) {
            try await signer.verify(response, to: request)
        }
        #expect(missing?.message == "the response is not signed: it has no x-jws-signature")
        let empty = TransportResponse(status: .noContent)
        try await signer.verify(empty, to: request)
        var bodiless = TransportRequest.sample(.get, body: nil)
        try await signer.sign(&bodiless)
        #expect(bodiless.headers[.jws] == nil)
    }

    @Test func rejectsBodiesNotInMemory() async throws {
        let fault = await #expect(throws: APIError.Cause.self) {
            var request = TransportRequest.sample()
            request.body = HTTPBody(BodyStream { AsyncStream { $0.finish() } })
            try await JWSSigner(key: key).sign(&request)
        }
        #expect(fault?.code == .sealingFailed)
    }
}

extension Data {
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let jws = HTTPField.Name("x-jws-signature")!
}
