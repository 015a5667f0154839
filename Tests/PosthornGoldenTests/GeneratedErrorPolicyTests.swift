import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Failures that have a policy of their own, do not refresh the token, or stand beside bytes.
@Suite("Generated failures with a policy", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedErrorPolicyTests {
    private static func api(
        _ body: String, status: Int, mediaType: String = "application/json"
    ) -> ErrorPoliciesAPI {
        ErrorPoliciesAPI(
            .canned(body, status: status, mediaType: mediaType), auth: .init(user: .none))
    }

    @Test("An error in XML or in text stands beside a result in JSON")
    func errorsInOtherFormats() async throws {
        #expect(try await Self.api("7", status: 200).price() == 7)
        let xml = "<Problem><reason>no money</reason></Problem>"
        await #expect {
            try await Self.api(xml, status: 402, mediaType: "application/xml").price()
        } throws: { error in
            guard case .paymentRequired(let problem) = error as? ErrorPoliciesAPI.Price.Failure
            else { return false }
            return problem.reason == "no money"
        }
        await #expect {
            try await Self.api("keep out", status: 403, mediaType: "text/plain").price()
        } throws: { error in
            guard case .forbidden(let text) = error as? ErrorPoliciesAPI.Price.Failure else {
                return false
            }
            return text.value == "keep out"
        }
    }

    @Test("The policy of a failure reads its body")
    func policiesOfFailures() async {
        await #expect {
            try await Self.api("no device", status: 404, mediaType: "text/plain")
                .removeDevice(id: "1")
        } throws: { error in
            guard case .notFound(let text) = error as? ErrorPoliciesAPI.RemoveDevice.Failure else {
                return false
            }
            return text.value == "no device"
        }
        await #expect {
            try await Self.api("gone", status: 410, mediaType: "text/plain").removeDevice(id: "1")
        } throws: { error in
            guard case .gone(let text) = error as? ErrorPoliciesAPI.RemoveDevice.Failure else {
                return false
            }
            return text.value == "gone"
        }
        await #expect {
            try await Self.api("x\0", status: 422, mediaType: "image/png").removeDevice(id: "1")
        } throws: { error in
            guard
                case .unprocessableContent(let bytes) = error
                    as? ErrorPoliciesAPI.RemoveDevice.Failure
            else { return false }
            return bytes.value == Data("x\0".utf8)
        }
        await #expect {
            try await Self.api(
                "<plist><dict><key>reason</key><string>no</string></dict></plist>",
                status: 404, mediaType: "application/x-plist"
            ).export()
        } throws: { error in
            guard case .notFound(let problem) = error as? ErrorPoliciesAPI.Export.Failure else {
                return false
            }
            return problem.reason == "no"
        }
    }

    @Test("A code is found beside bytes and files")
    func codesBesideBytes() async throws {
        let refusal = #"{"code":7,"msg":"no","data":{"reason":"sold out"}}"#
        await #expect {
            _ = try await Self.api(refusal, status: 409).picture()
        } throws: { error in
            guard
                case .errorPoliciesProblem(let problem) = error as? ErrorPoliciesAPI.Picture.Failure
            else {
                return false
            }
            return problem.reason == "sold out" && problem.apiError.envelopeError?.code == 7
        }
        let server = try ScriptedServer.serving([
            .on(nil, "*", response: .json(refusal, status: .conflict))
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let api = ErrorPoliciesAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session),
                auth: .init(user: .none))
            await #expect {
                for try await _ in try await api.content() {}
            } throws: { error in
                guard
                    case .errorPoliciesProblem(let problem) = error
                        as? ErrorPoliciesAPI.Content.Failure
                else {
                    return false
                }
                return problem.reason == "sold out"
            }
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            await #expect {
                _ = try await api.invoice(to: file)
            } throws: { error in
                guard
                    case .errorPoliciesProblem(let problem) = error
                        as? ErrorPoliciesAPI.Invoice.Failure
                else {
                    return false
                }
                return problem.reason == "sold out"
            }
        }
    }

    @Test("A documented 401 that is not about the token sends the call once")
    func refusalWithoutRefresh() async throws {
        let server = try ScriptedServer.serving([
            .on(.delete, "*", response: .json(#"{"flows":["password"]}"#, status: .unauthorized))
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let loads = Locked(0)
            let api = ErrorPoliciesAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session),
                auth: .init(
                    user: .bearer { _ in
                        loads.withLock { $0 += 1 }
                        return "t"
                    }))
            await #expect {
                try await api.removeDevice(id: "1")
            } throws: { error in
                guard
                    case .unauthorized(let flows) = error as? ErrorPoliciesAPI.RemoveDevice.Failure
                else { return false }
                return flows.flows == ["password"]
            }
            #expect(loads.withLock { $0 } == 1)
            #expect(server.requests.count == 1)
        }
    }

    @Test("Each Set-Cookie line is a value of its own")
    func cookiesAreNotJoined() async throws {
        let lines = ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2; Path=/"]
        var response = StubResponse.status(.ok)
        response.headers[values: .setCookie] = lines
        let via = try #require(HTTPField.Name("Via"))
        response.headers[values: via] = ["1.1 a", "1.1 b"]
        let count = try #require(HTTPField.Name("X-Count"))
        var counted = response
        counted.headers[values: count] = ["1", "2"]
        var bare = response
        bare.headers[.setCookie] = nil
        let server = try ScriptedServer.serving([
            .on(.post, "/sign-in", times: 1, response: response),
            .on(.post, "/sign-in", times: 1, response: counted),
            .on(.post, "/sign-in", times: 1, response: response),
            .on(.post, "/sign-in", times: 1, response: bare),
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let api = ErrorPoliciesAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session),
                auth: .init(user: .none))
            let output = try await api.signIn()
            #expect(
                output.setCookie == lines && output.count == nil && output.via == "1.1 a, 1.1 b")
            #expect(try await api.signIn().count == [1, 2])
            let raw = try await api.response(to: ErrorPoliciesAPI.SignIn()).raw
            let joined = #expect(throws: APIError.Cause.self) {
                try CallResponse(raw).header("Set-Cookie", as: String.self)
            }
            #expect(
                joined?.advice
                    == #"write `Set-Cookie: "[String]"` in the spec to read each of them"#)
            let missing = await #expect(throws: APIError.self) { try await api.signIn() }
            #expect(missing?.message == "the response has no header field Set-Cookie")
        }
    }
}
