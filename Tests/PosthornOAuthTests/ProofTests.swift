import Crypto
import Foundation
@_spi(Generated) import Posthorn
import PosthornKeys
import TestSupport
import Testing

@testable import PosthornOAuth

/// The proofs of tokens that are bound to a key, with scripted responses.
@Suite("Proofs of keys", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ProofTests {
    private static let now = 1_795_255_200

    /// The header and the claims of a proof.
    private func parts(_ request: TransportRequest) throws -> (head: JSONValue, claims: JSONValue) {
        let proof = try #require(request.headers[.dpop])
        let parts = try proof.split(separator: ".").map {
            try #require(Base64URL.decode(String($0)))
        }
        return (try JSONValue(jsonData: parts[0]), try JSONValue(jsonData: parts[1]))
    }

    private func claims(_ requests: [TransportRequest], _ name: String) throws -> [JSONValue] {
        try requests.map { try parts($0).claims[name] ?? .null }
    }

    private func refusal(
        _ error: String, nonce: String? = nil, date: Date? = nil,
        _ status: HTTPResponse.Status = .unauthorized
    ) -> TransportResponse {
        var response = TransportResponse.json(#"{"error":"\#(error)"}"#, status)
        response.headers[.wwwAuthenticate] = #"DPoP error="\#(error)", algs="ES256""#
        response.headers[.dpopNonce] = nonce
        response.headers[.date] = date.map(httpDate)
        return response
    }

    private func httpDate(_ date: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: date)
    }

    private static let bound = StubServer.Response.json(
        #"{"access_token":"t","token_type":"DPoP","expires_in":3600}"#)

    // MARK: Vectors

    /// RFC 9449, section 7.1: the hash of the token.
    @Test func hashOfAToken() {
        #expect(
            ProofKey.hash(of: "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
                == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
    }

    /// RFC 9449, section 6.1; RFC 7638.
    @Test func thumbprintOfAKey() throws {
        let jwk = """
            {"kty":"EC","x":"l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",\
            "y":"9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA","crv":"P-256"}
            """
        let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
        let key = try PublicKey(jwk: Data(jwk.utf8))
        #expect(key.thumbprint == thumbprint)
        try TokenConfirmation.key(key).check(["cnf": ["jkt": .string(thumbprint)]])
    }

    // MARK: Requests

    @Test func proofNamesItsRequest() async throws {
        let key = try PrivateKey.random(.p256)
        let stub = StubServer { _ in Self.bound }
        let client = try stub.client(binding: .dpop(key))
        let api = try stub.api(client.credential(.clientCredentials()))
        _ = try await api.send(ProfileAPI.Me())
        _ = try await api.send(ProfileAPI.Change())
        let requests = stub.requests + stub.calls
        for (request, own) in zip(
            requests,
            [
                ["htm": "POST", "htu": "https://id.example/token"],
                ["htm": "GET", "htu": "https://api.example/api/me"],
                ["htm": "POST", "htu": "https://api.example/api/me"],
            ] as [[String: JSONValue]])
        {
            let (head, claims) = try parts(request)
            #expect(head["typ"] == "dpop+jwt")
            #expect(head["alg"] == "ES256")
            #expect(head.object?.count == 3)
            let jwk = try #require(head["jwk"])
            #expect(Set((jwk.object ?? [:]).keys) == ["kty", "crv", "x", "y"])
            #expect(try PublicKey(jwk: jwk.jsonData()) == key.publicKey)
            var rest = try #require(claims.object)
            #expect((rest.removeValue(forKey: "jti")?.string?.utf8.count ?? 0) == 22)
            var expected = own
            expected["iat"] = .number(.init(Self.now))
            if own["htu"] != "https://id.example/token" {
                expected["ath"] = .string(ProofKey.hash(of: "t"))
                #expect(request.headers[.authorization] == "DPoP t")
            }
            #expect(rest == expected)
        }
        #expect(Set(try claims(requests, "jti")).count == 3)
    }

    @Test(arguments: [
        ("HTTPS://API.Example:443", "https://api.example/"),
        ("https://api.example:8443/a%20b?x=1#y", "https://api.example:8443/a%20b"),
        ("http://[::1]:80/a?b?c", "http://[::1]/a"),
        ("https://api.example?q", "https://api.example/"),
        ("https://api.example/a#b?c", "https://api.example/a"),
    ])
    func urlOfAProofHasNoQuery(_ url: String, _ htu: String) throws {
        var request = TransportRequest(url: url)
        try ProofSigner { Date() }.sign(&request, nil, by: .random())
        #expect(try claims([request], "htu") == [.string(htu)])
    }

    @Test func retryHasANewProof() async throws {
        let stub = StubServer(api: { _, number in
            .json(#"{"client":"shop"}"#, number < 3 ? .serviceUnavailable : .ok)
        }) { _ in Self.bound }
        var api = try stub.api(stub.client(binding: .dpop).credential(.clientCredentials()))
        api.configuration.defaults.retry = RetryRule(attempts: 3, baseDelay: .milliseconds(1))
        _ = try await api.send(ProfileAPI.Me())
        #expect(stub.calls.count == 3)
        #expect(Set(try claims(stub.calls, "jti")).count == 3)
    }

    /// Adds a field to each request, so that the call follows redirects itself.
    private struct Stamp: Signer {
        let name = "stamp"

        func sign(_ request: inout TransportRequest) async throws {
            request.headers[.userAgent] = request.headers[.dpop].map { "stamp of \($0.count)" }
        }

        func verify(_ response: TransportResponse, to request: TransportRequest) async throws {}
    }

    @Test func redirectOfASignedCallHasANewProof() async throws {
        let stub = StubServer(api: { _, number in
            guard number == 1 else { return .json(#"{"client":"shop"}"#) }
            var response = TransportResponse.json("", .temporaryRedirect)
            response.headers[.location] = "/api/you?x=1"
            response.headers[.dpopNonce] = "n"
            return response
        }) { _ in Self.bound }
        var api = try stub.api(stub.client(binding: .dpop).credential(.clientCredentials()))
        api.configuration.defaults.signer = Stamp()
        api.configuration.defaults.redirects = .sameOrigin
        _ = try await api.send(ProfileAPI.Me())
        let urls: [JSONValue] = ["https://api.example/api/me", "https://api.example/api/you"]
        #expect(try claims(stub.calls, "htu") == urls)
        #expect(try claims(stub.calls, "nonce") == [.null, "n"])
        #expect(Set(try claims(stub.calls, "jti")).count == 2)
        #expect(stub.calls.allSatisfy { $0.headers[.userAgent]?.hasPrefix("stamp") == true })
    }

    /// Over sockets: the server closes a connection that it has used before, without a response.
    @Test func lostConnectionHasANewProof() async throws {
        let count = Locked(0)
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number == 2 { return }
                try connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n"
                        + #"{"client":"shop"}"#)
            }
        }
        let stub = StubServer { _ in Self.bound }
        let credential = stub.client(binding: .dpop).credential(.clientCredentials())
        try await CurlSession.withSession { session in
            let api = try ProfileAPI("http://127.0.0.1:\(peer.port)", session, credential)
            for _ in 0..<2 { _ = try await api.send(ProfileAPI.Me()) }
        }
        let proofs = peer.requests.compactMap { request in
            request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("dpop:") }
        }
        #expect(proofs.count == 3)
        #expect(Set(proofs).count == 3)
    }

    // MARK: Nonces

    @Test func refusedNonceIsRepeatedOnce() async throws {
        let stub = StubServer(api: { [self] _, number in
            refusal("use_dpop_nonce", nonce: "n\(number)")
        }) { _ in Self.bound }
        let api = try stub.api(stub.client(binding: .dpop).credential(.clientCredentials()))
        for count in [2, 4] {
            let error = await #expect(throws: APIError.self) {
                try await api.send(ProfileAPI.Change())
            }
            #expect(error?.code == .unauthorized)
            #expect(stub.calls.count == count)
        }
        #expect(try claims(stub.calls, "nonce") == [.null, "n1", "n2", "n3"])
        // The token is as good as before.
        #expect(stub.requests.count == 1)
    }

    /// A call whose 401 does not refer to the token.
    private struct Login: Endpoint {
        func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/api/login")
            request.refreshStatuses = []
        }
    }

    @Test func nonceIsNotAMatterOfTheToken() async throws {
        let stub = StubServer(api: { [self] _, number in
            refusal(number == 1 ? "use_dpop_nonce" : "invalid_token", nonce: "n\(number)")
        }) { _ in Self.bound }
        let api = try stub.api(stub.client(binding: .dpop).credential(.clientCredentials()))
        let error = await #expect(throws: APIError.self) { try await api.send(Login()) }
        #expect(error?.code == .unauthorized)
        #expect(try claims(stub.calls, "nonce") == [.null, "n1"])
        #expect(stub.requests.count == 1)
    }

    @Test func nonceOfAnyResponseIsTheNext() async throws {
        let stub = StubServer(api: { _, number in
            var response = TransportResponse.json(#"{"client":"shop"}"#)
            response.headers[.dpopNonce] =
                number == 2 ? #"bad"nonce"# : "n\(number)"
            return response
        }) { _ in Self.bound }
        let api = try stub.api(stub.client(binding: .dpop).credential(.clientCredentials()))
        for _ in 0..<4 { _ = try await api.send(ProfileAPI.Me()) }
        #expect(try claims(stub.calls, "nonce") == [.null, "n1", "n1", "n3"])
        // The authorization server has its own.
        #expect(try claims(stub.requests, "nonce") == [.null])
    }

    @Test func tokenRequestIsRepeatedOnceWithANewAssertion() async throws {
        let stub = StubServer { [self] number in
            .success(refusal("use_dpop_nonce", nonce: "n\(number)", .badRequest))
        }
        let key = try SigningKey(PrivateKey.random(.p256))
        let error = try await #require(throws: OAuthError.self) {
            try await stub.client(.key(key), binding: .dpop).tokens(for: .clientCredentials())
        }
        #expect(error.code == "use_dpop_nonce")
        #expect(stub.requests.count == 2)
        #expect(try claims(stub.requests, "nonce") == [.null, "n1"])
        #expect(Set(stub.forms.map { $0["client_assertion"] }).count == 2)
    }

    @Test func missingScopeIsNoReasonForAnotherToken() async throws {
        let stub = StubServer(api: { [self] _, _ in refusal("insufficient_scope") }) { _ in
            Self.bound
        }
        let api = try stub.api(stub.client(binding: .dpop).credential(.clientCredentials()))
        let error = await #expect(throws: APIError.self) { try await api.send(ProfileAPI.Me()) }
        #expect(error?.code == .unauthorized)
        #expect(stub.calls.count == 1)
        #expect(stub.requests.count == 1)
    }

    /// A refused token and a refused proof in one call.
    @Test func tokenAndProofAreRenewed() async throws {
        let stub = StubServer(api: { [self] _, number in
            switch number {
            case 1: refusal("use_dpop_nonce", nonce: "n")
            case 2: refusal("invalid_token")
            default: .json(#"{"client":"shop"}"#)
            }
        }) { number in
            .json(#"{"access_token":"t\#(number)","token_type":"DPoP"}"#)
        }
        let api = try stub.api(stub.client(binding: .dpop).credential(.clientCredentials()))
        _ = try await api.send(ProfileAPI.Me())
        #expect(stub.calls.map { $0.headers[.authorization] } == ["DPoP t1", "DPoP t1", "DPoP t2"])
        let hashes = ["t1", "t1", "t2"].map { JSONValue.string(ProofKey.hash(of: $0)) }
        #expect(try claims(stub.calls, "ath") == hashes)
    }

    // MARK: Clocks

    @Test(arguments: [300, -300]) func clockIsCorrected(_ skew: Int) async throws {
        let date = Date(timeIntervalSince1970: Double(Self.now + skew))
        let stub = StubServer(api: { [self] _, number in
            number == 1
                ? refusal("invalid_dpop_proof", date: date) : .json(#"{"client":"shop"}"#)
        }) { [self] number in
            number == 1
                ? .success(refusal("invalid_dpop_proof", date: date, .badRequest)) : Self.bound
        }
        let api = try stub.api(stub.client(binding: .dpop).credential(.clientCredentials()))
        for _ in 0..<2 { _ = try await api.send(ProfileAPI.Me()) }
        let (old, new) = (
            JSONValue.number(.init(Self.now)), JSONValue.number(.init(Self.now + skew))
        )
        #expect(try claims(stub.requests, "iat") == [old, new])
        #expect(try claims(stub.calls, "iat") == [old, new, new])
    }

    /// A difference that anyone on the path could have invented is told and not used.
    @Test func clockThatDiffersByHoursIsNamed() async throws {
        let date = Date(timeIntervalSince1970: Double(Self.now + 7200))
        let stub = StubServer(api: { [self] _, _ in refusal("invalid_dpop_proof", date: date) }) {
            _ in Self.bound
        }
        let api = try stub.api(stub.client(binding: .dpop).credential(.clientCredentials()))
        let error = try await #require(throws: APIError.self) {
            try await api.send(ProfileAPI.Me())
        }
        #expect(error.code == .unauthorized)
        #expect((error.underlying as? APIError.Cause)?.code == .clockSkewed)
        #expect(error.message.contains("7200 s behind the server's"))
        #expect(stub.calls.count == 1)
        let other = StubServer { [self] _ in
            .success(refusal("invalid_dpop_proof", date: date, .badRequest))
        }
        let second = try await #require(throws: OAuthError.self) {
            try await other.client(binding: .dpop).tokens(for: .clientCredentials())
        }
        #expect((second.underlying as? APIError.Cause)?.code == .clockSkewed)
        #expect(other.requests.count == 1)
    }

    // MARK: Tokens

    @Test(arguments: ["Bearer", "bearer", "mac"])
    func tokenOfAnotherTypeIsRefused(_ type: String) async throws {
        let stub = StubServer { _ in
            .json(#"{"access_token":"canary","token_type":"\#(type)","refresh_token":"canary"}"#)
        }
        let error = try await #require(throws: OAuthError.self) {
            try await stub.client(binding: .dpop).tokens(for: .clientCredentials())
        }
        #expect(error.reason == (type == "mac" ? .unexpectedResponse : .unboundToken))
        #expect(!printed(error).contains("canary"))
    }

    /// Tokens of a time before the client bound them are not sent.
    @Test func unboundTokensOfTheStoreAreReplaced() async throws {
        let stub = StubServer { _ in Self.bound }
        let store = MemoryTokenStore()
        try await store.store(
            OAuthTokens(accessToken: "old", refreshToken: "r"), for: "ada")
        let api = try stub.api(stub.client(binding: .dpop).credential(for: "ada", in: store))
        _ = try await api.send(ProfileAPI.Me())
        #expect(stub.calls.map { $0.headers[.authorization] } == ["DPoP t"])
        #expect(await store.tokens(for: "ada")?.proofKey != nil)
    }

    @Test func damagedKeyOfTheStoreIsNamed() async throws {
        let stub = StubServer { _ in Self.bound }
        let store = MemoryTokenStore()
        var tokens = OAuthTokens(accessToken: "t", refreshToken: "r")
        (tokens.tokenType, tokens.proofKey) = ("DPoP", "canary")
        try await store.store(tokens, for: "ada")
        let api = try stub.api(stub.client(binding: .dpop).credential(for: "ada", in: store))
        let error = try await #require(throws: APIError.self) {
            try await api.send(ProfileAPI.Me())
        }
        #expect((error.underlying as? OAuthError)?.reason == .store)
        #expect(!printed(error).contains("canary"))
        #expect(stub.calls.isEmpty)
    }

    @Test func confirmationOfAnUnboundToken() {
        let confirmation = TokenConfirmation.certificate(der: Data("der".utf8))
        for claims: JSONValue in [
            [:], ["cnf": "x"], ["cnf": ["jkt": "x"]], ["cnf": ["x5t#S256": "x"]],
        ] {
            let error = #expect(throws: OAuthError.self) { try confirmation.check(claims) }
            #expect(error?.reason == .unboundToken)
        }
    }

    private struct KeyAPI: APIService {
        static let server: String? = nil
        var configuration: ClientConfiguration
        let user: Credential

        func prepare(_ request: inout RequestBuilder) throws {
            request.auth = .header("X-API-Key", credential: "user")
        }

        func credential(named name: String) -> Credential? { user }
    }

    @Test func onlyTheAuthorizationFieldHasAScheme() async throws {
        let stub = StubServer { _ in Self.bound }
        let api = KeyAPI(
            configuration: try ClientConfiguration(baseURL: "https://api.example", transport: stub),
            user: stub.client(binding: .dpop).credential(.clientCredentials()))
        let error = await #expect(throws: APIError.self) { try await api.send(ProfileAPI.Me()) }
        #expect(error?.code == .credentialFailed)
        #expect(error?.advice == "declare it as `bearer` or `oauth2` in the spec")
        #expect(stub.calls.isEmpty)
    }

    @Test func keyThatCannotSignIsRefused() {
        let error = #expect(throws: OAuthError.self) {
            try TokenBinding.dpop(PrivateKey.random(.x25519))
        }
        #expect(error?.reason == .invalidConfiguration)
    }
}

extension HTTPField.Name {
    fileprivate static let dpopNonce = Self(token: "DPoP-Nonce")
}
