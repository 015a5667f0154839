import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Limits on what a verifier processes before anything is proved.
///
/// The rejected messages are signed with the right key: only their size is wrong.
@Suite("Limits on signature fields before verification")
struct SignatureLimitTests {
    let peer: SigningPeer

    init() throws { peer = try SigningPeer() }

    private func fault(
        components: Int = 0, parameters: Int = 0, ofComponent: Int = 0, members: Int = 0
    ) async throws -> APIError.Cause? {
        let request = try await peer.request()
        let names = (0..<components).map { "x-\($0)" }
        var covered = [#""@status""#, #""content-digest""#, #""signature";req;key="sig""#]
        covered += names.map { "\"\($0)\"" }
        if ofComponent > 0 {
            covered.append(#""x-p""# + (0..<ofComponent).map { ";p\($0)" }.joined())
        }
        var own = ""
        for index in 0..<parameters { own += ";p\(index)=1" }
        var digest = try await peer.response(to: request).headers[.contentDigest] ?? ""
        for index in 0..<members { digest += ", x\(index)=1" }
        var response = try await peer.response(
            to: request, digest: digest, lie: .init(parameters: own, covered: covered))
        for name in names { response.headers[try #require(HTTPField.Name(name))] = "" }
        return await peer.fault(response, to: request)
    }

    @Test func acceptsAtMost32Components() async throws {
        #expect(try await fault(components: 29) == nil)
        #expect(try await fault(components: 30)?.message == opaqueSignature)
    }

    @Test func acceptsAtMostTwelveParameters() async throws {
        #expect(try await fault(parameters: 9) == nil)
        #expect(try await fault(parameters: 10)?.message == opaqueSignature)
    }

    @Test func acceptsAtMost64Members() async throws {
        #expect(try await fault(members: 63) == nil)
        #expect(try await fault(members: 64)?.message == opaqueSignature)
    }

    @Test func rejectsFieldOf8Kilobytes() async throws {
        let request = try await peer.request()
        let tag = String(repeating: "a", count: 8192)
        let long = try await peer.response(to: request, lie: .init(parameters: ";tag=\"\(tag)\""))
        #expect(await peer.fault(long, to: request)?.message == opaqueSignature)
        let short = try await peer.response(
            to: request, lie: .init(parameters: ";tag=\"\(tag.prefix(4000))\""))
        #expect(await peer.fault(short, to: request) == nil)
    }

    /// By default, a server requires that the query is covered.
    @Test func rejectsUncoveredQuery() async throws {
        var signer = peer.signer
        signer.components = [.method, .authority, .path]
        var verifier = SignatureVerifier(key: try VerifyingKey(peer.client.publicKey))
        verifier.clock = .at(SigningPeer.now)
        var request = TransportRequest.sample()
        try await signer.sign(&request)
        let fault = await #expect(throws: APIError.Cause.self) {
            try await verifier.verify(request)
        }
        #expect(fault?.message == opaqueSignature)
        var plain = TransportRequest.sample(.post, "/v1/orders")
        try await signer.sign(&plain)
        try await verifier.verify(plain)
        // A query that was added on the way is rejected too.
        plain.target += "?admin=1"
        await #expect(throws: APIError.Cause.self) { try await verifier.verify(plain) }
        signer.components.append(.query)
        var covered = TransportRequest.sample()
        try await signer.sign(&covered)
        try await verifier.verify(covered)
    }
}
