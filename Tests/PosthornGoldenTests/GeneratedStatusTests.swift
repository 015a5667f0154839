import Foundation
import PosthornCore
import Testing

/// Outputs of generated endpoints by status and from header fields.
@Suite("Generated status and header field outputs")
struct GeneratedStatusTests {
    private func responding(
        _ body: String, status: Int = 200, headers: [String: String] = [:]
    ) -> AnswersAPI {
        AnswersAPI(.canned(body, status: status, headers: headers))
    }

    @Test("Each documented status returns its case")
    func eachStatusReturnsItsCase() async throws {
        if case .ok(let item) = try await responding(#"{"id":1}"#).several() {
            #expect(item.id == 1)
        } else {
            Issue.record("200")
        }
        if case .accepted(let job) = try await responding(#"{"job":"j"}"#, status: 202).several() {
            #expect(job.job == "j")
        } else {
            Issue.record("202")
        }
        if case .part([7]) = try await responding("[7]", status: 206).several() {
        } else {
            Issue.record("206")
        }
        if case .noContent = try await responding("", status: 204).several() {
        } else {
            Issue.record("204")
        }
    }

    @Test("An undocumented success status throws")
    func undocumentedSuccessStatusThrows() async {
        let error = await #expect(throws: AnswersAPI.Several.Failure.self) {
            try await responding("{}", status: 201).several()
        }
        guard case .other(let error) = error else {
            Issue.record("documented")
            return
        }
        #expect(error.code == .status(201))
        #expect(error.stage == .validating)
    }

    @Test("Header fields are decoded with their types")
    func decodesHeaderFields() async throws {
        let all = [
            "X-Total-Count": "12", "ETag": "\"a\"", "X-Mode": "odd", "X-Page": "3", "Link": "/next",
        ]
        let output = try await responding(#"[{"id":1}]"#, headers: all).withHeaders()
        #expect(output.value == [AnswersItem(id: 1)])
        #expect(output.total == 12)
        #expect(output.eTag == "\"a\"")
        #expect(output.mode == .unknown("odd"))
        #expect(output.page == 3)
        #expect(output.link.relativeString == "/next")
        let least = ["X-Total-Count": "0", "X-Mode": "fast", "Link": "https://a.example/"]
        let other = try await responding("[]", headers: least).withHeaders()
        #expect(other.eTag == nil)
        #expect(other.page == 1)
        #expect(other.mode == .fast)
    }

    @Test(
        "A missing or invalid header field fails the call",
        arguments: [
            [:], ["X-Request-ID": "no UUID"],
        ])
    func missingOrInvalidHeaderFieldThrows(_ headers: [String: String]) async {
        let error = await #expect(throws: APIError.self) {
            try await responding("", headers: headers).headersAlone()
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains("X-Request-ID") == true)
        #expect(error?.description.contains("no UUID") == false)
    }

    @Test("Bytes and text are returned unchanged")
    func bytesAndTextAreUnchanged() async throws {
        #expect(try await responding("[1").bytes() == Data("[1".utf8))
        #expect(try await responding("\"x\"").text() == "\"x\"")
        #expect(try await responding("\"x\"").quoted() == "x")
    }
}
