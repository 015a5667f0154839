import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting
import Testing

@Suite("Signed calls")
struct SigningPipelineTests {
    struct Pay: Endpoint {
        typealias Output = [String: Bool]
        static let name = "pay"

        func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/payments")
            request.sendsIdempotencyKey = true
            request.body("amount", 5)
        }
    }

    private func service(
        _ signer: any Signer,
        _ response: @escaping @Sendable (TransportRequest) throws -> TransportResponse
    ) -> Service {
        Service(response).with { $0.signer = signer }
    }

    private static let accepted = TransportResponse(
        status: .ok, headers: [.contentType: "application/json"],
        body: Data(#"{"ok":true}"#.utf8))

    /// Row 222: after a 403 with the server's `Date`, the next signature uses the server's time.
    @Test func clockSkewFailsCallAndCorrectsTheNext() async throws {
        let signer = AWSSigner(
            credentials: AWSCredentials(accessKeyID: "AKID", secret: "geheim"),
            region: "eu-central-1", service: "execute-api", clock: .at(1_369_353_600))
        let service = service(signer) { request in
            guard request.headers[.amzTime] != "20130524T001000Z" else { return Self.accepted }
            return TransportResponse(
                status: .forbidden, headers: [.date: "Fri, 24 May 2013 00:10:00 GMT"])
        }
        let error = await #expect(throws: APIError.self) { try await service.send(Pay()) }
        #expect(error?.code == .status(403))
        #expect((error?.underlying as? APIError.Cause)?.code == .clockSkewed)
        #expect(error?.message.contains("600 s behind the server's") == true)
        #expect(try await service.send(Pay()) == ["ok": true])
    }

    @Test func idempotencyKeyIsSigned() async throws {
        let key = try PrivateKey.random(.ed25519, id: "k")
        let seen = Box<[TransportRequest]>([])
        let service = service(MessageSigner(key: try SigningKey(key))) { request in
            seen.change { $0.append(request) }
            return Self.accepted
        }
        _ = try await service.send(Pay())
        let request = try #require(seen.value.first)
        #expect(request.headers[.idempotency] != nil)
        #expect(request.headers[.signatureInput]?.contains(#""idempotency-key""#) == true)
    }

    /// Row 225: a proxy's error page keeps its status and body.
    @Test func unsigned502OfProxyKeepsStatusAndBody() async throws {
        let peer = try SigningPeer()
        let service = service(peer.signer) { _ in
            TransportResponse(
                status: .badGateway, headers: [.contentType: "text/html"],
                body: Data("<h1>Bad</h1>".utf8))
        }
        let error = await #expect(throws: APIError.self) { try await service.send(Pay()) }
        #expect(error?.code == .badGateway)
        #expect(error?.response?.body == Data("<h1>Bad</h1>".utf8))
        #expect((error?.underlying as? APIError.Cause)?.code == .openingFailed)
    }

    /// Row 204: an unsigned success is an error.
    @Test func unsignedSuccessFails() async throws {
        let peer = try SigningPeer()
        let service = service(peer.signer) { _ in Self.accepted }
        let error = await #expect(throws: APIError.self) { try await service.send(Pay()) }
        #expect(error?.code == .openingFailed)
        #expect(error?.stage == .opening)
    }

    /// Row 228: the signer writes its fields last, whoever set them before.
    @Test func signerFieldsOverrideCallFields() async throws {
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        let signer = HMACSigner(key: key)
        let seen = Box<[TransportRequest]>([])
        var service = service(signer) { request in
            seen.change { $0.append(request) }
            return Self.accepted
        }
        service.configuration.defaults.header(signer.signatureField.rawName, "common")
        service.configuration.defaults.header(signer.keyIDField.rawName, "common")
        let call = service.with {
            $0.header(signer.timeField.rawName, "call")
            $0.header(signer.nonceField.rawName, "call")
        }
        _ = try await call.send(Pay())
        let request = try #require(seen.value.first)
        for name in [
            signer.signatureField, signer.keyIDField, signer.timeField, signer.nonceField,
        ] {
            let values = request.headers[fields: name].map(\.value)
            #expect(values.count == 1, "\(name)")
            #expect(values != ["common"] && values != ["call"], "\(name)")
        }
        #expect(request.headers[signer.keyIDField] == "k-1")
    }

    /// Error descriptions contain no signatures, tokens or IDs.
    @Test func errorsShowNoSignature() async throws {
        let signer = HMACSigner(key: try SecretKey(id: "k-1", bytes: HMACSignerTests.secret))
        let seen = Box<[TransportRequest]>([])
        let service = service(signer) { request in
            seen.change { $0.append(request) }
            return TransportResponse(status: .forbidden)
        }
        let error = await #expect(throws: APIError.self) { try await service.send(Pay()) }
        let signature = try #require(seen.value.first?.headers[.plainSignature])
        #expect(error?.description.contains(signature) == false)
    }
}

@Suite("Signers and streams")
struct SigningStreamTests {
    struct Watch: StreamEndpoint {
        typealias Output = ByteStream
        static let name = "watch"
        var cipher: any PayloadCipher = .plaintext
        var signer: any Signer = .none

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/things")
            request.cipher = .using(cipher)
            request.signer = .using(signer)
        }
    }

    struct Things: APIService {
        static let server: String? = "https://api.example.com"
        var configuration: ClientConfiguration
    }

    /// Also in a chain.
    ///
    /// A signer that does not verify responses is not affected.
    @Test func verifyingSignerPreventsStreamRequest() async throws {
        let key = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret)
        var verifying = HMACSigner(key: key)
        verifying.verifiesResponses = true
        let raw = try SecretKey(id: "k-1", bytes: HMACSignerTests.secret, for: .signatures)
        var verifyingJWS = JWSSigner(key: try SigningKey(raw))
        verifyingJWS.responseVerifier = JWSVerifier(key: try SigningKey(raw).verifying)
        let stub = StubTransport(
            .on(.get, "/things", response: .stream(["a"], type: "application/octet-stream")))
        let things = Things(configuration: ClientConfiguration(transport: stub))
        let fields = try SealedFields(
            ["a"], key: JWEKey(SecretKey(id: "s", bytes: Peer.secret, for: .jwe), .direct))
        let refused = [
            Watch(signer: verifying), Watch(signer: try SigningPeer().signer),
            Watch(signer: ComposedSigner([HMACSigner(key: key), verifying])),
            Watch(signer: verifyingJWS), Watch(cipher: fields),
        ]
        for watch in refused {
            let error = await #expect(throws: APIError.self) { _ = try await things.stream(watch) }
            #expect(error?.code == .cipherCannotStream)
            #expect(error?.stage == .building)
        }
        #expect(stub.requests.isEmpty)
        let aws = AWSSigner(
            credentials: AWSCredentials(accessKeyID: "A", secret: "s"), region: "r", service: "s")
        let signers: [any Signer] = [
            aws, MessageSigner(key: try SigningKey(raw)), HMACSigner(key: key),
            ParameterSigner(key: raw, digest: .hmacSHA256), JWSSigner(key: try SigningKey(raw)),
        ]
        for (index, signer) in signers.enumerated() {
            let response = try await things.stream(Watch(signer: signer))
            var bytes = Data()
            for try await piece in response { bytes.append(piece) }
            #expect(bytes == Data("a".utf8), "\(signer.name)")
            #expect(stub.requests.count == index + 1)
        }
    }
}
