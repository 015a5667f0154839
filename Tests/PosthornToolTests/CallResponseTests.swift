import Foundation
import PosthornCore
import PosthornTesting
import TestSupport
import Testing

/// What `posthorn call` shows of header fields, failures and operations.
@Suite("posthorn call and responses", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CallResponseTests {
    private let tool: Tool

    private static let spec = """
        service: ExportAPI
        auth: { user: bearer }
        requires: none
        endpoints:
          read:
            GET: /read
            returns:
              type: "[Int]"
              headers: { X-Left: Int, X-Kind?: new | old, X-Tags?: "[Int]", X-Until?: Date(http) }
            errors: { 404: { name: notThere }, 409: { type: Problem, name: taken } }
          write: { POST: /write, body: { name: String, sizes: "[Int]" } }
          export:
            POST: /exports
            returns: Export
            poll:
              at: { header: Operation-Location }
              until: { status: done }
              fails: { status: failed }
              value: report
              every: 1ms
          clean:
            POST: /clean
            returns: Export
            poll: { at: { path: "/clean/{id}" }, until: { status: done }, every: 1ms }
        types:
          Export: { id?: Int, status: running | done | failed, percent?: Int, report?: Report }
          Report: { rows: Int, key?: { type: String, secret: true } }
          Problem: { message: String }

        """

    init() throws {
        tool = try Tool()
        try tool.write(Self.spec, to: "Export/Export.yaml")
    }

    private static func json(
        _ text: String, status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]
    ) -> StubResponse {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields.append(contentsOf: headers)
        return StubResponse(status: status, headers: fields, pieces: [Data(text.utf8)])
    }

    private func call(
        _ server: ScriptedServer, _ arguments: String..., input: String? = nil
    ) throws -> Tool.Run {
        let words = ["call", "Export"] + arguments + ["--server", server.url("")]
        return try tool.finish(tool.start(words, input: input))
    }

    private static func fields(_ pairs: KeyValuePairs<String, String>) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in pairs {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }

    // MARK: Header fields

    @Test("Values of header fields are compared with the spec")
    func checksHeaderFields() throws {
        let good = Self.fields([
            "X-Left": "3", "X-Kind": "new", "X-Tags": "1, 2",
            "X-Until": "Mon, 30 Nov 2026 12:00:00 GMT",
        ])
        let bad = Self.fields(["X-Left": "three", "X-Kind": "odd", "X-Tags": "1, b"])
        for (headers, code) in [(good, Int32(0)), (bad, 9), ([:], 9)] {
            let server = try ScriptedServer.serving([
                .on(.get, "/read", response: Self.json("[1]", headers))
            ])
            defer { server.stop() }
            let run = try call(server, "read")
            #expect(run.exitCode == code, "\(run)")
            let json = try JSONValue(jsonData: Data(call(server, "read", "--json").output.utf8))
            let found = json["deviations"]?.array?.map {
                "\($0["kind"]?.string ?? "") \($0["path"]?.string ?? "")"
            }
            switch headers {
            case good:
                #expect(json["headers"]?["X-Left"] == 3)
                #expect(found == nil)
            case bad:
                #expect(
                    found == [
                        "wrongType header X-Left", "unknownValue header X-Kind",
                        "wrongType header X-Tags",
                    ])
                #expect(
                    run.complaints.contains(
                        "the response is not as the spec says: 'header X-Left' is an Int; found 'three'"
                    ))
            default: #expect(found == ["missingMember header X-Left"])
            }
        }
    }

    // MARK: Failures

    @Test("The body of a failure for which the spec has no type is shown")
    func showsFailureBodies() throws {
        let server = try ScriptedServer.serving([
            .on(
                .get, "/read",
                response: Self.json(#"{"reason":"no \u001b[1mbox"}"#, status: .notFound))
        ])
        defer { server.stop() }
        let run = try call(server, "read")
        #expect(run.exitCode == 4)
        #expect(run.complaints.contains("documented as notThere"), "\(run)")
        #expect(run.complaints.hasSuffix(#"{"reason":"no \u001b[1mbox"}"# + "\n"), "\(run)")
        let json = try JSONValue(jsonData: Data(call(server, "read", "--json").output.utf8))
        #expect(json["documented"] == "notThere" && json["status"] == 404)
        #expect(json["body"]?.string == #"{"reason":"no \u001b[1mbox"}"#)
    }

    @Test("A body that is no JSON is refused with the place of the mistake")
    func namesPlaceInBody() throws {
        let server = try ScriptedServer.serving([])
        defer { server.stop() }
        let run = try call(
            server, "write", "-", input: "{\n  \"name\": \"a\",\n  \"sizes\": [1,, 2]\n}")
        #expect(run.exitCode == 64)
        #expect(run.complaints.contains("line 3, column 15"), "\(run)")
        #expect(server.requests.isEmpty)
    }

    @Test("A command that calls names the option that sets a base URL")
    func namesServerOption() throws {
        let advice =
            "ExportAPI: a call has a server; found none in the spec; write '--server https://…'\n"
        for command in [["call", "Export", "read"], ["verify", "Export"], ["mcp", "Export"]] {
            let run = try tool.finish(tool.start(command))
            #expect(run.exitCode == 64 && run.complaints == advice, "\(run)")
        }
        let wrong = try tool.run("call", "Export", "read", "--server", "api.example")
        #expect(
            wrong.complaints
                == "posthorn: '--server': the base URL has no scheme; write it like https://api.example.com/v1\n"
        )
    }

    // MARK: Operations

    /// Starts a server whose operation is asked for three times.
    private static func operating(
        _ states: [String], report: String = #"{"rows":3,"key":"s3cret"}"#
    ) throws -> ScriptedServer {
        let polls = Locked(0)
        return try ScriptedServer.serving([
            .on(
                .post, "/exports",
                response: json(
                    "{}", status: .accepted, fields(["Operation-Location": "/exports/7"]))),
            .on(.post, "/clean", response: json(#"{"id":7,"status":"running"}"#)),
            .on(.get, "/exports/7") { _ in next(states, polls) },
            .on(.get, "/clean/7") { _ in next(states, polls) },
        ])
    }

    private static func next(_ states: [String], _ polls: Locked<Int>) -> StubResponse {
        let number = polls.withLock { count in
            count += 1
            return count
        }
        return json(states[min(number, states.count) - 1])
    }

    @Test(
        "An operation is polled until its end: each change is shown, and the result is the output")
    func pollsOperation() throws {
        let states = [
            #"{"status":"running","percent":10}"#, #"{"status":"running","percent":10}"#,
            #"{"status":"running","percent":60}"#,
            #"{"status":"done","percent":100,"report":{"rows":3,"key":"s3cret"}}"#,
        ]
        let server = try Self.operating(states)
        defer { server.stop() }
        let run = try call(server, "export")
        #expect(run.exitCode == 0, "\(run)")
        #expect(run.output == "{\n  \"rows\": 3,\n  \"key\": \"•••\"\n}\n", "\(run)")
        #expect(
            run.complaints == """
                {"status":"running","percent":10}
                {"status":"running","percent":60}
                {"status":"done","percent":100,"report":{"rows":3,"key":"•••"}}

                """)
        #expect(server.requests.count == 5)

        let again = try Self.operating(states)
        defer { again.stop() }
        let lines = try call(again, "export", "--json").output.split(separator: "\n")
        let json = try lines.map { try JSONValue(jsonData: Data($0.utf8)) }
        #expect(json.map { $0["state"]?["percent"] } == [10, 60, 100, nil])
        #expect(json.last?["value"]?["rows"] == 3)
    }

    @Test(
        "Without a member for the result, the last state is the result; a failed operation is an error"
    )
    func endsOperation() throws {
        let server = try Self.operating([#"{"id":7,"status":"done"}"#])
        defer { server.stop() }
        let run = try call(server, "clean")
        #expect(
            run.exitCode == 0 && run.output == "{\n  \"id\": 7,\n  \"status\": \"done\"\n}\n",
            "\(run)")
        #expect(
            run.complaints == "{\"id\":7,\"status\":\"running\"}\n{\"id\":7,\"status\":\"done\"}\n")

        let failing = try Self.operating([#"{"status":"failed"}"#])
        defer { failing.stop() }
        let failed = try call(failing, "export")
        #expect(failed.exitCode == 9 && failed.output.isEmpty, "\(failed)")
        #expect(failed.complaints.contains("the server reports that the operation has failed"))
    }
}
