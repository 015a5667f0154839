import Foundation
import Posthorn
import PosthornCrypto
import PosthornTesting
import TestSupport
import Testing

/// An intermediary that terminates TLS could response 401 for a request that the server has
/// processed.
///
/// A call that is not idempotent is therefore retried only after a 401 that opens.
@Suite("401 responses to sealed calls", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RefusedCredentialTests {
    enum Refusal: CaseIterable { case sealed, plain, ofAnotherCall, cut }
    enum Door: CaseIterable { case whole, stream, file }

    private struct Orders: APIService {
        static let server: String? = "https://api.example.com"
        var configuration: ClientConfiguration
        var token: Credential
        func credential(named name: String) -> Credential? { token }
    }

    /// The request of all three kinds of call.
    private struct Ask: Sendable {
        var cipher: any PayloadCipher = .plaintext
        var signer: any Signer = .none
        var isIdempotent = false

        func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders")
            request.auth = .bearer("user")
            request.cipher = .using(cipher)
            request.signer = .using(signer)
            request.sendsIdempotencyKey = isIdempotent
            request.body("items", ["A-1"])
        }
    }

    private struct Place: Endpoint {
        typealias Output = [String: Bool]
        static let name = "place"
        var ask: Ask
        func build(_ request: inout RequestBuilder) { ask.build(&request) }
    }

    private struct Watch: StreamEndpoint {
        typealias Output = ByteStream
        static let name = "watch"
        var ask: Ask
        func build(_ request: inout RequestBuilder) { ask.build(&request) }
    }

    private struct Fetch: DownloadEndpoint {
        static let name = "fetch"
        var ask: Ask
        func build(_ request: inout RequestBuilder) { ask.build(&request) }
    }

    /// Seals a body with a status for a request.
    private typealias Sealing = @Sendable (Data, Int, TransportRequest) -> StubResponse

    private static let accepted = Data(#"{"ok":true}"#.utf8)

    /// A server that has processed the request, behind an intermediary that responds to the first one.
    private static func stub(_ refusal: Refusal, sealing seal: @escaping Sealing) -> StubTransport {
        StubTransport(
            .on(.post, "/orders", times: 1) { request in
                let built = built(request)
                switch refusal {
                case .plain: return .json("{}", status: .unauthorized)
                case .sealed: return seal(Data("{}".utf8), 401, built)
                case .ofAnotherCall:
                    var other = built
                    other.headers[.exchange] = "another"
                    return seal(Data("{}".utf8), 401, other)
                case .cut:
                    var response = seal(Data("{}".utf8), 401, built)
                    response.pieces = response.pieces.map { $0.dropLast() }
                    return response
                }
            },
            .on(.post, "/orders") { seal(accepted, 200, built($0)) })
    }

    private static func built(_ request: StubRequest) -> TransportRequest {
        TransportRequest(
            endpoint: "", method: request.method, origin: "https://api.example.com", route: "",
            target: request.target, headers: request.headers, body: request.body)
    }

    private static func orders(_ stub: StubTransport) -> Orders {
        let loads = Box(0)
        return Orders(
            configuration: ClientConfiguration(transport: stub),
            token: .bearer { _ in
                loads.change { $0 += 1 }
                return "t\(loads.value)"
            })
    }

    private func tokens(_ stub: StubTransport) -> [String?] {
        stub.requests.map { $0.headers[.authorization].map { String($0.dropFirst(7)) } }
    }

    /// Makes a call of the given kind and returns its error.
    private func call(_ ask: Ask, _ door: Door, _ orders: Orders) async throws -> APIError? {
        do throws(APIError) {
            switch door {
            case .whole: #expect(try await orders.send(Place(ask: ask)) == ["ok": true])
            case .stream: _ = try await orders.stream(Watch(ask: ask))
            case .file:
                let path = NSTemporaryDirectory() + "posthorn-refused-\(UUID().uuidString)"
                defer { try? FileManager.default.removeItem(atPath: path) }
                _ = try await orders.download(Fetch(ask: ask), to: URL(filePath: path))
            }
            return nil
        } catch {
            return error
        }
    }

    private static func aes128gcm() throws -> (ContentEncodingCipher, Sealing) {
        let server = try ContentEncodingTests()
        return (
            server.cipher,
            { body, status, request in
                let response = try? server.sealedResponse(body, to: request, status: status)
                return StubResponse(
                    status: .init(code: status),
                    headers: [.contentType: "application/json", .contentEncoding: "aes128gcm"],
                    pieces: [response?.body ?? Data()])
            }
        )
    }

    @Test(arguments: Refusal.allCases, Door.allCases)
    func unverified401IsNotRetried(_ refusal: Refusal, _ door: Door) async throws {
        let (cipher, seal) = try Self.aes128gcm()
        let stub = Self.stub(refusal, sealing: seal)
        let orders = Self.orders(stub)
        let error = try await call(Ask(cipher: cipher), door, orders)
        guard refusal != .sealed else {
            #expect(error == nil)
            #expect(tokens(stub) == ["t1", "t2"])
            return
        }
        #expect(error?.code == .unauthorized)
        #expect(error?.stage == .opening)
        #expect(tokens(stub) == ["t1"])
        // The next call uses a new token, because the 401 may have been genuine.
        #expect(try await call(Ask(cipher: cipher), door, orders) == nil)
        #expect(tokens(stub) == ["t1", "t2"])
    }

    /// The call is idempotent, so the server recognizes the repetition.
    @Test(arguments: Refusal.allCases, Door.allCases)
    func idempotentCallIsRetriedAfterAny401(_ refusal: Refusal, _ door: Door) async throws {
        let (cipher, seal) = try Self.aes128gcm()
        let stub = Self.stub(refusal, sealing: seal)
        let ask = Ask(cipher: cipher, isIdempotent: true)
        #expect(try await call(ask, door, Self.orders(stub)) == nil)
        #expect(tokens(stub) == ["t1", "t2"])
    }

    @Test(arguments: Refusal.allCases)
    func envelopeCallIsRetriedOnlyAfterSealed401(_ refusal: Refusal) async throws {
        let stub = Self.stub(refusal) { body, status, request in
            let response = try? Peer().response(body, status: status, to: request)
            return .bytes(
                response?.body ?? Data(), type: sealedType, status: .init(code: status))
        }
        let cipher = try EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        let error = try await call(Ask(cipher: cipher), .whole, Self.orders(stub))
        #expect((error == nil) == (refusal == .sealed))
        #expect(stub.requests.count == (refusal == .sealed ? 2 : 1))
        if refusal == .plain {
            #expect((error?.underlying as? APIError.Cause)?.code == .openingFailed)
        }
    }

    @Test func unsigned401IsNotRetried() async throws {
        let stub = Self.stub(.plain) { body, _, _ in .bytes(body, type: "application/json") }
        let signer = try SigningPeer().signer
        let error = try await call(Ask(signer: signer), .whole, Self.orders(stub))
        #expect(error?.code == .unauthorized)
        #expect((error?.underlying as? APIError.Cause)?.code == .openingFailed)
        #expect(stub.requests.count == 1)
    }

    /// A signer that verifies no responses trusts every 401, except one that reports a wrong clock.
    @Test(arguments: Door.allCases)
    func signerWithoutVerificationRetriesAfter401(_ door: Door) async throws {
        for (date, count) in [
            ("Fri, 15 Jan 2027 08:00:00 GMT", 2), ("Fri, 15 Jan 2027 08:10:00 GMT", 1),
        ] {
            let stub = StubTransport(
                .on(
                    .post, "/orders", times: 1,
                    response: .json("{}", status: .unauthorized).header(.date, date)),
                .on(.post, "/orders", response: .json(#"{"ok":true}"#)))
            var signer = try SigningPeer().signer
            signer.responseVerifier = nil
            let error = try await call(Ask(signer: signer), door, Self.orders(stub))
            #expect(stub.requests.count == count)
            #expect((error == nil) == (count == 2))
            if count == 1 { #expect((error?.underlying as? APIError.Cause)?.code == .clockSkewed) }
        }
    }
}
