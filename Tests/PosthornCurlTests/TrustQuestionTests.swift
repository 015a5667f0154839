import FoundationEssentials
import Posthorn
import TestSupport
import Testing

@testable import PosthornCurl

/// Trust hooks: what they are given, and what happens if they do not return.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TrustQuestionTests {
    typealias Server = TrustTests.Server

    private func configuration() throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.trust = TrustPolicy(authorities: .pem(try TrustTests.authority.get().root))
        return configuration
    }

    /// Trusting an expired certificate must not also trust one of another host.
    @Test func trustHookSeesAllProblems() async throws {
        let expired = try Server(
            TrustTests.authority.get().certificate("DNS:elsewhere.test", days: -1))
        let other = TrustTests.otherPin
        var configuration = try configuration()
        configuration.trust.pins = ["localhost": [other]]
        let seen = Locked<[ServerTrust]>([])
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { trust in
            seen.withLock { $0.append(trust) }
            return .performDefault
        }
        let session = try CurlSession(configuration, hooks: hooks)
        let error = await #expect(throws: TransportError.self) {
            try await session.send(TransportRequest(url: expired.url))
        }
        await session.shutdown(.drain)
        let trust = try #require(seen.withLock { $0.first })
        #expect(trust.problems == [.chain, .name, .key])
        let own = try TestAuthority.pin(of: expired.certificate.chain)
        #expect(
            error?.message
                == "the server's certificate is not trusted for this host: certificate has expired; "
                + "the server's certificate is not for the host localhost; no key of the server's "
                + "certificates is one that is pinned for localhost: \(own)")
    }

    /// A pin of an authority proves nothing if the chain is invalid.
    @Test func pinsInInvalidChainMatchOnlyTheLeaf() async throws {
        let authority = try TrustTests.stranger.get()
        let server = try Server(authority.certificate("DNS:localhost"))
        let cases: [(String, ServerTrust.Problems)] = [
            (server.certificate.chain, [.chain]), (authority.intermediate, [.chain, .key]),
        ]
        for (pem, problems) in cases {
            var configuration = try configuration()
            configuration.trust.pins = ["localhost": [try TestAuthority.pin(of: pem)]]
            let seen = Locked<[ServerTrust.Problems]>([])
            var hooks = SessionHooks()
            hooks.didReceiveServerTrust = { trust in
                seen.withLock { $0.append(trust.problems) }
                return .trust
            }
            try await CurlSession.withSession(configuration, hooks: hooks) { session in
                let response = try await session.send(TransportRequest(url: server.url))
                #expect(response.status == .ok)
            }
            #expect(seen.withLock { $0 } == [problems])
        }
    }

    /// Returns only when its task is cancelled.
    private static func answersWhenCancelled(_ isAsked: Gate) async {
        let isCancelled = Gate()
        isAsked.open()
        await withTaskCancellationHandler {
            await isCancelled.opened()
        } onCancel: {
            isCancelled.open()
        }
    }

    @Test func trustHookIsAskedAgainAfterCallersCancel() async throws {
        let server = try Server()
        let (isAsked, asked, answered) = (Gate(), Locked(0), Gate())
        var hooks = SessionHooks()
        hooks.didReceiveServerTrust = { _ in
            let number = asked.withLock { count in
                count += 1
                return count
            }
            guard number == 1 else { return .trust }
            await Self.answersWhenCancelled(isAsked)
            answered.open()
            return .refuse
        }
        let session = try CurlSession(configuration(), hooks: hooks)
        let request = TransportRequest(url: server.url, timeouts: Timeouts(connect: .seconds(600)))
        let calls = [
            Task { try await session.send(request) }, Task { try await session.send(request) },
        ]
        await isAsked.opened()
        // Both are cancelled first: a call that has not started would ask the hook again.
        for call in calls { call.cancel() }
        for call in calls {
            let error = await #expect(throws: TransportError.self) { try await call.value }
            #expect(error?.code == .cancelled)
        }
        await answered.opened()
        // The late decision applies to no call.
        for _ in 1...2 { #expect(try await session.send(request).status == .ok) }
        #expect(asked.withLock { $0 } == 2)
        await session.shutdown(.drain)
    }

    @Test func trustHandlerIsCancelledWithItsTask() async throws {
        let server = try Server()
        let (isAsked, answered) = (Gate(), Gate())
        let session = try CurlSession(configuration())
        let task = session.task(for: TransportRequest(url: server.url))
        task.trustHandler = { _ in
            await Self.answersWhenCancelled(isAsked)
            answered.open()
            return .trust
        }
        task.resume()
        await isAsked.opened()
        task.cancel()
        await #expect(throws: TransportError.self) { try await task.value }
        await answered.opened()
        #expect(server.peer.requests.isEmpty)
        await session.shutdown(.drain)
    }

    // MARK: Without OpenSSL

    @Test func policyUnsupportedByTLSLibraryThrows() throws {
        let root = try TrustTests.authority.get().root
        let pin = TrustTests.otherPin
        let policies = [
            TrustPolicy(authorities: .pem(root)), TrustPolicy(authorities: .systemAnd(pem: root)),
            TrustPolicy(pins: ["localhost": [pin]]), .onlyPinned(["localhost": [pin]]),
            TrustPolicy(revocation: TrustPolicy.Revocation(stapling: .required)),
        ]
        for policy in policies {
            let error = #expect(throws: TransportError.self) {
                var configuration = SessionConfiguration()
                configuration.trust = policy
                _ = try TrustRules(
                    configuration.trustSettings, hook: nil, nil, library: "GnuTLS/3.7.9")
            }
            #expect(
                error?.description
                    == "tlsFailed: libcurl's TLS library is GnuTLS/3.7.9, and the trust policy needs "
                    + "OpenSSL; install libcurl with OpenSSL, such as Debian's libcurl4")
        }
        #expect(throws: Never.self) {
            try TrustRules(
                SessionConfiguration().trustSettings, hook: nil, nil, library: "GnuTLS/3.7.9")
        }
    }

    @Test(arguments: [
        ("OpenSSL/3.0.19", true), ("OpenSSL/1.1.1w", true), ("GnuTLS/3.7.9", false),
        ("(OpenSSL/3.0.19) GnuTLS/3.7.9", false), ("LibreSSL/3.8.2", false), ("BoringSSL", false),
        (nil, false),
    ])
    func recognizesOpenSSLByName(name: String?, isOpenSSL: Bool) {
        #expect(OpenSSL.isNamed(name) == isOpenSSL)
    }

    // MARK: Names

    @Test(arguments: [
        ("example.org", "example.org", true), ("eXample.org", "Example.ORG", true),
        ("*.example.org", "a.example.org", true), ("*.example.org", "a_b.example.org", true),
        ("*.a_b.example.org", "c.a_b.example.org", true), ("a_b.test", "a_b.test", true),
        ("*.example.org", "example.org", false), ("*.example.org", "a.b.example.org", false),
        ("*.example.org", ".example.org", false), ("a*.example.org", "ab.example.org", false),
        ("*", "example", false), ("*.org", "example.org", false), ("*.", "a.", false),
        ("*.org.", "a.org.", false), ("a.*.org", "a.b.org", false), ("", "", false),
        ("example.org\0.evil.test", "example.org", false), ("*.*.org", "a.b.org", false),
    ])
    func certificateNamesMatchHosts(name: String, host: String, isCovered: Bool) {
        #expect(CertificateNames.covers(Array(name.utf8), host) == isCovered)
    }
}
