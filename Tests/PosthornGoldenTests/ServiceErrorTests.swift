import Foundation
import PosthornCore
import Testing

/// The errors of a whole service, with one handler for all endpoints.
@Suite("Errors of a service")
struct ServiceErrorTests {
    private static let problem = #"{"code":1,"message":"m","data":null}"#

    /// The only handler of the application.
    private func handled(_ failure: ServiceErrorsAPI.Failure) -> String {
        switch failure {
        case .unauthorized(let problem): "sign in: \(problem.message)"
        case .tooManyRequests(_, let retryAfter): "wait \(retryAfter ?? 0) s"
        case .serverError(let status, let problem): "server \(status): \(problem.message)"
        case .serviceLock(let lock): "locked by \(lock.owner)"
        case .other(let error): "\(error.endpoint) \(error.code.rawValue)"
        }
    }

    private func called(
        _ name: String, _ status: Int, _ body: String, _ fields: [String: String] = [:]
    ) async -> String {
        let api = ServiceErrorsAPI(.canned(body, status: status, headers: fields))
        do {
            switch name {
            case "listItems": _ = try await api.listItems()
            case "checkItem": try await api.checkItem(id: "1")
            case "watchItems": _ = try await api.watchItems()
            case "getFile": _ = try await api.getFile(id: "1", to: URL(filePath: "/dev/null"))
            case "addItem": try await api.addItem(name: "n")
            case "count": _ = try await api.stock.count()
            default: try await api.stock.clear()
            }
            return "no failure"
        } catch {
            return ServiceErrorsAPI.Failure(error).map(handled) ?? "no failure of a call"
        }
    }

    @Test(
        "One handler serves all endpoints",
        arguments: [
            ("listItems", 401, problem, "sign in: m"), ("addItem", 401, problem, "sign in: m"),
            ("listItems", 503, problem, "server 503: m"), ("count", 500, problem, "server 500: m"),
            ("watchItems", 502, problem, "server 502: m"),
            ("getFile", 502, problem, "server 502: m"),
            ("listItems", 200, #"{"code":7,"data":{"owner":"ada"}}"#, "locked by ada"),
            ("addItem", 200, #"{"code":7,"data":{"owner":"ada"}}"#, "locked by ada"),
            // What only the endpoint documents, or replaces, and what it can't have.
            ("addItem", 409, problem, "addItem status.409"),
            ("addItem", 503, #"{"until":"2026-01-01T00:00:00Z"}"#, "addItem status.503"),
            ("count", 404, problem, "stock.count status.404"),
            ("clear", 404, "", "stock.clear status.404"),
            ("checkItem", 401, "", "checkItem status.401"),
            ("listItems", 418, "", "listItems status.418"),
        ])
    func oneHandlerServesAll(_ row: (String, Int, String, String)) async {
        #expect(await called(row.0, row.1, row.2) == row.3, "\(row)")
    }

    @Test func headerFieldsOfTheSharedFailureAreKept() async {
        for name in ["listItems", "addItem", "count"] {
            #expect(
                await called(name, 429, Self.problem, ["Retry-After": "7"]) == "wait 7 s", "\(name)"
            )
        }
    }

    @Test func endpointsMatchTheirOwnCasesBesideSharedOnes() async {
        let api = ServiceErrorsAPI(.canned(Self.problem, status: 409))
        do {
            try await api.addItem(name: "n")
            Issue.record("no failure")
        } catch .nameTaken(let problem) {
            #expect(problem.message == "m")
        } catch {
            Issue.record("\(error.serviceFailure)")
        }
    }

    @Test func errorsOfOtherCodeAreNone() {
        struct Own: Error {}
        #expect(ServiceErrorsAPI.Failure(Own()).map(handled) == nil)
        #expect(ServiceErrorsAPI.Failure(CancellationError()).map(handled) == nil)
    }

    @Test func failureOfAnotherServiceIsOther() async throws {
        let other = SharedErrorsAPI(.canned(#"{"code":1}"#, status: 404))
        do {
            _ = try await other.countOrders()
            Issue.record("no failure")
        } catch {
            let failure = try #require(ServiceErrorsAPI.Failure(error))
            #expect(handled(failure) == "countOrders status.404")
        }
    }
}
