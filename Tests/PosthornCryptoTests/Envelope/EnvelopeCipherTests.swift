import Crypto
import Foundation
import Posthorn
import PosthornCrypto
import PosthornServer
import Testing

@testable import PosthornCrypto

/// The second version of the envelope, client and server.
@Suite("Envelope version 2")
struct EnvelopeCipherTests {
    typealias Suite = EnvelopeCipher.Suite
    typealias Server = PosthornServer.EnvelopeServer

    /// The suites of version 2.
    static let suites: [Suite] = [.aes256GCM, .chaCha20Poly1305]

    static let secret = Data((0..<32).map { UInt8($0 * 7 + 11) })

    static func key(
        _ id: String = "shop-2", _ bytes: Data = secret,
        for purpose: SecretKey.Purpose = .derivation
    ) throws -> SecretKey {
        try SecretKey(id: id, bytes: bytes, for: purpose)
    }

    static func request(
        _ method: HTTPRequest.Method = .post, body: String? = #"{"a":1}"#,
        url: String = "https://API.example.com:443/v1/orders?limit=5"
    ) -> TransportRequest {
        var request = TransportRequest(method: method, url: url)
        if let body {
            request.body = HTTPBody(Data(body.utf8))
            request.headers[.contentType] = "application/json"
        }
        return request
    }

    static func server(
        _ suite: Suite = .aes256GCM, audience: String = "https://api.example.com",
        timeWindow: Duration? = .seconds(300)
    ) throws -> Server {
        try Server(
            key: key(), suite: suite, audience: audience, timeWindow: timeWindow)
    }

    @Test("A call is sealed, opened, sealed and opened", arguments: suites, [nil, "", "x"])
    func roundTrip(_ suite: Suite, body: String?) async throws {
        let cipher = try EnvelopeCipher(key: Self.key(), suite: suite)
        let server = try Self.server(suite)
        var sent = Self.request(body == nil ? .get : .post, body: body)
        try await cipher.seal(&sent)
        #expect(sent.headers[.accept] == "application/vnd.posthorn.sealed")
        #expect((sent.body == nil) == (body == nil))
        var received = sent
        try await server.open(&received)
        #expect(received.body?.data == body.map { Data($0.utf8) })
        for (status, text) in [(200, "[]"), (201, ""), (204, nil), (409, "no"), (304, nil)] {
            var response = TransportResponse(
                status: .init(code: status), headers: [.contentType: "text/plain"],
                body: Data((text ?? "").utf8))
            try await server.seal(&response, to: sent)
            var opened = response
            try await cipher.open(&opened, to: sent)
            #expect(opened.body == Data((text ?? "").utf8))
            #expect(opened.headers[.contentType] == (text == nil ? nil : "text/plain"))
            // The status is authenticated.
            response.status = .init(code: status == 200 ? 500 : 200)
            await refused { try await cipher.open(&response, to: sent) }
        }
    }

