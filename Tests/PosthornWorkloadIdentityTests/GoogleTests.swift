import Foundation
import Posthorn
import PosthornJOSE
import PosthornKeys
import TestSupport
import Testing

@testable import PosthornHTTP
@testable import PosthornWorkloadIdentity

@Suite("Service account keys of Google", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GoogleTests {
    private static let key = """
        {"type":"service_account","client_email":"s@p.iam","private_key_id":"k",
         "private_key":"\(TestKey.pem.replacing("\n", with: "\\n"))","token_uri":"$BASE/google/token"}
        """

    /// As AIP-4111 describes it.
    @Test func tokenThatTheKeySignsItself() async throws {
        try await Machine.run { machine in
            let path = try machine.write(Self.key, to: "key.json")
            let credential = Credential.google(
                scopes: ["a", "b"], usesSelfSignedJWTs: true, transport: machine.session,
                environment: machine.environment(["GOOGLE_APPLICATION_CREDENTIALS": path]))
            let token = String(try await credential.authorization().dropFirst("Bearer ".count))
            let now = Int(machine.dates.now.timeIntervalSince1970)
            #expect(
                Clouds.claims(of: token)
                    == [
                        "iss": "s@p.iam", "sub": "s@p.iam", "scope": "a b",
                        "iat": .number(.init(now)), "exp": .number(.init(now + 3600)),
                    ])
            let key = try PrivateKey(pem: TestKey.pem, id: "k").publicKey
            let verifier = try JWSVerifier(key: VerifyingKey(key, algorithm: .rsaPKCS1SHA256))
            #expect(try await verifier.payload(of: token).isEmpty == false)
            #expect(machine.lines.isEmpty)
            // It signs the next one five minutes before this one expires.
            machine.advance(by: 3300)
            #expect(try await credential.authorization() != "Bearer \(token)")
        }
    }

    @Test func assertionAtTheTokenEndpoint() async throws {
        try await Machine.run { machine in
            let path = try machine.write(Self.key, to: "key.json")
            let found = try await GoogleSession(
                machine.environment(["GOOGLE_APPLICATION_CREDENTIALS": path]),
                transport: machine.session, scopes: ["a", "b"]
            ).chain.load()
            #expect(found.value == "account_s@p.iam")
            #expect(found.source == "GOOGLE_APPLICATION_CREDENTIALS")
            #expect(found.expiry == machine.dates.now + 3600)
            let body = machine.server.requests.first?.split(separator: "\r\n\r\n").last ?? ""
            let assertion = body.split(separator: "&").first { $0.hasPrefix("assertion=") }
            let claims = Clouds.claims(of: String(assertion?.dropFirst(10) ?? ""))
            #expect(claims["aud"]?.string == machine.expanded("$BASE/google/token"))
            #expect(claims["scope"]?.string == "a b")
        }
    }
}
