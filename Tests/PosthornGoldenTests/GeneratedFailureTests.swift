import Foundation
import PosthornCore
import Testing

/// What one error handler for all calls can read of generated failures.
@Suite("Generated failures")
struct GeneratedFailureTests {
    private func handled(_ call: () async throws -> Void) async -> String {
        do {
            try await call()
            return "no failure"
        } catch APIError.Code.serviceUnavailable {
            return "try again later"
        } catch let error as any EndpointFailure {
            let bytes = error.response?.body.count ?? -1
            return "\(error.endpoint) \(error.stage) \(error.code.rawValue) \(bytes)"
        } catch {
            return "no failure of a call"
        }
    }

    private static let problem = #"{"code":1,"message":"m"}"#

    @Test(
        "Each case has its endpoint, code and response",
        arguments: [
            (404, problem, "act validating status.404 24"),
            (409, problem, "act validating status.409 24"),
            (418, "[]", "act validating status.418 2"),
            (500, problem, "act validating status.500 24"),
            (404, "[]", "act validating status.404 2"), (410, "", "act validating status.410 0"),
            (503, problem, "try again later"),
        ])
    func casesHaveEndpointCodeAndResponse(_ status: Int, _ body: String, _ says: String) async {
        let api = ErrorsAPI(.canned(body, status: status))
        #expect(await handled { try await api.act(id: 1) } == says)
    }

    @Test("Status-class and default cases have them too", arguments: [305, 404, 410, 500])
    func statusClassCasesHaveThemToo(_ status: Int) async {
        let body = #"{"code":1,"text":"x"}"#
        let api = ErrorClassesAPI(.canned(body, status: status))
        #expect(await handled { try await api.act() } == "act validating status.\(status) 21")
    }

    @Test("A shared failure names the called endpoint")
    func sharedFailureNamesCalledEndpoint() async {
        let api = SharedErrorsAPI(.canned(#"{"code":1}"#, status: 404))
        #expect(
            await handled { _ = try await api.countOrders() }
                == "countOrders validating status.404 10")
        #expect(
            await handled { try await api.deleteOrder(id: "1") }
                == "deleteOrder validating status.404 10")
    }
}
