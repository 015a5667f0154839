import Foundation
import Posthorn
import Testing

/// Half of the test is that these compile.
@Suite("Typed throws and catch patterns")
struct TypedThrowsTests {
    private let missing = Store(responding: .json("{}", status: .notFound))

    @Test func catchesCodeOfKnownErrorType() async {
        var caught = ""
        do {
            try await missing.send(Ping())
        } catch .conflict {
            caught = "conflict"
        } catch .notFound {
            caught = "notFound"
        } catch {
            caught = "\(error.code)"
        }
        #expect(caught == "notFound")
    }

    @Test func catchesQualifiedCodeOfAnyError() async {
        func erased() async throws { try await missing.send(Ping()) }
        var caught = ""
        do {
            try await erased()
        } catch APIError.conflict {
            caught = "conflict"
        } catch APIError.notFound {
            caught = "notFound"
        } catch {
            caught = "\(error)"
        }
        #expect(caught == "notFound")
    }

    @Test func catchesArbitraryStatusCode() async {
        func erased() async throws { try await missing.send(Ping()) }
        var caught = false
        do { try await erased() } catch APIError.Code.status(404) { caught = true } catch {}
        #expect(caught)
    }

    @Test func codeDoesNotMatchOtherErrors() {
        let error: any Error = CancellationError()
        #expect(!(APIError.Code.cancelled ~= error))
    }

    @Test func exhaustiveSwitchNeedsNoDefault() async {
        let store = Store(responding: .json(#"{"reason":"gone"}"#, status: .notFound))
        let caught: String
        do {
            _ = try await store.send(Buy())
            caught = "nothing"
        } catch {
            switch error {
            case .notFound(let problem): caught = problem.reason
            case .outOfStock: caught = "outOfStock"
            case .other(let error): caught = "\(error)"
            }
        }
        #expect(caught == "gone")
    }

    @Test func endpointWithoutDocumentedErrorsThrowsAPIError() async {
        let caught: APIError?
        do {
            try await missing.send(Ping())
            caught = nil
        } catch {
            caught = error
        }
        #expect(caught?.code == .notFound)
    }

    @Test func catchesCodeInsideOther() async {
        let store = Store(responding: .json("", status: .serviceUnavailable))
        var caught = false
        do {
            _ = try await store.send(Buy())
        } catch .other(.serviceUnavailable) {
            caught = true
        } catch {}
        #expect(caught)
    }
}
