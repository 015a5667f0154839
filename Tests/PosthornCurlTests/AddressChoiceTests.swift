import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Hosts with several addresses, of which some don't answer.
@Suite(.timeLimit(.minutes(1)))
struct AddressChoiceTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    private func address(
        of host: String, _ port: UInt16, connect: Duration
    ) async throws -> String? {
        try await CurlSession.withSession { session in
            let response = try await session.send(
                TransportRequest(
                    url: "http://\(host):\(port)/", timeouts: Timeouts(connect: connect)))
            return response.metrics.connection?.remoteAddress
        }
    }

    /// Nothing refuses the first address: the SYN is swallowed.
    @Test func ofTwoFamiliesTheOneThatAnswersIsCalled() async throws {
        let peer = try ScriptedPeer.answering(Self.ok)
        let deaf = try DeafPort(at: "::1", peer.port)
        #expect(deaf.port == peer.port)
        let found = try await address(of: "a.either.test", peer.port, connect: .seconds(40))
        #expect(found == "127.0.0.1")
    }

    @Test(arguments: ["a.either.test", "a.several.test"])
    func anAddressThatRefusesIsPassedOver(_ host: String) async throws {
        let peer = try ScriptedPeer.answering(Self.ok)
        let found = try await address(of: host, peer.port, connect: .seconds(40))
        #expect(found == "127.0.0.1")
    }
}
