import Foundation
import Posthorn
import TestSupport
import Testing

@testable import PosthornCurl

/// Responses to Digest challenges.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct DigestResponseTests {
    private func response(
        _ parameters: [String: String], user: String = "Mufasa",
        random: String = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    ) throws -> String {
        var all = [
            "realm": "http-auth@example.org", "qop": "auth, auth-int",
            "nonce": "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
            "opaque": "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",
        ]
        all.merge(parameters) { $1 }
        return try #require(DigestResponse(all)).field(
            user: user, password: "Circle of Life", method: "GET", target: "/dir/index.html",
            random: random)
    }

    /// RFC 7616, section 3.9.1; the others computed with Python's hashlib from the same values.
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ("MD5-sess", "e783283f46242139c486a698fec7211d"),
        ("SHA-512-256", "430d05014cecc49cab6fbe03176d41a1da86cbfe24a16580e22aaad928d960d0"),
    ])
    func responseMatchesRFC7616Examples(_ algorithm: String, _ expected: String) throws {
        let field = try response(["algorithm": algorithm])
        #expect(
            field == "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", "
                + "nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", "
                + "uri=\"/dir/index.html\", algorithm=\(algorithm), qop=auth, nc=00000001, "
                + "cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", "
                + "response=\"\(expected)\", opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
        )
    }

    @Test func userNamesAreHashedOrEncodedAsRequired() throws {
        #expect(
            try response(["algorithm": "MD5"], user: "Jäsøn").contains(
                "username*=UTF-8''J%C3%A4s%C3%B8n, "))
        let hashed = try response(["algorithm": "MD5", "userhash": "true"])
        #expect(hashed.contains("username=\"4238f3a16167373febb9bc4d43db9cc4\", userhash=true"))
        #expect(try response([:], user: "a\"b\\").contains(#"username="a\"b\\""#))
        for user in ["a:b", "a\nb"] {
            #expect(throws: TransportError.self) { try response([:], user: user) }
        }
    }

    @Test func unsupportedChallengesAreRejected() {
        #expect(DigestResponse(["realm": "a", "nonce": "b", "algorithm": "MD4"]) == nil)
        #expect(DigestResponse(["realm": "a"]) == nil)
        let error = #expect(throws: TransportError.self) { try response(["qop": "auth-int"]) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("auth-int") == true)
    }

    /// Lists without quotes and tabs between the parameters are not in the standard.
    @Test(arguments: [
        "Digest realm=\"a\", qop=auth,auth-int, nonce=\"n\"",
        "Digest\trealm=\"a\",\tqop =\t\"auth\",nonce=n",
    ])
    func readsLooserChallenges(_ field: String) throws {
        let head = TransportResponse(status: .unauthorized, headers: [.wwwAuthenticate: field])
        let found = AuthenticationChallenge.all(in: head, url: "http://a.test/", failures: 0)
        #expect(found.map(\.scheme) == ["digest"] && found.first?.realm == "a")
        let response = try #require(found.first.flatMap { DigestResponse($0.parameters) })
        let answer = try response.field(
            user: "u", password: "p", method: "GET", target: "/", random: "r")
        #expect(answer.contains("nonce=\"n\"") && answer.contains("qop=auth,"))
    }

    /// The first supported challenge is answered, each time with a new random value.
    @Test func answersFirstSupportedChallengeWithFreshNonce() async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if request.contains("\r\nAuthorization: Digest ") {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nin")
                } else {
                    try connection.write(
                        "HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\n"
                            + "WWW-Authenticate: Digest realm=\"a, \\\"b\\\"\", nonce=\"n1\", "
                            + "algorithm=MD4, Digest realm=\"a, \\\"b\\\"\", qop=\"auth\", nonce=\"n2\", "
                            + "algorithm=SHA-256\r\n\r\nout")
                }
            }
        }
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, challenge in
            #expect(challenge.realm == "a, \"b\"")
            return .use(.digest(user: "user", password: "secret"))
        }
        try await CurlSession.withSession(hooks: hooks) { session in
            for _ in 0..<2 {
                let response = try await session.send(TransportRequest(url: peer.url("/a?b=c")))
                #expect(response.status == .ok)
            }
        }
        let responses = peer.requests.filter { $0.contains("Authorization: Digest") }
        #expect(responses.count == 2)
        for response in responses {
            #expect(
                response.contains(#"realm="a, \"b\"", nonce="n2", uri="/a?b=c", algorithm=SHA-256"#)
            )
            #expect(!response.contains("secret"))
        }
        let randoms = Set(responses.compactMap { $0.firstMatch(of: /cnonce="([0-9a-f]+)"/)?.1 })
        #expect(randoms.count == 2)
    }

    @Test func digestCredentialFailsForOtherSchemes() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n"
                + "WWW-Authenticate: Basic realm=\"shop\"\r\n\r\n")
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, _ in .use(.digest(user: "user", password: "secret")) }
        try await CurlSession.withSession(hooks: hooks) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: peer.url()))
            }
            #expect(error?.code == .invalidRequest)
            #expect(error?.message.contains("basic") == true)
        }
    }
}
