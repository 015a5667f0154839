import Foundation
import PosthornCore
import PosthornTesting
import TestSupport
import Testing

/// Commands that call servers which send too much, too little or nothing.
@Suite("Limits of calls by the tool", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct LimitTests {
    private let tool: Tool

    private static let spec = """
        service: HostileAPI
        endpoints:
          get: { GET: /value, returns: Value }
          quick: { GET: /value, returns: Value, timeout: 10ms }
          again: { GET: /value, returns: Value, retry: { attempts: 2, delay: 10ms, timeout: 20ms } }
          watch: { GET: /events, returns: events of Value }
          run:
            POST: /jobs
            returns: Job
            poll: { at: { path: "/jobs/{id}" }, until: { state: done }, every: 10ms }
        types:
          Value: { id: Int, items?: JSON }
          Job: { id: String, state: String }

        """

    init() throws {
        tool = try Tool()
        try tool.write(Self.spec, to: "Hostile/Hostile.yaml")
    }

    // MARK: Hostile servers

    /// What a server sends, and how each command ends.
    struct Hostile: CustomTestStringConvertible {
        var name, start: String
        /// What the server sends again and again; it closes the connection for `nil`, and is silent for an empty text.
        var rest: String?
        var endpoint = "get"
        var options: [String] = []
        var exit: Int32
        /// The kind of the difference that `verify` finds; `nil` for none.
        var finding: String? = "noResponse"
        var text: String

        var testDescription: String { name }
    }

    private static let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    private static let events = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    private static let nested = String(repeating: #"{"items":["#, count: 100_000)

    private static let hostile = [
        Hostile(
            name: "endless body", start: json + "\r\n{\"id\":1,\"items\":[", rest: "0,",
            options: ["--body-limit", "100kB"], exit: 9,
            text: "the body is larger than 100000 bytes; use '--body-limit' to accept more"),
        Hostile(
            name: "endless header", start: "HTTP/1.1 200 OK\r\n", rest: "X-More: and more\r\n",
            exit: 9, text: "more than 2000 lines"),
        Hostile(
            name: "endless header line", start: "HTTP/1.1 200 OK\r\nX-More: ", rest: "and more",
            exit: 9, text: "a header line is longer than"),
        Hostile(
            name: "nested JSON",
            start: json + "Content-Length: \(nested.utf8.count)\r\n\r\n\(nested)", exit: 9,
            finding: "unreadableBody", text: "expected at most 512 levels"),
        Hostile(
            name: "short body", start: json + "Content-Length: 100\r\n\r\n{\"id\":1}", exit: 7,
            text: "8 of 100 bytes arrived"),
        Hostile(
            name: "wrong length", start: json + "Content-Length: -1\r\n\r\n{\"id\":1}", exit: 7,
            text: "the response is not HTTP"),
        Hostile(
            name: "endless event", start: events + "data: ", rest: "1234567890",
            endpoint: "watch", exit: 9, finding: "unread",
            text: "of the stream is longer than 1048576 bytes"),
        Hostile(
            name: "silent server", start: "", rest: "", options: ["--timeout", "200ms"], exit: 28,
            text: "no complete response within 0.2 seconds; use '--timeout' to wait longer"),
        Hostile(
            name: "silent server of a spec with a timeout", start: "", rest: "", endpoint: "quick",
            options: ["--timeout", "0.2s"], exit: 28,
            text: "no complete response within 0.2 seconds"),
        Hostile(
            name: "silent body", start: json + "\r\n{", rest: "",
            options: ["--idle-timeout", "200ms"], exit: 28,
            text: "no byte moved for 0.2 seconds; use '--idle-timeout' to wait longer"),
        Hostile(
            name: "silent stream", start: events, rest: "", endpoint: "watch",
            options: ["--idle-timeout", "200ms"], exit: 28, finding: nil,
            text: "no byte moved for 0.2 seconds; use '--idle-timeout' to wait longer"),
    ]

    private func serving(_ hostile: Hostile) throws -> ScriptedServer {
        try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.write(hostile.start)
            guard let rest = hostile.rest else { return }
            guard !rest.isEmpty else { return _ = connection.readToEnd() }
            let piece = Array(String(repeating: rest, count: 1000).utf8)
            while true { try connection.write(piece) }
        }
    }

    private func run(
        _ command: [String], _ server: ScriptedServer, _ options: [String], input: String? = nil
    ) throws -> Tool.Run {
        try tool.finish(
            tool.start(command + ["--server", server.url("")] + options, input: input))
    }

    @Test("A hostile response ends a call with the exit code of its class", arguments: hostile)
    func endsCall(_ hostile: Hostile) throws {
        let server = try serving(hostile)
        defer { server.stop() }
        let run = try run(["call", "Hostile", hostile.endpoint], server, hostile.options)
        #expect(run.exitCode == hostile.exit, "\(run)")
        #expect(run.complaints.contains(hostile.text), "\(run)")
    }

    @Test("A hostile response is a difference", arguments: hostile)
    func isFoundByVerify(_ hostile: Hostile) throws {
        let server = try serving(hostile)
        defer { server.stop() }
        let words = ["verify", "Hostile", "--only", hostile.endpoint, "--requests", "1", "--json"]
        let run = try run(words, server, hostile.options)
        #expect(run.exitCode == (hostile.finding == nil ? 0 : 1), "\(run)")
        guard let finding = hostile.finding else { return }
        #expect(run.output.contains(#""kind":"\#(finding)""#), "\(run)")
        if finding == "noResponse" { #expect(run.output.contains(hostile.text), "\(run)") }
        // The printed call has the same limits.
        let end = ([server.url("")] + hostile.options).joined(separator: " ")
        #expect(run.output.contains("\(end)\""), "\(run)")
    }

    @Test("A hostile response is an error of a tool", arguments: hostile)
    func isErrorOfTool(_ hostile: Hostile) throws {
        let server = try serving(hostile)
        defer { server.stop() }
        let message =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(hostile.endpoint)","arguments":{}}}"#
        let run = try run(["mcp", "Hostile"], server, hostile.options, input: message + "\n")
        #expect(run.exitCode == 0, "\(run)")
        #expect(run.output.contains(#""isError":true"#), "\(run)")
        #expect(run.output.contains(hostile.text), "\(run)")
    }

    // MARK: Limits

    @Test("An attempt that is too slow names the time of attempts")
    func namesTimeOfAttempts() throws {
        let server = try serving(Hostile(name: "", start: "", rest: "", exit: 28, text: ""))
        defer { server.stop() }
        let run = try run(["call", "Hostile", "again"], server, [])
        #expect(run.exitCode == 28)
        #expect(
            run.complaints.contains(
                "write a longer 'timeout' under 'retry', the time of one attempt"), "\(run)")
    }

    @Test("A tool returns the elements of a stream that does not end in time")
    func returnsElementsOfEndlessStream() throws {
        let server = try serving(
            Hostile(
                name: "", start: Self.events + "data: {\"id\":1}\n\n", rest: "", exit: 0, text: ""))
        defer { server.stop() }
        let message =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"watch","arguments":{}}}"#
        let run = try run(
            ["mcp", "Hostile"], server, ["--timeout", "300ms"], input: message + "\n")
        #expect(
            run.output.contains(#"{\"id\":1}\nThe stream has not ended in time."#)
                && run.output.contains(#""isError":false"#), "\(run)")
    }

    @Test("A watched call that is too slow is called again")
    func watchesSlowCall() async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            guard connection.number > 1 else { return _ = connection.readToEnd() }
            try connection.write(Self.json + "Content-Length: 8\r\n\r\n{\"id\":7}")
        }
        defer { server.stop() }
        let process = try tool.start([
            "call", "Hostile", "get", "--server", server.url(""), "--idle-timeout", "200ms",
            "--watch", "--every", "0.1", "--json",
        ])
        try await until { try tool.read(".output").contains(#""id":7"#) }
        process.interrupt()
        let run = try tool.finish(process)
        #expect(run.exitCode == 130)
        #expect(
            run.output.hasPrefix(
                #"{"endpoint":"get","error":"timedOut","message":"no byte moved for 0.2 seconds","advice":"use '--idle-timeout' to wait longer"}"#
            ), "\(run)")
    }

    @Test("The time of a call is that of its operation")
    func endsOperation() throws {
        let job = StubResponse.json(#"{"id":"1","state":"running"}"#)
        let server = try ScriptedServer.serving([
            .on(.post, "/jobs", response: job), .on(.get, "/jobs/1", response: job),
        ])
        defer { server.stop() }
        let run = try run(["call", "Hostile", "run"], server, ["--timeout", "300ms"])
        #expect(run.exitCode == 28, "\(run)")
        #expect(run.complaints.contains("use a longer '--timeout'"), "\(run)")
    }

    @Test(
        "A limit is a number above zero with a unit",
        arguments: [
            ["--timeout", "10"], ["--timeout", "0s"], ["--idle-timeout", "2 s"],
            ["--idle-timeout", "99999999999999999999h"], ["--body-limit", "16XB"],
            ["--body-limit", "0"], ["--body-limit", "9999999999GB"],
        ])
    func refusesLimit(_ words: [String]) throws {
        let run = try tool.finish(tool.start(["call", "Hostile", "get"] + words))
        #expect(run.exitCode == 64, "\(run)")
        #expect(run.complaints.contains("'\(words[1])' is invalid for '\(words[0])"), "\(run)")
    }

    @Test(
        "The differences with which a run fails can be chosen",
        arguments: [("any", 1, 1), ("breaking", 0, 1), ("none", 0, 0)])
    func failsOnChosenDifferences(_ choice: String, _ harmless: Int32, _ breaking: Int32) throws {
        for (body, exit) in [(#"{"id":1,"more":2}"#, harmless), (#"{"id":"1"}"#, breaking)] {
            let server = try ScriptedServer.serving([.on(.get, "/value", response: .json(body))])
            defer { server.stop() }
            let words = ["verify", "Hostile", "--only", "get", "--fail-on", choice]
            let run = try run(words, server, [])
            #expect(run.exitCode == exit, "\(run)")
            #expect(run.output.contains("differences: 1"), "\(run)")
        }
    }
}
