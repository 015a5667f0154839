import HTTPBin
import Posthorn
import Testing

extension HTTPBinTests {
    @Test(arguments: [200, 201, 202, 204])
    func successfulStatusReturns(_ code: Int) async throws {
        let response = try await client.response(to: HTTPBinAPI.Status(code: code))
        #expect(response.status.code == code)
    }

    @Test(arguments: [400, 401, 403, 404, 405, 409, 410, 418, 422, 429, 500, 501, 502, 503, 504])
    func errorStatusThrowsTypedError(_ code: Int) async throws {
        let error = await #expect(throws: APIError.self) { try await client.status(code: code) }
        #expect(error?.code == .status(code))
        #expect(error?.stage == .validating)
        #expect(error?.endpoint == "status")
        #expect(error?.response?.status.code == code)
    }

    @Test func redirectsAreFollowedAndCounted() async throws {
        let response = try await client.response(to: HTTPBinAPI.Redirect(n: 3))
        #expect(response.redirects.map { $0.status.code } == [302, 302, 302])
        #expect(response.redirects.last?.target.hasSuffix("/get") == true)
    }

    @Test func unfollowedRedirectThrowsNamedError() async throws {
        let client = client.with { $0.redirects = .never }
        let error = await #expect(throws: APIError.self) { try await client.redirect(n: 1) }
        #expect(error?.code == .status(302))
        #expect(error?.response?.headers[.location] == "/get")
        let text = try #require(error?.description)
        #expect(text.contains("redirects to another URL"))
        #expect(text.contains("the redirect was not followed"))
    }

    @Test(arguments: [301, 303, 307, 308])
    func sameOriginPolicyRefusesRedirectToAnotherHost(_ code: Int) async throws {
        let error = await #expect(throws: APIError.self) {
            try await client.with { $0.redirects = .sameOrigin }
                .redirectTo(url: "http://elsewhere.invalid/", statusCode: code)
        }
        #expect(error?.code == .redirectRefused)
        #expect(error?.message.hasSuffix("to http://elsewhere.invalid") == true)
    }
}