    private func refused(
        _ code: APIError.Code = .openingFailed, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            Issue.record("accepted", sourceLocation: sourceLocation)
        } catch {
            #expect(
                (error as? APIError.Cause)?.code == code, "\(error)",
                sourceLocation: sourceLocation)
        }
    }

    @Test("Vectors of C2SP for XAES-256-GCM")
    func xaes() throws {
        for (byte, text, hex) in [
            (1, "", "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"),
            (
                3, "c2sp.org/XAES-256-GCM",
                "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"
            ),
        ] {
            let key = SymmetricKey(data: [UInt8](repeating: UInt8(byte), count: 32))
            let nonce = Data("ABCDEFGHIJKLMNOPQRSTUVWX".utf8)
            let derived = try XAESKey(key).messageKey(nonce.prefix(12))
            let box = try AES.GCM.seal(
                Data("XAES-256-GCM".utf8), using: derived,
                nonce: AES.GCM.Nonce(data: nonce.suffix(12)), authenticating: Data(text.utf8))
            let sealed = (box.ciphertext + box.tag).map { String(format: "%02x", $0) }.joined()
            #expect(sealed == hex)
        }
    }

    @Test("Every byte changed, cut or added is refused, on both sides", arguments: suites)
    func tampering(_ suite: Suite) async throws {
        let cipher = try EnvelopeCipher(key: Self.key(), suite: suite)
        for body in [nil, "order"] {
            var sent = Self.request(body: body)
            try await cipher.seal(&sent)
            let envelope = try Self.envelope(of: sent)
            for changed in Self.changes(of: envelope) {
                let server = try Self.server(suite)
                var request = Self.with(changed, in: sent)
                await #expect(throws: APIError.Cause.self) { try await server.open(&request) }
            }
            let server = try Self.server(suite)
            var response = TransportResponse(status: .ok, headers: [:], body: Data("yes".utf8))
            try await server.seal(&response, to: sent)
            for changed in Self.changes(of: response.body) {
                var other = response
                other.body = changed
                await #expect(throws: APIError.Cause.self) {
                    try await cipher.open(&other, to: sent)
                }
            }
        }
    }

    private static func changes(of bytes: Data) -> [Data] {
        bytes.indices.map { index in
            var changed = bytes
            changed[index] ^= 0x41
            return changed
        } + (0..<bytes.count).map { Data(bytes.prefix($0)) } + [bytes + [0]]
    }

    private static func envelope(of request: TransportRequest) throws -> Data {
        try request.body?.data
            ?? #require(request.headers[SealedMessage.field].flatMap { Base64URL.decode($0) })
    }

    private static func with(_ envelope: Data, in request: TransportRequest) -> TransportRequest {
        var request = request
        if request.body != nil {
            request.body = HTTPBody(envelope)
        } else {
            request.headers[SealedMessage.field] = Base64URL.encode(envelope)
        }
        return request
    }

    @Test("A request opens only for its audience, method, target and exchange")
    func context() async throws {
        let cipher = try EnvelopeCipher(key: Self.key())
        for body in [nil, "order"] {
            var sent = Self.request(body: body)
            try await cipher.seal(&sent)
            func refused(by server: Server, _ change: (inout TransportRequest) -> Void)
                async
            {
                var request = sent
                change(&request)
                await self.refused { try await server.open(&request) }
            }
            let server = try Self.server()
            await refused(by: try Self.server(audience: "https://other.example.com")) { _ in }
            await refused(by: server) { $0.method = .put }
            await refused(by: server) { $0.url = $0.url.replacing("limit=5", with: "limit=6") }
            await refused(by: server) { $0.headers[ExchangeID.field] = "AAAAAAAAAAAAAAAAAAAAAA" }
            await refused(by: server) { $0.headers[ExchangeID.field] = nil }
            await refused(by: server) { request in
                request.body = nil
                request.headers[SealedMessage.field] = nil
            }
            // A body that is removed or added.
            await refused(by: server) { request in
                if let envelope = request.body?.data {
                    request.headers[SealedMessage.field] = Base64URL.encode(envelope)
                    request.body = nil
                } else {
                    request.body = HTTPBody(Data("plain".utf8))
                }
            }
            var request = sent
            try await server.open(&request)
            var again = sent
            await self.refused { try await server.open(&again) }
            #expect(again.headers == sent.headers)
        }
    }

    @Test("A response opens only for its request, and is no request")
    func responses() async throws {
        let cipher = try EnvelopeCipher(key: Self.key())
        let server = try Self.server()
        var (first, second) = (Self.request(), Self.request())
        try await cipher.seal(&first)
        try await cipher.seal(&second)
        var response = TransportResponse(status: .ok, headers: [:], body: Data("yes".utf8))
        try await server.seal(&response, to: first)
        var (other, plain) = (response, TransportResponse(status: .ok, headers: [:], body: Data()))
        await refused { try await cipher.open(&other, to: second) }
        await refused { try await cipher.open(&plain, to: first) }
        for type in [nil, "application/json", "text/plain"] {
            for status in [200, 400, 500] {
                var clear = TransportResponse(
                    status: .init(code: status), headers: [:], body: Data(#"{"ok":true}"#.utf8))
                clear.headers[.contentType] = type
                await refused { try await cipher.open(&clear, to: first) }
            }
        }
        // The request itself, and the response as a request.
        var reflected = TransportResponse(
            status: .ok, headers: first.headers, body: first.body?.data ?? Data())
        await refused { try await cipher.open(&reflected, to: first) }
        var turned = first
        turned.body = HTTPBody(response.body)
        let fresh = try Self.server()
        await refused { try await fresh.open(&turned) }
    }

    @Test("Times outside the window are refused")
    func times() async throws {
        let cipher = try EnvelopeCipher(key: Self.key(), timeWindow: .seconds(60))
        let old = try EnvelopeHead.sample(age: 301)
        let message = SealedMessage(
            format: EnvelopeCipher.Suite.aes256GCM.format, part: .requestWithoutBody,
            audience: "https://api.example.com",
            method: .get, target: "/v1", exchange: "e", status: nil)
        let sealed = try message.seal(
            Data(), old, with: EnvelopeCipher.Suite.aes256GCM.keys(of: Self.key()),
            salt: Data(count: 12), nonce: Data(count: 12))
        var request = TransportRequest(url: "https://api.example.com/v1")
        request.headers[ExchangeID.field] = "e"
        request.headers[SealedMessage.field] = Base64URL.encode(sealed.start + sealed.sealed)
        var late = request
        let error = await #expect(throws: APIError.Cause.self) {
            try await Self.server().open(&late)
        }
        #expect(error?.message.contains("301 seconds before the time of this clock") == true)
        try await Self.server(timeWindow: nil).open(&request)
        // The largest time that a message can have.
        let last = try EnvelopeHead(
            version: 5, keyID: "shop-2", mediaType: "", time: .max)
        let end = try message.seal(
            Data(), last, with: EnvelopeCipher.Suite.aes256GCM.keys(of: Self.key()),
            salt: Data(count: 12),
            nonce: Data(count: 12))
        var endless = TransportRequest(url: "https://api.example.com/v1")
        endless.headers[ExchangeID.field] = "e"
        endless.headers[SealedMessage.field] = Base64URL.encode(end.start + end.sealed)
        await refused { try await Self.server().open(&endless) }
        // The window of the client.
        var sent = Self.request()
        try await cipher.seal(&sent)
        var response = TransportResponse(status: .ok, headers: [:], body: Data())
        response.body = try SealedMessage(
            format: EnvelopeCipher.Suite.aes256GCM.format, part: .response,
            audience: "https://api.example.com",
            method: .post, target: sent.target,
            exchange: #require(sent.headers[ExchangeID.field]), status: .ok
        ).sealedWhole(old, with: EnvelopeCipher.Suite.aes256GCM.keys(of: Self.key()))
        response.headers[.contentType] = "application/vnd.posthorn.sealed"
        await refused { try await cipher.open(&response, to: sent) }
    }

    @Test("Other keys, suites and versions are named; the key has a purpose")
    func keys() async throws {
        let old = try EnvelopeCipher(key: Self.key("old", Data(repeating: 9, count: 32)))
        var request = Self.request()
        try await old.seal(&request)
        var first = request
        await refused(.unknownKey) { try await Self.server().open(&first) }
        let both = try Server(
            key: KeyRing(
                Self.key(), previous: [Self.key("old", Data(repeating: 9, count: 32))]),
            audience: "https://api.example.com")
        try await both.open(&request)
        #expect(request.body?.data == Self.request().body?.data)
        var other = Self.request()
        try await EnvelopeCipher(key: Self.key(), suite: .chaCha20Poly1305).seal(&other)
        let error = await #expect(throws: APIError.Cause.self) {
            try await Self.server().open(&other)
        }
        #expect(error?.message == "the envelope has the version 6, and this cipher reads version 5")
        let jwk = Data(
            #"{"kty":"oct","k":"AAECAwQFBgcICQoLDA0ODwABAgMEBQYHCAkKCwwNDg8","use":"sig"}"#.utf8)
        let signing = try SecretKey(jwk: jwk, id: "s", for: .derivation)
        await refused(.invalidKey) { _ = try EnvelopeCipher(key: signing) }
        let late = try EnvelopeCipher(key: RefreshingKeys { try KeyRing(signing) })
        var refusedRequest = Self.request()
        await refused(.invalidKey) { try await late.seal(&refusedRequest) }
        #expect(!"\(late)".contains("AAEC"))
        await refused(.invalidKey) {
            _ = try EnvelopeCipher(key: SecretKey.random(id: "s", bitCount: 128))
        }
    }

    @Test("Ten thousand replays at once: one is processed")
    func replays() async throws {
        let cipher = try EnvelopeCipher(key: Self.key())
        var sent = Self.request(body: nil)
        try await cipher.seal(&sent)
        let (request, server) = (sent, try Self.server())
        let opened = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10_000 {
                group.addTask {
                    var request = request
                    return (try? await server.open(&request)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 1)
    }

    /// Notes what it is asked to remember.
    private final class Notes: ReplayMemory {
        let lifetimes = Locked<[Duration?]>([])

        func remember(_ id: String, for lifetime: Duration?) -> Bool {
            lifetimes.withLock { $0.append(lifetime) }
            return true
        }
    }

    @Test(
        "Exchanges are remembered for as long as a copy would pass, and only if they are authenticated",
        arguments: suites + [.version1AES256GCM, .version1ChaCha20Poly1305], ["x", nil])
    func lifetimes(_ suite: Suite, body: String?) async throws {
        let notes = Notes()
        let server = try Server(
            key: Self.key(for: suite.purpose), suite: suite, audience: "https://api.example.com",
            memory: notes)
        var request = Self.request(body: body)
        try await EnvelopeCipher(key: Self.key(for: suite.purpose), suite: suite).seal(&request)
        try await server.open(&request)
        let expected: [Duration?] =
            Self.suites.contains(suite) ? [.seconds(600)] : body == nil ? [] : [nil]
        #expect(notes.lifetimes.withLock { $0 } == expected)
    }

    @Test(
        "The memory of exchanges forgets those that have ended, and refuses more than it can hold")
    func memory() throws {
        let time = Box<TimeInterval>(0)
        let memory = LocalReplayMemory(
            limit: 2, now: { Date(timeIntervalSince1970: time.value) })
        func remember(_ id: String, for lifetime: Duration?, at seconds: Double) throws -> Bool {
            time.change { $0 = seconds }
            return try memory.remember(id, for: lifetime)
        }
        #expect(try remember("a", for: .seconds(60), at: 0))
        #expect(try remember("b", for: nil, at: 0))
        #expect(try !remember("a", for: .seconds(60), at: 60))
        #expect(throws: APIError.Cause.self) { try remember("c", for: nil, at: 60) }
        #expect(try remember("c", for: .seconds(60), at: 62))
        #expect(try !remember("b", for: nil, at: 1e9))
    }
}

extension EnvelopeHead {
    fileprivate static func sample(age: Double) throws -> Self {
        try Self(
            version: 5, keyID: "shop-2", mediaType: "",
            time: UInt64(Date().timeIntervalSince1970 - age))
    }
}

extension SealedMessage {
    fileprivate func sealedWhole(_ head: EnvelopeHead, with keys: DirectionKeys) throws -> Data {
        let sealed = try seal(
            Data(), head, with: keys, salt: Data(count: 12), nonce: Data(count: 12))
        return sealed.start + sealed.sealed
    }
}
