import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

// The certificates of a server: as its own authority, and in the error if it is not trusted.
extension TrustTests {
    /// A leaf certificate without its issuer, which does not vouch for any other certificate.
    @Test func leafCertificateCanBeItsOwnAuthority() async throws {
        let own = try Server()
        let other = try Server()
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .pem(Self.first(own.certificate.chain))
        #expect(try await status(own.url, configuration) == 200)
        let error = await failure(other.url, configuration)
        #expect(error?.code == .untrustedCertificate)
        #expect(other.peer.requests.isEmpty)
    }

    /// The first certificate of a PEM text.
    private static func first(_ pem: String) -> String {
        let end = "-----END CERTIFICATE-----\n"
        return (pem.components(separatedBy: end).first ?? "") + end
    }

    /// Why the server is not trusted.
    enum Distrust: CaseIterable {
        case stranger, expired, name, nameWithHook, pin, refused, refusedByTask
    }

    @Test(arguments: Distrust.allCases)
    func untrustedErrorContainsTheChain(_ reason: Distrust) async throws {
        let authority = try Self.authority.get()
        let server =
            switch reason {
            case .stranger: try Server(Self.stranger.get().certificate("DNS:localhost"))
            case .expired: try Server(authority.certificate("DNS:localhost", days: -1))
            case .name, .nameWithHook: try Server("DNS:elsewhere.test")
            case .pin, .refused, .refusedByTask: try Server()
            }
        let pin = try TestAuthority.pin(of: Self.stranger.get().root)
        var hooks = SessionHooks()
        if reason == .nameWithHook { hooks.didReceiveServerTrust = { _ in .performDefault } }
        if reason == .refused { hooks.didReceiveServerTrust = { _ in .refuse } }
        let session = try CurlSession(
            configuration(reason == .pin ? ["localhost": [pin]] : [:]), hooks: hooks)
        let task = session.task(for: TransportRequest(url: server.url))
        if reason == .refusedByTask { task.trustHandler = { _ in .refuse } }
        let error = await #expect(throws: TransportError.self) { try await task.value }
        #expect(error?.code == .untrustedCertificate)
        // Unverified chains are reported as the server sent them.
        var pems = [
            server.certificate.chain,
            reason == .stranger ? try Self.stranger.get().intermediate : authority.intermediate,
        ]
        if reason != .stranger, reason != .expired { pems.append(authority.root) }
        let certificates = try #require(error?.certificates)
        #expect(certificates.map(\.bytes) == pems.map(Self.der))
        #expect(certificates.first?.subject == "CN=server")
        #expect(certificates.last?.issuer == "CN=root")
        await session.shutdown(.drain)
    }

    @Test func otherErrorsHaveNoChain() async throws {
        let error = await failure("http://127.0.0.1:1/", SessionConfiguration())
        #expect(error?.code == .cannotConnect)
        #expect(error?.certificates.isEmpty == true)
    }
}
