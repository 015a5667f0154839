import Crypto
import CryptoExtras
import Foundation
import Posthorn
import PosthornJOSE
import PosthornKeys
import PosthornOAuth
import PosthornTesting
import TestSupport
import Testing

/// Key sets at a URL, with scripted responses.
@Suite("Key sets", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct KeySetTests {
    /// A server of one key set, which a test changes.
    private final class Server: Transport {
        let clock = ManualClock()
        let response: Locked<Result<TransportResponse, TransportError>>
        private let seen = Locked<[TransportRequest]>([])

        init(_ response: TransportResponse) { self.response = Locked(.success(response)) }

        var count: Int { requests.count }
        var requests: [TransportRequest] { seen.withLock { $0 } }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            seen.withLock { $0.append(request) }
            return try response.withLock { $0 }.get()
        }

        func set(_ keys: [JSONValue], _ headers: HTTPFields = [:]) {
            response.withLock { $0 = .success(KeySetTests.response(keys, headers)) }
        }

        func options(_ change: (inout KeySetOptions) -> Void = { _ in }) -> KeySetOptions {
            var options = KeySetOptions()
            change(&options)
            options.now = { [clock] in clock.now }
            return options
        }

        func verifying(_ options: KeySetOptions? = nil) -> JWKS<VerifyingKey> {
            JWKS(url: KeySetTests.url, transport: self, options: options ?? self.options())
        }
    }

    private static let url = "https://id.example/keys"
    private static let pair = Result { try PrivateKey.random(.p256, id: "1") }

    private static func response(
        _ keys: [JSONValue], _ headers: HTTPFields = [:]
    ) -> TransportResponse {
        let text = (try? JSONValue.object(["keys": .array(keys)]).jsonData()) ?? Data()
        var response = TransportResponse.json(String(decoding: text, as: UTF8.self))
        for field in headers { response.headers[field.name] = field.value }
        return response
    }

    private func jwk(
        _ id: String, _ kind: KeyKind = .p256, _ others: [String: JSONValue] = [:]
    ) throws -> JSONValue {
        let key = try kind == .p256 ? Self.pair.get() : PrivateKey.random(kind)
        let members = try JSONValue(jsonData: key.publicKey.jwk).object ?? [:]
        return .object(members.merging(["kid": .string(id)]) { $1 }.merging(others) { $1 })
    }

    /// A JWS with a `kid`, or without.
    private func signature(
        _ id: String?, by key: PrivateKey, _ algorithm: SignatureAlgorithm? = nil
    ) throws -> String {
        let key = try SigningKey(
            PrivateKey(pem: key.secretPEM, id: id ?? "x"), algorithm: algorithm)
        guard id == nil else { return try JWSSigner.compact(Data("hello".utf8), by: key) }
        let head = Base64URL.encode(Data(#"{"alg":"\#(key.algorithm.joseName)"}"#.utf8))
        let input = "\(head).\(Base64URL.encode(Data("hello".utf8)))"
        return "\(input).\(Base64URL.encode(try key.sign(Data(input.utf8))))"
    }

    // MARK: Use

    @Test func verifiesBySeveralAlgorithms() async throws {
        let pairs: [(String, PrivateKey, SignatureAlgorithm?)] = [
            ("p256", try .random(.p256), nil), ("p521", try .random(.p521), nil),
            ("ed", try .random(.ed25519), nil), ("rsa", try .random(.rsa), .rsaPKCS1SHA256),
            ("pss", try .random(.rsa), .rsaPSSSHA256),
        ]
        let keys = try pairs.map { id, pair, algorithm in
            var members = try JSONValue(jsonData: pair.publicKey.jwk).object ?? [:]
            members["kid"] = .string(id)
            if id == "pss" { members["alg"] = "PS256" }
            return JSONValue.object(members)
        }
        let server = Server(Self.response(keys))
        let verifier = JWSVerifier(key: JWKS(url: Self.url, transport: server))
        for (id, pair, algorithm) in pairs {
            let payload = try await verifier.payload(of: signature(id, by: pair, algorithm))
            #expect(payload == Data("hello".utf8))
        }
        #expect(server.count == 1)
        // The algorithm is that of the key, whatever the message says.
        let error = await #expect(throws: APIError.Cause.self) {
            try await verifier.payload(of: signature("rsa", by: pairs[3].1, .rsaPSSSHA512))
        }
        #expect(error?.code == .openingFailed)
    }

    @Test func sealsForTheOwner() async throws {
        let (ec, rsa) = (
            try PrivateKey.random(.p256, id: "e"), try PrivateKey.random(.rsa, id: "r")
        )
        func sealing(_ pair: PrivateKey, _ others: [String: JSONValue]) throws -> JSONValue {
            let members = try JSONValue(jsonData: pair.publicKey.jwk).object ?? [:]
            return .object(members.merging(others) { $1 })
        }
        for (pair, others, algorithm) in [
            (ec, ["use": "enc"], JWEAlgorithm.ecdhESA256KW), (ec, ["alg": "ECDH-ES"], .ecdhES),
            (rsa, ["use": "enc", "alg": "RSA-OAEP-256"], .rsaOAEP256),
        ] as [(PrivateKey, [String: JSONValue], JWEAlgorithm)] {
            let server = Server(
                try Self.response([
                    jwk("1"), jwk("2", .p256, ["use": "sig"]), sealing(pair, others),
                ]))
            let cipher = JWECipher(JWKS(url: Self.url, transport: server))
            var request = TransportRequest(
                method: .post, url: "https://a.example/", body: Data("hello".utf8))
            try await cipher.seal(&request)
            let message = try JWE(compact: try #require(request.body?.data))
            #expect(message.keyID == pair.id)
            #expect(try message.open(with: JWEKey(pair, algorithm)) == Data("hello".utf8))
        }
        let server = Server(try Self.response([jwk("1")]))
        let error = await #expect(throws: APIError.Cause.self) {
            try await JWKS<JWEKey>(url: Self.url, transport: server).current()
        }
        #expect(error?.message == "the key set of https://id.example has no key that seals")
    }

    @Test func messageWithoutANameNeedsASetOfOneKey() async throws {
        let server = Server(try Self.response([jwk("1")]))
        let message = try signature(nil, by: Self.pair.get())
        _ = try await JWSVerifier(key: server.verifying()).payload(of: message)
        server.set(try [jwk("1"), jwk("2")])
        let error = await #expect(throws: APIError.Cause.self) {
            try await JWSVerifier(key: server.verifying()).payload(of: message)
        }
        #expect(
            error?.message
                == "the message names no key, and the key set of https://id.example has 2")
    }

    // MARK: Requests

    /// As all requests to issuers.
    @Test func requestsAreLimited() async throws {
        let server = Server(try Self.response([jwk("1")]))
        _ = try await server.verifying().current()
        let stub = StubServer { _ in .tokens("t") }
        _ = try await stub.client().tokens(for: .clientCredentials())
        #expect(stub.requests.first?.redirects?.limit == RedirectPolicy.never.limit)
        for options in (server.requests + stub.requests).map(\.options) {
            #expect(options.sendsCookies == false && options.usesCache == false)
            #expect(options.respondsToChallenges == false)
            #expect(options.maximumResponseBytes == 1 << 20)
        }
    }

    @Test func oneRequestServesAllCalls() async throws {
        let server = Server(try Self.response([jwk("1")]))
        let keys = server.verifying()
        for requests in 1...2 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<1000 { group.addTask { _ = try #require(await keys.key(id: "1")) } }
                try await group.waitForAll()
            }
            #expect(server.count == requests)
            server.clock.advance(by: .seconds(3600))
        }
    }

    /// The seconds for which a set is used.
    @Test(
        arguments: [
            ([:], 3600), ([.cacheControl: "max-age=300"], 300), ([.cacheControl: "max-age=5"], 60),
            ([.cacheControl: "public, MAX-AGE=99999999"], 86_400),
            ([.cacheControl: "no-store"], 60),
            ([.cacheControl: "no-cache, max-age=900"], 60), ([.cacheControl: "max-age=-1"], 60),
            ([.cacheControl: "max-age=900", .age: "600"], 300),
            ([.cacheControl: "max-age=soon"], 60),
            (
                [
                    .date: "Mon, 30 Nov 2026 08:00:00 GMT",
                    .expires: "Mon, 30 Nov 2026 08:10:00 GMT",
                ], 600
            ),
            ([.expires: "0"], 60), ([.expires: "Mon, 30 Nov 2020 08:00:00 GMT"], 60),
            ([.cacheControl: "max-age=120", .expires: "Mon, 30 Nov 2099 08:00:00 GMT"], 120),
        ] as [(HTTPFields, Int)])
    func ageFollowsTheHeaderFields(_ headers: HTTPFields, _ seconds: Int) async throws {
        let server = Server(try Self.response([jwk("1")], headers))
        let keys = server.verifying()
        _ = try await keys.key(id: "1")
        server.clock.advance(by: .seconds(seconds - 1))
        _ = try await keys.key(id: "1")
        #expect(server.count == 1)
        server.clock.advance(by: .seconds(1))
        _ = try await keys.key(id: "1")
        #expect(server.count == 2)
    }

    @Test func keysRotate() async throws {
        let server = Server(try Self.response([jwk("old")]))
        let keys = server.verifying()
        #expect(try await keys.key(id: "old") != nil)
        server.set(try [jwk("new"), jwk("old")])
        server.clock.advance(by: .seconds(30))
        #expect(try await keys.key(id: "new") != nil)
        #expect(server.count == 2)
        server.set(try [jwk("new")])
        server.clock.advance(by: .seconds(3600))
        #expect(try await keys.key(id: "old") == nil)
    }

    /// Anyone can write a name into a message.
    @Test func unknownNamesAreLimited() async throws {
        let server = Server(try Self.response([jwk("1")]))
        let keys = server.verifying()
        for second in 0..<120 {
            for name in 0..<10 {
                #expect(try await keys.key(id: "\(second).\(name)") == nil)
            }
            server.clock.advance(by: .seconds(1))
        }
        #expect(server.count == 4)
    }

    /// A server that fails for more than a day.
    @Test func oldKeysAreUsedForADay() async throws {
        let server = Server(try Self.response([jwk("1")]))
        let keys = server.verifying()
        _ = try await keys.key(id: "1")
        server.response.withLock { $0 = .failure(TransportError(.connectionLost, "it broke")) }
        server.clock.advance(by: .seconds(3600))
        for _ in 0..<60 {
            #expect(try await keys.key(id: "1") != nil)
            server.clock.advance(by: .seconds(1))
        }
        // One request each half minute.
        #expect(server.count == 3)
        server.response.withLock { $0 = .success(.json("<html>", .badGateway)) }
        server.clock.advance(by: .seconds(86_400 - 61))
        #expect(try await keys.current().id == "1")
        server.clock.advance(by: .seconds(1))
        let error = await #expect(throws: APIError.Cause.self) { try await keys.current() }
        #expect(error?.message == "the key set of https://id.example has the status 502")
        server.set(try [jwk("1")])
        #expect(try await keys.current().id == "1")
    }

    // MARK: Bad input

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: TransportResponse
        let message: String

        init(_ name: String, _ response: TransportResponse, _ message: String) {
            (testDescription, self.response, self.message) = (name, response, message)
        }

        init(_ name: String, _ keys: [String], _ message: String) {
            let text = #"{"keys":[\#(keys.joined(separator: ","))]}"#
            self.init(name, .json(text), message)
        }
    }

    private static let p256 =
        #""kty":"EC","crv":"P-256","x":"l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs","y":"9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA""#
    private static let notOne = "is not one: it is no JSON object with a list of keys"
    private static let none = "has no key that verifies"
    private static let secret = "has a private or a secret key"

    private static let cases = [
        Case("HTML", .json("<html>canary</html>"), notOne), Case("nothing", .json(""), notOne),
        Case("an array", .json("[]"), notOne), Case("a single key", .json("{\(p256)}"), notOne),
        Case("keys that are no objects", ["1"], notOne),
        Case("a member twice", .json(#"{"keys":[],"keys":[]}"#), notOne),
        Case("no keys", [], none), Case("404", .json("", .notFound), "has the status 404"),
        Case("a redirect", .json("", .found), "has the status 302"),
        Case(
            "10,000 keys", Array(repeating: #"{"kty":"x"}"#, count: 10_000), "has 10000 keys"),
        Case("a private key", [#"{\#(p256),"kid":"1"}"#, #"{\#(p256),"d":"canary"}"#], secret),
        Case("a secret key", [#"{"kty":"oct","k":"canary"}"#], secret),
        Case(
            "two keys of a name", [#"{\#(p256),"kid":"1"}"#, #"{\#(p256),"kid":"1"}"#],
            #"two keys have the id "1""#),
        Case(
            "keys for sealing", [#"{\#(p256),"use":"enc"}"#, #"{\#(p256),"alg":"ECDH-ES"}"#], none),
        Case("an unknown kind", [#"{"kty":"PQ","kid":"1"}"#], none),
        Case(
            "an unknown algorithm", [#"{\#(p256),"alg":"ES256K"}"#], "the key's `alg` is not known"),
        Case("no algorithm", [#"{\#(p256),"alg":"none"}"#], "the key's `alg` is not known"),
        Case(
            "a secret's algorithm", [#"{\#(p256),"alg":"HS256"}"#], "can't be used with hmac-sha256"
        ),
        Case("another curve's algorithm", [#"{\#(p256),"alg":"ES384"}"#], "can't be used with"),
        Case(
            "a weak key",
            [#"{"kty":"RSA","e":"AQAB","n":"\#(String(repeating: "u", count: 170))w"}"#],
            "RSA keys have 2048 bits at least"),
        Case(
            "a key that cannot sign",
            [#"{"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}"#],
            "does not sign"),
    ]

    @Test(arguments: cases) func badSetIsRefused(_ bad: Case) async throws {
        let server = Server(bad.response)
        let error = try await #require(throws: APIError.Cause.self) {
            try await server.verifying().key(id: "1")
        }
        #expect(error.code == .invalidKey)
        #expect(error.message.contains(bad.message), "\(error.message)")
        #expect(error.advice != nil)
        #expect(!printed(error).contains("canary"))
    }

    /// A key that is not usable is no reason to refuse the others.
    @Test func unusableKeyIsNamedWhenItIsNeeded() async throws {
        let weak =
            #"{"kty":"RSA","kid":"weak","e":"AQAB","n":"\#(String(repeating: "u", count: 170))w"}"#
        let server = Server(.json(#"{"keys":[{"kty":"PQ"},\#(weak),{\#(Self.p256),"kid":"1"}]}"#))
        let keys = server.verifying()
        #expect(try await keys.key(id: "1") != nil)
        let error = await #expect(throws: APIError.Cause.self) { try await keys.key(id: "weak") }
        #expect(error?.message.contains("2048 bits at least") == true)
    }

    @Test(arguments: ["http://id.example/keys", "id.example/keys", "ftp://id.example/", ""])
    func urlWithoutTLSIsRefused(_ url: String) async throws {
        let server = Server(try Self.response([jwk("1")]))
        let error = await #expect(throws: TransportError.self) {
            try await JWKS<VerifyingKey>(url: url, transport: server).current()
        }
        #expect(error?.message.hasSuffix("has no TLS, and would show secrets") == true)
        #expect(server.count == 0)
    }

    /// Over sockets: a redirect within the host is followed, and one to another host is not.
    @Test func redirectStaysAtItsHost() async throws {
        let set = try Self.response([jwk("1")]).body
        let other = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 500 No\r\n\r\n")
            }
        }
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                let place =
                    request.contains("/away") ? "http://localhost:\(other.port)/keys" : "/keys"
                try connection.write(
                    request.contains("/keys ")
                        ? "HTTP/1.1 200 OK\r\nContent-Length: \(set.count)\r\n\r\n\(String(decoding: set, as: UTF8.self))"
                        : "HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        try await CurlSession.withSession { session in
            let base = "http://127.0.0.1:\(peer.port)"
            _ = try await JWKS<VerifyingKey>(url: base + "/here", transport: session).current()
            let error = await #expect(throws: TransportError.self) {
                try await JWKS<VerifyingKey>(url: base + "/away", transport: session).current()
            }
            #expect(error?.code == .redirectRefused)
        }
        #expect(other.requests.isEmpty)
    }
}
