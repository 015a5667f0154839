import Foundation
import PosthornCore
import Testing

/// By which policy generated endpoints read the body of a success and that of a documented error.
@Suite("Generated policies")
struct GeneratedPolicyTests {
    /// A text of JSON, and text of its own: read as JSON it would be bytes of base64, or lose its quotes.
    private static let body = #""AQI=""#

    private func api(_ status: Int, _ headers: [String: String] = [:]) -> RawBodiesAPI {
        RawBodiesAPI(.canned(Self.body, status: status, headers: headers))
    }

    @Test("Bytes and text beside header fields are unchanged")
    func headers() async throws {
        let picture = try await api(200, ["ETag": "\"a\""]).picture()
        #expect(picture.value == Data(Self.body.utf8))
        #expect(picture.eTag == "\"a\"")
        let note = try await api(200, ["X-Count": "2"]).note()
        #expect(note.value == Self.body)
        #expect(note.count == 2)
    }

    @Test("Bytes and text for each status are unchanged", arguments: [200, 206, 202])
    func statuses(_ status: Int) async throws {
        switch (status, try? await api(status).part()) {
        case (200, .ok(let bytes)), (206, .partialContent(let bytes)):
            #expect(bytes == Data(Self.body.utf8))
        case (202, nil): break
        case let (_, found): Issue.record("\(String(describing: found))")
        }
        let json = RawBodiesAPI(.canned(#"{"ticket":"t"}"#, status: status))
        switch (status, try? await api(status).job(), try? await json.job()) {
        case (200, .ok(let bytes), .ok): #expect(bytes == Data(Self.body.utf8))
        case (202, nil, .accepted(let job)): #expect(job.ticket == "t")
        case (206, nil, nil): break
        case let (_, found, other): Issue.record("\(String(describing: (found, other)))")
        }
        switch (status, try? await api(status).words(), try? await json.words()) {
        case (200, .ok(let text), .ok): #expect(text == Self.body)
        case (202, nil, .accepted(let job)): #expect(job.ticket == "t")
        case (206, nil, nil): break
        case let (_, found, other): Issue.record("\(String(describing: (found, other)))")
        }
    }

    @Test("Optional text is unchanged, and nil without a body")
    func optional() async throws {
        #expect(try await api(200).text() == Self.body)
        #expect(try await RawBodiesAPI(.canned("", status: 204)).text() == nil)
    }

    @Test("The policy of an endpoint decodes all of its bodies")
    func explicit() async throws {
        guard case .ok("AQI=") = try await api(200).quoted() else {
            Issue.record("not read as JSON")
            return
        }
    }

    private typealias Call = @Sendable (XMLServiceAPI) async throws -> Void

    private static let calls: KeyValuePairs<String, Call> = [
        "decoded type": { _ = try await $0.order() },
        "decoded type as JSON": { _ = try await $0.bare() },
        "bytes": { _ = try await $0.receipt() },
        "text": { _ = try await $0.note() },
        "bytes or decoded type": { _ = try await $0.part() },
        "a file": { _ = try await $0.file(to: URL(filePath: "/no/folder/of/this/name/file")) },
        "lines": { _ = try await $0.watch() },
    ]

    @Test(
        "A documented error uses the service policy for any output",
        arguments: calls.map(\.key))
    func documentedErrorUsesServicePolicy(_ name: String) async throws {
        let call = try #require(Self.calls.first { $0.key == name }?.value)
        let xml = XMLServiceAPI(
            .canned("<e><message>m</message></e>", status: 404, mediaType: "text/xml"))
        await #expect {
            try await call(xml)
        } throws: { error in
            guard case .notFound(let problem) = error as? XMLServiceAPI.Order.Failure else {
                return false
            }
            return problem == XMLProblem(message: "m")
        }
    }

    @Test(
        "A documented error is decoded by the first policy for its media type",
        arguments: [
            ("application/json", #"{"message":"m"}"#), ("text/xml", "<e><message>m</message></e>"),
        ])
    func mediaTypes(_ type: String, _ body: String) async {
        await #expect {
            _ = try await RawBodiesAPI(.canned(body, status: 404, mediaType: type)).export()
        } throws: { error in
            guard case .notFound(let problem) = error as? RawBodiesAPI.Export.Failure else {
                return false
            }
            return problem == RawProblem(message: "m")
        }
    }

    @Test("A documented error of another media type throws other")
    func otherMediaType() async {
        let error = await #expect(throws: RawBodiesAPI.Export.Failure.self) {
            _ = try await RawBodiesAPI(.canned("<p>", status: 404, mediaType: "text/html")).export()
        }
        guard case .other(let error) = error else {
            Issue.record("documented")
            return
        }
        #expect(
            error.message
                == "the server responded with 404 Not Found, and its body is not the documented one: the "
                + "response is text/html, and the policy xml reads application/xml, text/xml, */*+xml"
        )
        #expect(
            error.advice
                == "document the error with the policy that reads its body, as in "
                + "`404: { type: String, response: text }` or `response: json`, as bytes if its media type is "
                + "wrong, `404: { type: Data, response: raw }`, or without a body, `404:`"
        )
    }

    @Test("A documented error without a body throws its case")
    func documentedErrorWithoutBodyThrowsItsCase() async {
        let cases: [(Int, String)] = [
            (404, "notFound"), (409, "taken"), (429, "tooManyRequests(7)"),
            (503, "serverError(503)"),
            (418, "unexpected(418)"),
        ]
        for (status, expected) in cases {
            // What is in the body does not matter where the spec says nothing of it.
            let body = status == 429 ? #"{"seconds":7}"# : status == 404 ? "" : "<html>"
            do {
                try await BodilessErrorsAPI(.canned(body, status: status)).read()
                Issue.record("\(status) succeeded")
            } catch {
                let name =
                    switch error {
                    case .notFound: "notFound"
                    case .taken: "taken"
                    case .tooManyRequests(let problem): "tooManyRequests(\(problem.seconds))"
                    case .serverError(let status, _): "serverError(\(status))"
                    case .unexpected(let status, _): "unexpected(\(status))"
                    case .other(let error): "other(\(error))"
                    }
                #expect(name == expected)
            }
        }
        await #expect {
            try await BodilessErrorsAPI(.canned("", status: 410)).look()
        } throws: { error in
            guard case .lost = error as? BodilessErrorsAPI.Look.Failure else { return false }
            return true
        }
    }

    @Test("Accept of endpoints without a body or with raw bodies")
    func accept() throws {
        let json = "*/*;q=0.1, application/json, text/json"
        let raw = RawBodiesAPI(.canned())
        let job = RawJob(ticket: "t")
        #expect(try raw.request(for: RawBodiesAPI.Store(body: job)).headers[.accept] == json)
        #expect(try raw.request(for: RawBodiesAPI.Job()).headers[.accept] == json)
        #expect(try raw.request(for: RawBodiesAPI.Words()).headers[.accept] == json)
        #expect(try raw.request(for: RawBodiesAPI.Part()).headers[.accept] == nil)
        #expect(
            try raw.request(for: RawBodiesAPI.Quoted()).headers[.accept]
                == "application/json, text/json")
        #expect(
            try XMLServiceAPI(.canned()).request(for: XMLServiceAPI.Part()).headers[.accept]
                == "*/*;q=0.1, application/xml, text/xml")
        #expect(
            try ReturnsAPI(.canned()).request(for: ReturnsAPI.Nothing()).headers[.accept] == json)
    }
}
