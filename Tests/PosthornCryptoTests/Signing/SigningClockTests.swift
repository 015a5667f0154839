import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Clock skew of signers")
struct SigningClockTests {
    private let clock = SigningClock.at(1_369_353_600)

    private func refusal(_ headers: HTTPFields) -> TransportResponse {
        TransportResponse(status: .forbidden, headers: headers)
    }

    private func signer() -> AWSSigner {
        AWSSigner(
            credentials: AWSCredentials(accessKeyID: "A", secret: "s"), region: "r",
            service: "s", clock: clock)
    }

    private func fault(
        _ response: TransportResponse, to request: TransportRequest = .sample()
    ) async -> APIError.Cause? {
        let response = response
        do {
            try signer().verify(response, to: request)
            return nil
        } catch { return error as? APIError.Cause }
    }

    @Test(arguments: ["Fri, 31 Dec 9999 23:59:59 GMT", "Fri, 24 May 2013 00:15:01 GMT"])
    func unsignedSkewOfMoreThanMinutesIsReportedButNotApplied(_ date: String) async throws {
        let fault = await fault(refusal([.date: date]))
        #expect(fault?.code == .clockSkewed)
        #expect(fault?.advice == "set this machine's clock")
        #expect(clock.skew == .zero)
        var request = TransportRequest.sample()
        try await signer().sign(&request)
        #expect(request.headers[.amzTime] == "20130524T000000Z")
    }

    @Test func skewsOfSeveralRefusalsDoNotAddUp() async {
        #expect(
            await fault(refusal([.date: "Fri, 24 May 2013 00:10:00 GMT"]))?.code == .clockSkewed)
        #expect(clock.skew == .seconds(600))
        #expect(
            await fault(refusal([.date: "Fri, 24 May 2013 00:20:00 GMT"]))?.code == .clockSkewed)
        #expect(clock.skew == .seconds(600))
    }

    @Test func cachedResponseDoesNotSetClock() async throws {
        let age = try #require(HTTPField.Name("Age"))
        let cached = refusal([.date: "Fri, 24 May 2013 00:20:00 GMT", age: "600"])
        #expect(await fault(cached) == nil)
        #expect(clock.skew == .zero)
    }

    @Test func skewWithoutTLSIsReportedButNotApplied() async {
        let request = TransportRequest(
            endpoint: "e", method: .get, origin: "http://x.test", route: "/", target: "/")
        let fault = await fault(refusal([.date: "Fri, 24 May 2013 00:20:00 GMT"]), to: request)
        #expect(fault?.code == .clockSkewed)
        #expect(fault?.advice == "set this machine's clock")
        #expect(clock.skew == .zero)
    }

    /// A signer that verifies responses trusts no unverified `Date`.
    @Test func unverifiedResponseDoesNotSetClock() async throws {
        let peer = try SigningPeer()
        let request = try await peer.request()
        let date = "Fri, 15 Jan 2027 08:10:00 GMT"
        let fault = await peer.fault(refusal([.date: date]), to: request)
        #expect(fault?.code == .clockSkewed)
        #expect(fault?.advice == "set this machine's clock")
        #expect(peer.signer.clock.skew == .zero)
        // A `Date` added to a verified response is not applied either.
        var changed = try await peer.response(to: request, status: 403)
        changed.headers[.date] = date
        let told = await peer.fault(changed, to: request)
        #expect(told?.code == .clockSkewed)
        #expect(told?.advice == "set this machine's clock")
        #expect(peer.signer.clock.skew == .zero)
    }

    @Test func signedDateSetsClock() async throws {
        let peer = try SigningPeer()
        let request = try await peer.request()
        let proved = try await peer.response(
            to: request, status: 403, date: "Fri, 15 Jan 2027 08:10:00 GMT")
        #expect(await peer.fault(proved, to: request)?.code == .clockSkewed)
        #expect(peer.signer.clock.skew == .seconds(600))
    }

    /// The date may belong to another response.
    @Test func signedRequestDateDoesNotSetClock() async throws {
        let peer = try SigningPeer()
        var request = TransportRequest.sample()
        let date = "Fri, 15 Jan 2027 08:10:00 GMT"
        request.headers[.date] = date
        try await peer.signer.sign(&request)
        var response = try await peer.response(
            to: request, status: 403,
            lie: .init(covered: [
                #""@status""#, #""content-digest""#, #""signature";req;key="sig""#,
                #""date";req"#,
            ]))
        response.headers[.date] = date
        #expect(await peer.fault(response, to: request)?.code == .clockSkewed)
        #expect(peer.signer.clock.skew == .zero)
    }
}
