import HTTPBin
import Posthorn
import Testing

extension HTTPBinTests {
    @Test func headerParametersArrive() async throws {
        let echo = try await client.headers(trace: "t-1", language: "de, en;q=0.5")
        #expect(echo.headers["X-Trace-Id"] == "t-1")
        #expect(echo.headers["Accept-Language"] == "de, en;q=0.5")
    }

    @Test func headerParametersHaveDefaults() async throws {
        let echo = try await client.headers()
        #expect(echo.headers["Accept-Language"] == "en")
        #expect(echo.headers["X-Trace-Id"] == nil)
    }

    @Test func headersDoNotCarryOverToNextCall() async throws {
        _ = try await client.headers(trace: "t-1")
        _ = try await client.with { $0.header("X-Once", "1") }.headers()
        let echo = try await client.headers()
        #expect(echo.headers["X-Trace-Id"] == nil)
        #expect(echo.headers["X-Once"] == nil)
    }

    @Test func callSiteHeaderOverridesSpec() async throws {
        let echo = try await client.with { $0.header("accept-language", "fr") }.headers()
        #expect(echo.headers["Accept-Language"] == "fr")
    }

    @Test func lineBreakInAHeaderIsRefusedBeforeSending() async throws {
        let error = await #expect(throws: APIError.self) {
            try await client.headers(trace: "t\r\nX-Evil: 1")
        }
        #expect(error?.code == .invalidParameter)
        #expect(error?.stage == .building)
    }

    @Test func callSetsUserAgent() async throws {
        #expect(try await client.userAgent(program: "tests/1.0").userAgent == "tests/1.0")
    }

    @Test func cookiesArrive() async throws {
        #expect(try await client.cookies(cookie: "a=1; b=2").cookies == ["a": "1", "b": "2"])
    }

    @Test func bearerTokenAuthenticates() async throws {
        let echo = try await client.bearer(authorization: "Bearer t0ken")
        #expect(echo.authenticated)
        #expect(echo.token == "t0ken")
    }

    @Test func missingTokenThrowsTypedError() async throws {
        do {
            _ = try await client.bearer()
            Issue.record("expected a failure")
        } catch .unauthorized {
            // Expected: `catch` by code, on the type that the method throws.
        }
    }
}
