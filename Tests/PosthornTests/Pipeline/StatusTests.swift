import Foundation
import Posthorn
import Testing

@Suite("Statuses and documented failures")
struct StatusTests {
    @Test(arguments: [200, 201, 202, 203, 206, 226, 299])
    func successStatusReturnsTheValue(_ code: Int) async throws {
        let store = Store(responding: .json(#"{"id":1}"#, status: .init(code: code)))
        let response = try await store.response(to: Probe(Receipt.self))
        #expect(response.value == Receipt(id: 1))
        #expect(response.status.code == code)
        #expect(response.bodyIntegrity == .length)
        #expect(response.headers[.contentType] == "application/json")
        #expect(response.body == Data(#"{"id":1}"#.utf8))
    }

    @Test(arguments: [
        (199, "199"), (300, "300 Multiple Choices"), (304, "304 Not Modified"),
        (400, "400 Bad Request"), (401, "401 Unauthorized"), (404, "404 Not Found"),
        (418, "418"), (422, "422 Unprocessable Content"), (429, "429 Too Many Requests"),
        (500, "500 Internal Server Error"), (502, "502 Bad Gateway"), (599, "599"), (999, "999"),
    ])
    func otherStatusThrowsStatusCode(_ code: Int, _ text: String) async {
        let store = Store(responding: .json(#"{"id":1}"#, status: .init(code: code)))
        let error = await #expect(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        #expect(error?.code == .status(code))
        #expect(error?.code.rawValue == "status.\(code)")
        #expect((error?.code).map { "\($0)" } == "status.\(code)")
        #expect(error?.stage == .validating)
        #expect(error?.message == "the server responded with \(text)")
        #expect(error?.response?.body == Data(#"{"id":1}"#.utf8))
    }

    @Test func reasonPhraseIsNotInDescription() async {
        let status = HTTPResponse.Status(code: 404, reasonPhrase: "canary")
        let store = Store(responding: .json("", status: status))
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.description.contains("canary") == false)
        #expect(error?.response?.status.reasonPhrase == "canary")
    }

    @Test func policyCanAcceptOtherStatuses() async throws {
        let store = Store(responding: .json("", status: .notModified)).with {
            $0.responsePolicy = UsersFullPolicy()
        }
        try await store.send(Ping())
    }

    @Test func unfollowedRedirectHasAdvice() async {
        var response = TransportResponse.json("", status: .found)
        response.headers[.location] = "https://canary.example/"
        let store = Store(responding: response)
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(
            error?.message == "the server responded with 302 Found and redirects to another URL")
        #expect(
            error?.advice
                == "the redirect was not followed: request the new URL in the response's Location")
        #expect(error?.description.contains("canary") == false)
    }

    @Test func redirectWithEmptyLocationHasAdvice() async {
        var response = TransportResponse.json("", status: .found)
        response.headers[.location] = ""
        let store = Store(responding: response)
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(
            error?.advice == "request the new URL directly if you know it: the Location is empty")
    }

    @Test(arguments: [404, 409])
    func documentedStatusThrowsItsCase(_ code: Int) async {
        let response = TransportResponse.json(
            #"{"reason":"sold out"}"#, status: .init(code: code), type: "application/problem+json")
        do {
            _ = try await Store(responding: response).send(Buy())
            Issue.record("the call succeeded")
        } catch .notFound(let problem) {
            #expect(code == 404)
            #expect(problem == Problem(reason: "sold out"))
        } catch .outOfStock(let problem) {
            #expect(code == 409)
            #expect(problem == Problem(reason: "sold out"))
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(arguments: [
        (
            #"{"other":1}"#, "application/json",
            "the response does not have the expected shape: reason is missing, line 1, column 12, "
                + #"at {"…":…}▸"#
        ),
        (
            "[]", "application/json",
            "the response does not have the expected shape: the top level has another type, "
                + "an array, expected an object, line 1, column 1, at ▸[]"
        ),
        ("", "application/json", "the response has no body"),
        (
            "<html></html>", "text/html",
            "the response is text/html, and the policy json reads application/json, text/json, "
                + "*/*+json"
        ),
    ])
    func documentedStatusWithOtherBodyThrowsOther(
        _ text: String, _ type: String, _ cause: String
    ) async {
        let store = Store(responding: .json(text, status: .conflict, type: type))
        do {
            _ = try await store.send(Buy())
            Issue.record("the call succeeded")
        } catch .other(let error) {
            #expect(error.code == .conflict)
            #expect(error.stage == .validating)
            #expect(
                error.message == "the server responded with 409 Conflict, and its body is not the "
                    + "documented one: \(cause)")
            #expect(error.response?.status.code == 409)
            #expect(error.response?.body == Data(text.utf8))
            #expect(error.underlying is APIError.Cause)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func undocumentedStatusThrowsOther() async {
        let store = Store(responding: .json("<html>", status: .badGateway, type: "text/html"))
        do {
            _ = try await store.send(Buy())
            Issue.record("the call succeeded")
        } catch .other(.badGateway) {
            return
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func statusErrorIncludesMediaTypeCause() async throws {
        let store = Store(responding: .json("<html>", status: .badGateway, type: "text/html"))
        let error = try await #require(throws: APIError.self) {
            try await store.send(Probe(Receipt.self))
        }
        #expect(error.code == .badGateway)
        #expect(error.errorChain.count == 2)
        #expect((error.errorChain[1] as? APIError.Cause)?.code == .unacceptableMediaType)
        #expect(error.contains(.badGateway))
        #expect(error.contains(.unacceptableMediaType))
        #expect(!error.contains(.decodingFailed))
    }

    /// What is read of a response, by its status and media type: good and good, good and wrong, bad
    /// and good, bad and wrong.
    @Test(
        arguments: [
            (200, "application/json", nil, true), (200, "text/html", .unacceptableMediaType, false),
            (409, "application/json", nil, true), (409, "text/html", .conflict, false),
        ] as [(Int, String, APIError.Code?, Bool)])
    func bodyIsDecodedIfMediaTypeMatches(
        _ status: Int, _ type: String, _ code: APIError.Code?, _ isRead: Bool
    ) async {
        let body = #"{"id":1,"reason":"sold out"}"#
        let store = Store(responding: .json(body, status: .init(code: status), type: type))
        do {
            #expect(try await store.send(Buy()) == Receipt(id: 1))
            #expect(isRead && status == 200)
        } catch .outOfStock(let problem) {
            #expect(isRead && status == 409 && problem.reason == "sold out")
        } catch .other(let error) {
            #expect(!isRead && error.code == code)
            #expect(error.contains(.unacceptableMediaType))
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func errorChainEndsWithDecodingError() async throws {
        let store = Store(responding: .json(#"{"reason":1}"#, status: .conflict))
        do {
            _ = try await store.send(Buy())
            Issue.record("the call succeeded")
        } catch .other(let error) {
            let kinds = error.errorChain.map { String(describing: Swift.type(of: $0)) }
            #expect(kinds == ["APIError", "Cause", "JSONError", "DecodingError"])
            #expect(error.contains(.conflict) && error.contains(.decodingFailed))
        } catch {
            Issue.record("\(error)")
        }
    }
}
