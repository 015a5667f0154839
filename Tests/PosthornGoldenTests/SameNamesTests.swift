import Foundation
import PosthornCore
import Testing

/// Endpoints beside types of the same name.
@Suite("Generated endpoints with the name of a type")
struct SameNamesTests {
    @Test("The call returns the type, and errors name the endpoint")
    func endpointAndType() async throws {
        let up = SameNamesStatus(state: .up)
        #expect(try await SameNamesAPI(.canned(#"{"state":"up"}"#)).sameNamesStatus() == up)
        #expect(try await SameNamesAPI(.canned(#"[{"id":1}]"#)).sameNamesOther().map(\.id) == [1])
        let error = await #expect(throws: SameNamesAPI.SameNamesStatusCall.Failure.self) {
            try await SameNamesAPI(.canned(status: 500)).sameNamesOther()
        }
        #expect(error?.apiError.endpoint == "sameNamesOther")
        let documented = await #expect(throws: SameNamesAPI.SameNamesStatusCall.Failure.self) {
            try await SameNamesAPI(.canned(#"{"state":"down"}"#, status: 404)).sameNamesStatus()
        }
        guard case .notFound(let status) = documented else {
            Issue.record("not documented")
            return
        }
        #expect(status == SameNamesStatus(state: .down))
        #expect(documented?.apiError.endpoint == "sameNamesStatus")
    }
}
