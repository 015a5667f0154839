import HTTPBin
import Posthorn
import PosthornCurl
import Testing

extension HTTPBinTests {
    /// The server computes the digest itself and rejects a wrong one.
    @Test(arguments: ["MD5", "SHA-256", "SHA-512"], ["auth", "auth-int"])
    func digestCredentialAuthenticates(_ algorithm: String, _ protection: String) async throws {
        let base = try #require(client.configuration.baseURL)
        let url = "\(base)/digest-auth/\(protection)/mufasa/lion-king/\(algorithm)"
        let isKnown = algorithm != "SHA-512" && protection == "auth"
        for (password, status) in [("lion-king", 200), ("wrong", 401)] {
            let asked = Locked(0)
            var hooks = SessionHooks()
            hooks.didReceiveChallenge = { _, challenge in
                asked.withLock { $0 += 1 }
                return challenge.failures == 0
                    ? .use(.digest(user: "mufasa", password: password)) : .performDefault
            }
            try await CurlSession.withSession(hooks: hooks) { session in
                if isKnown {
                    let response = try await session.send(TransportRequest(url: url))
                    #expect(response.status.code == status, "\(algorithm) \(password)")
                } else {
                    await #expect(throws: TransportError.self) {
                        try await session.send(TransportRequest(url: url))
                    }
                }
            }
            #expect(asked.withLock { $0 } == (status == 200 || !isKnown ? 1 : 2))
        }
    }
}
