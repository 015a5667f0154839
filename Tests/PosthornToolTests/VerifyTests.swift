import Foundation
import PosthornCore
import PosthornCrypto
import PosthornServer
import PosthornTesting
import TestSupport
import Testing

/// `posthorn verify` against a server of Python that follows its spec, or deviates in one place.
@Suite("posthorn verify", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct VerifyTests {
    private let tool: Tool
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let key = ["POSTHORN_STOCKAPI_KEY": "open sesame"]

    init() throws {
        tool = try Tool()
        let spec = Self.folder.appending(path: "Stock/Stock.yaml")
        try tool.write(String(contentsOf: spec, encoding: .utf8), to: "Stock/Stock.yaml")
    }

    private func verifying(
        _ deviations: [String], _ options: [String], environment: [String: String] = key
    ) throws -> (run: Tool.Run, url: String) {
        let script = Self.folder.appending(path: "stock_server.py").path
        let server = try PythonServer.started("stock", ["-B", script] + deviations)
        defer { server.stop() }
        let words = ["verify", "Stock", "--server", server.baseURL] + options
        return (try tool.finish(tool.start(words, environment: environment)), server.baseURL)
    }

    private struct Report: Decodable {
        struct Found: Decodable {
            var endpoint, kind, place, message, call: String
            var harmless: Bool
        }
        struct Never: Decodable { var endpoint, place: String }
        struct Note: Decodable { var endpoint, reason: String }

        var findings: [Found]
        var checked: [String]
        var neverSeen: [Never]
        var notChecked: [Note]
    }

    private func report(of run: Tool.Run) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    }

    // MARK: Deviations

    /// A deviation of the server, and what the report says about it.
    struct Planted: CustomTestStringConvertible {
        var name, endpoint, place, call: String
        var kind: String?

        init(_ name: String, _ endpoint: String, _ place: String, _ call: String) {
            (self.name, self.endpoint, self.place, self.call) = (name, endpoint, place, call)
        }

        var testDescription: String { name }
    }

    private static let planted = [
        Planted(
            "undocumentedStatus", "listItems", "status", "listItems status=archived --server"),
        Planted("mediaType", "readHealth", "media type", "readHealth --server"),
        Planted("missingHeader", "listItems", "header X-Total", "listItems --server"),
        Planted("unknownValue", "listItems", "body.items[].status", "listItems --server"),
        Planted("unknownMember", "getItem", "body.internal_ref", "getItem id=1 --server"),
        Planted("null", "getItem", "body.name", "getItem id="),
        Planted("missingMember", "createItem", "body.created", "createItem 'name="),
        Planted("wrongType", "renameItem", "body.quantity", "renameItem id="),
        Planted("acceptsWrong", "listItems", "limit", "listItems limit="),
        Planted("failsOnWrong", "createItem", "name", "createItem --unchecked --server"),
        Planted("refusesValid", "createItem", "name", "createItem name="),
    ]

    @Test("Each deviation of a server is found with its smallest request", arguments: planted)
    func findsDeviation(_ planted: Planted) throws {
        let (run, url) = try verifying([planted.name], ["--write", "--json"])
        let report = try report(of: run)
        #expect(run.exitCode == 1, "\(run.complaints)")
        #expect(Set(report.findings.map(\.kind)) == [planted.name])
        let found = try #require(report.findings.first { $0.endpoint == planted.endpoint })
        #expect(found.place == planted.place)
        #expect(found.call.contains("posthorn call Stock \(planted.call)"), "\(found.call)")
        #expect(found.call.hasSuffix(url))
    }

    @Test("A server with ten deviations has ten findings")
    func findsTenDeviations() throws {
        let ten = Self.planted.map(\.name).filter { $0 != "refusesValid" }
        let report = try report(of: verifying(ten, ["--write", "--json"]).run)
        #expect(report.findings.map(\.kind).sorted() == ten.sorted())
    }

    @Test("A server that follows its spec has no findings, for every seed", arguments: 1...5)
    func findsNothing(seed: Int) throws {
        let (run, _) = try verifying([], ["--write", "--seed", "\(seed)", "--json"])
        let report = try report(of: run)
        #expect(run.exitCode == 0, "\(run.output)\(run.complaints)")
        #expect(report.findings.isEmpty)
        #expect(report.notChecked.isEmpty)
        #expect(report.checked.count == 6)
    }

    @Test("The printed call repeats the finding")
    func printsCallThatRepeatsFinding() throws {
        let script = Self.folder.appending(path: "stock_server.py").path
        let server = try PythonServer.started("stock", ["-B", script, "null", "failsOnWrong"])
        defer { server.stop() }
        let words = ["verify", "Stock", "--server", server.baseURL, "--write", "--json"]
        let report = try report(
            of: tool.finish(tool.start(words, environment: Self.key)))
        let codes = try report.findings.map { found in
            let shell = found.call.replacing("posthorn call", with: "$POSTHORN call")
            return try tool.finish(tool.start([], shell: shell, environment: Self.key)).exitCode
        }
        // A null is a deviation of the response, and 500 an error of the server.
        #expect(Set(codes) == [5, 9])
    }

    // MARK: What is called

    @Test("Without --write, only methods that change nothing are called")
    func changesNothing() throws {
        let report = try report(of: verifying([], ["--json"]).run)
        #expect(report.checked.sorted() == ["getItem", "listItems", "readHealth"])
        #expect(
            report.notChecked.map(\.reason).sorted() == [
                "DELETE may change data; write '--write'", "PATCH may change data; write '--write'",
                "POST may change data; write '--write'",
            ])
    }

    @Test("A member that no object has is reported, and is no failure")
    func reportsMembersThatNeverCome() throws {
        let (run, _) = try verifying([], ["--only", "getItem", "--set", "id=1", "--json"])
        let report = try report(of: run)
        #expect(run.exitCode == 0)
        #expect(report.neverSeen.map(\.place) == ["body.rating of 200", "body.size of 200"])
    }

    @Test("A redirect to another host is not followed")
    func staysAtHost() throws {
        let (run, _) = try verifying(["redirect"], ["--only", "getItem", "--json"])
        let report = try report(of: run)
        #expect(report.findings.map(\.kind) == ["undocumentedStatus"])
        #expect(report.findings.first?.message.contains("status 302") == true)
    }

    @Test("A run without a request that succeeds fails")
    func failsWithoutSuccess() throws {
        let wrongKey = ["POSTHORN_STOCKAPI_KEY": "other"]
        let refused = try verifying([], ["--only", "listItems"], environment: wrongKey).run
        #expect(refused.exitCode == 77)
        #expect(refused.output.contains("listItems: the server refuses the credential with 401"))
        let idle = try verifying([], ["--only", "createItem"]).run
        #expect(idle.exitCode == 64)
        #expect(idle.complaints == "posthorn: no request succeeded, so that nothing was tested\n")
    }

    @Test("An endpoint whose credential is missing is not checked, and the server is not called")
    func needsCredential() throws {
        let (run, _) = try verifying([], ["--only", "listItems"], environment: [:])
        #expect(run.exitCode == 77)
        #expect(run.output.contains("POSTHORN_STOCKAPI_KEY"))
        #expect(run.output.contains("0 of 6 endpoints checked with 0 requests;"))
    }

    @Test("A sealed endpoint gets sealed requests, and its opened responses are compared")
    func comparesSealedResponses() throws {
        try tool.write(
            """
            service: VaultAPI
            ciphers: { partner: { scheme: aes-gcm-envelope, audience: vault } }
            endpoints:
              seal: { POST: /seal, cipher: partner, body: { text: String }, returns: Text }
            types: { Text: { text: String } }

            """, to: "Vault/Vault.yaml")
        let bytes = Data((1...32).map { UInt8($0) })
        let cipher = try EnvelopeServer(key: SecretKey(id: "k1", bytes: bytes), audience: "vault")
        let server = try SealingServer.started(cipher) { _ in Data(#"{"text":"a","extra":1}"#.utf8)
        }
        defer { server.stop() }
        let words = ["verify", "Vault", "--server", server.url(""), "--write", "--no-wrong"]
        let run = try tool.finish(
            tool.start(
                words,
                environment: ["POSTHORN_VAULTAPI_PARTNER": "k1:" + bytes.base64EncodedString()]))
        #expect(run.exitCode == 1, "\(run)")
        #expect(run.output.contains("unknownMember: body.extra of 200 is not in the spec"))
        #expect(run.output.contains("differences: 1,"))
        #expect(!server.requests.isEmpty && !server.requests.contains { $0.contains("\"text\"") })
    }

    // MARK: Operations

    private static let operations = """
        service: ExportAPI
        endpoints:
          export:
            POST: /exports
            returns: Export
            poll:
              at: { header: Operation-Location }
              until: { status: done }
              fails: { status: failed }
              value: { type: Report, path: "/reports/{id}" }
              every: 1ms
        types:
          Export: { id: Int, status: running | done | failed }
          Report: { rows: Int }

        """

    /// Verifies the operation of a server whose states and result are these.
    private func verifyOperation(
        _ states: [String], report: String, at place: String = "/exports/7"
    ) throws -> Tool.Run {
        try tool.write(Self.operations, to: "Export/Export.yaml")
        let polls = Locked(0)
        let location = try #require(HTTPField.Name("Operation-Location"))
        let server = try ScriptedServer.serving([
            .on(
                .post, "/exports",
                response: StubResponse(
                    status: .accepted,
                    headers: [.contentType: "application/json", location: place],
                    pieces: [Data("{}".utf8)])),
            .on(.get, "/exports/7") { _ in
                let number = polls.withLock { count in
                    count += 1
                    return count
                }
                return .json(states[min(number, states.count) - 1])
            },
            .on(.get, "/reports/7", response: .json(report)),
        ])
        defer { server.stop() }
        return try tool.run("verify", "Export", "--server", server.url(""), "--write")
    }

    @Test("An operation is polled to its end, and its states and its result are compared")
    func followsOperation() throws {
        let running = #"{"id":7,"status":"running"}"#
        let done = #"{"id":7,"status":"done"}"#
        let correct = try verifyOperation([running, done], report: #"{"rows":3}"#)
        #expect(correct.exitCode == 0, "\(correct)")
        let wrong = try verifyOperation(
            [running, #"{"id":7,"status":"halfway","node":3}"#, done], report: #"{"rows":"3"}"#)
        #expect(wrong.exitCode == 1)
        for line in [
            "unknownValue: body.status of 200 is 'halfway'", "unknownMember: body.node of 200",
            "wrongType: body.rows of 200",
        ] { #expect(wrong.output.contains(line), "\(wrong)") }
        let failed = try verifyOperation(
            [running, #"{"id":7,"status":"failed"}"#], report: "")
        #expect(failed.exitCode == 0)
        #expect(
            failed.output.contains(
                "export: its operation has no result to compare: the server reports that the operation has failed"
            ), "\(failed)")
        let other = try ScriptedServer.serving([])
        defer { other.stop() }
        let elsewhere = try verifyOperation([], report: "", at: other.url("/exports/7"))
        #expect(
            elsewhere.output.contains("the operation continues at another origin"), "\(elsewhere)")
        #expect(other.requests.isEmpty)
    }

    // MARK: Output

    @Test("The report for people names endpoint, kind, place and call")
    func printsReport() throws {
        let (run, url) = try verifying(["unknownMember"], ["--only", "getItem"])
        #expect(
            run.output.hasPrefix(
                """
                getItem GET /items/{id}
                  unknownMember: body.internal_ref of 200 is not in the spec
                    posthorn call Stock getItem id=1 --server \(url)

                """))
        #expect(run.output.contains("differences: 1, of which 0 can break clients"))
    }

    @Test("Neither the report nor the recording has a secret")
    func hidesSecrets() throws {
        let options = ["--write", "--record", "seen.har", "--set", "pin=4711-secret"]
        let (run, _) = try verifying(["missingMember"], options)
        let har = try tool.read("seen.har")
        #expect(run.exitCode == 1)
        #expect(har.contains("/items"))
        for text in [run.output, run.complaints, har] {
            #expect(!text.contains("open sesame") && !text.contains("4711-secret"))
        }
    }

    @Test("A server that can't be reached, an unknown setting and an unknown endpoint are errors")
    func explainsWrongUse() throws {
        let cases: [(words: [String], code: Int32, text: String)] = [
            (["--server", "http://127.0.0.1:1"], 7, "posthorn: "),
            (["--set", "ide=7"], 64, "found 'ide'; write 'id'"),
            (["--only", "listItem", "--server", "http://127.0.0.1:1"], 64, "write 'listItems'"),
            (["--requests", "0"], 64, "'--requests' is a number"),
        ]
        for (words, code, text) in cases {
            let run = try tool.finish(
                tool.start(["verify", "Stock"] + words, environment: Self.key))
            #expect(run.exitCode == code, "\(words): \(run.complaints)")
            #expect(run.complaints.contains(text), "\(words): \(run.complaints)")
        }
    }
}
