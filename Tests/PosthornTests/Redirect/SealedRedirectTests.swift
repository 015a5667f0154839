import Foundation
import Posthorn
import TestSupport
import Testing

@testable import PosthornHTTP

/// Redirects of calls that a cipher has sealed.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SealedRedirectTests {
    /// Binds the request to method and path, as a signature does, and counts its uses.
    final class Seal: PayloadCipher {
        let name = "seal"
        private let count = Locked(0)

        func seal(_ request: inout TransportRequest) async throws {
            let number = count.withLock { count in
                count += 1
                return count
            }
            request.headers[try #require(HTTPField.Name("X-Seal"))] =
                "\(number) \(request.method.rawValue) \(request.target)"
        }

        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
            let seal = request.headers[try #require(HTTPField.Name("X-Seal"))] ?? ""
            response.body = Data(#""\#(seal)""#.utf8)
        }
    }

    @Test func sealedCallIsNotRedirectedByDefault() async throws {
        let transport = StubTransport(.success(Self.redirect(307, "/v1/other")))
        let error = await #expect(throws: APIError.self) {
            try await Self.store(transport).send(Probe(String.self))
        }
        #expect(error?.code == .redirectRefused)
        #expect(error?.stage == .sending)
        #expect(
            error?.message
                == "the server responded with 307 Temporary Redirect, and the request is sealed or signed by seal "
                + "for its own path")
        #expect(error?.advice?.contains("`redirects = .sameOrigin`") == true)
        #expect(transport.requests.count == 1)
        #expect(transport.requests.first?.redirects == .never)
        #expect(transport.requests.first?.respondsToChallenges == false)
    }

    /// The redirect that was followed is not the response of the call.
    @Test func failureAfterRedirectHasNoResponse() async throws {
        let transport = StubTransport(
            .success(Self.redirect(307, "/v1/other")),
            .failure(TransportError(.connectionLost, "gone")))
        let error = await #expect(throws: APIError.self) {
            try await Self.store(transport).with { $0.redirects = .sameOrigin }
                .send(Probe(String.self))
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.response == nil)
        #expect(transport.requests.count == 2)
    }

    @Test func eachRedirectWithinTheOriginIsSealedAgain() async throws {
        let transport = StubTransport(
            .success(Self.redirect(307, "/v1/other?x=1")),
            .success(Self.redirect(303, "last")), .success(.json("{}")))
        let endpoint = Probe(String.self) { request in
            request.method(.post, "/things")
            request.body("secret", 1)
        }
        let response = try await Self.store(transport).with { $0.redirects = .sameOrigin }
            .response(to: endpoint)
        // The response is opened with the last request.
        #expect(response.value == "3 GET /v1/last")
        #expect(response.redirects.map { $0.status.code } == [307, 303])
        let seals = transport.requests.map { $0.headers[HTTPField.Name("X-Seal") ?? .accept] }
        #expect(seals == ["1 POST /v1/things", "2 POST /v1/other?x=1", "3 GET /v1/last"])
        #expect(transport.requests.map { $0.body != nil } == [true, true, false])
        #expect(transport.requests.last?.url == "https://store.example/v1/last")
    }

    @Test(arguments: [RedirectPolicy.follow, .sameOrigin, .custom { $0.next }])
    func noPolicyRedirectsSealedCallToOtherOrigin(_ policy: RedirectPolicy) async throws {
        let transport = StubTransport(.success(Self.redirect(302, "https://other.example/v1/x")))
        let error = await #expect(throws: APIError.self) {
            try await Self.store(transport).with { $0.redirects = policy }
                .send(Probe(String.self))
        }
        #expect(error?.code == .redirectRefused)
        #expect(transport.requests.count == 1)
        #expect((error?.underlying as? TransportError)?.redirects.isEmpty == true)
    }

    @Test func redirectLoopOfSealedCallEnds() async throws {
        let transport = StubTransport(.success(Self.redirect(302, "/v1/things")))
        let error = await #expect(throws: APIError.self) {
            try await Self.store(transport).with { $0.redirects = .follow }
                .send(Probe(String.self))
        }
        #expect(error?.code == .tooManyRedirects)
        #expect(transport.requests.count == 1)
    }

    @Test func transportGetsRedirectPolicyOfPlainCall() async throws {
        let transport = StubTransport(.success(.json(#""x""#)))
        let store = Store(transport)
        _ = try await store.send(Probe(String.self))
        _ = try await store.with { $0.redirects = .sameOrigin }.send(Probe(String.self))
        #expect(transport.requests.map(\.redirects) == [nil, .sameOrigin])
    }

    @Test func callSiteRedirectPolicyOverridesSpec() async throws {
        let transport = StubTransport(.success(.json(#""x""#)))
        let store = Store(transport)
        let endpoint = Probe(String.self) { $0.redirects = .never }
        _ = try await store.send(endpoint)
        _ = try await store.with { $0.redirects = .sameOrigin }.send(endpoint)
        #expect(transport.requests.map(\.redirects) == [.never, .sameOrigin])
    }

    // An endpoint that documents a redirect has such a spec.
    @Test func neverPolicyReturnsRedirectResponse() async throws {
        let transport = StubTransport(.success(Self.redirect(302, "/v1/other")))
        let error = await #expect(throws: APIError.self) {
            try await Self.store(transport).send(Probe(String.self) { $0.redirects = .never })
        }
        #expect(error?.code == .status(302))
        #expect(error?.response?.headers[.location] == "/v1/other")
    }

    @Test func transportGetsSendsCookies() async throws {
        let transport = StubTransport(.success(.json(#""x""#)))
        let store = Store(transport)
        _ = try await store.send(Probe(String.self))
        _ = try await store.with { $0.sendsCookies = false }.send(Probe(String.self))
        #expect(transport.requests.map(\.sendsCookies) == [nil, false])
    }

    @Test func transportGetsPriorityAndLocalInterface() async throws {
        let transport = StubTransport(.success(.json(#""x""#)))
        let store = Store(transport).with { $0.priority = .high }
        _ = try await Store(transport).send(Probe(String.self))
        _ = try await store.with { $0.localInterface = "lo" }.send(Probe(String.self))
        #expect(transport.requests.map(\.priority) == [nil, .high])
        #expect(transport.requests.map(\.localInterface) == [nil, "lo"])
    }

    private static func store(_ transport: StubTransport) -> Store {
        var defaults = CallOptions()
        defaults.cipher = Seal()
        return Store(transport, defaults: defaults)
    }

    private static func redirect(_ status: Int, _ place: String) -> TransportResponse {
        TransportResponse(status: .init(code: status), headers: [.location: place])
    }
}
