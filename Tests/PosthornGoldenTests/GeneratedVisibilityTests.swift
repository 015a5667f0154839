import Foundation
import PosthornCore
import Testing

/// Endpoints with an access level of their own.
@Suite("Generated access levels", .timeLimit(.minutes(1)))
struct GeneratedVisibilityTests {
    @Test("Calls of each access level are sent")
    func sendsCallsOfEachLevel() async throws {
        let api = VisibilityAPI(.canned(#"[{"id":1}]"#))
        #expect(try await api.auditOrders().map(\.id) == [1])
        #expect(try await api.drafts.list().map(\.id) == [1])
        #expect(try await VisibilityAPI(.canned("3")).countOrders() == 3)
    }

    @Test("Failures of internal and package calls are typed")
    func throwsTypedFailures() async throws {
        let api = VisibilityAPI(.canned(#"{"code":7}"#, status: 404))
        do {
            _ = try await api.auditOrders()
            Issue.record("a response with status 404 is a failure")
        } catch .notFound(let problem) {
            #expect(problem.value.code == 7)
        } catch {
            Issue.record("\(error)")
        }
        do {
            try await api.moveOrders(url: try #require(URL(string: "https://a.example")))
            Issue.record("a response with status 404 is a failure")
        } catch let error as VisibilityAPI.MoveOrders.Failure {
            guard case .notFound = error else { throw error }
        }
    }
}
