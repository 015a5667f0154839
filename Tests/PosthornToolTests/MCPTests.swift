import Foundation
import PosthornCore
import PosthornTesting
import TestSupport
import Testing

/// `posthorn mcp` against servers on loopback: its messages, and what the official Python client gets.
@Suite("posthorn mcp", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct MCPTests {
    private let tool: Tool

    private static let spec = """
        service: ShopAPI
        doc: A shop.
        servers:
          local: { url: "http://127.0.0.1:{port}/v1", variables: { port: Int } }
        auth: { user: bearer, key: { query: api_key } }
        requires: user
        common: { headers: { X-Device-ID: String } }
        endpoints:
          listOrders:
            GET: /orders
            doc: Lists the orders.
            query: { status?: OrderStatus, limit: { type: Int, default: 50, range: 1...100 } }
            returns: "[Order]"
            errors: { 404: { type: Problem, name: noShop } }
          createOrder: { POST: /orders, body: { items: "[LineItem]" }, returns: Order }
          removeOrder: { DELETE: "/orders/{id:Int}", common: false }
          echo: { GET: /echo, requires: key, returns: JSON }
          watch: { GET: /prices, requires: none, returns: events of Price }
          logo: { GET: /logo.png, requires: none, returns: Data, response: raw }
        groups: { reports: { monthly: { GET: /reports, requires: none, returns: String, response: text } } }
        types:
          Order: { id: Int, items?: "[LineItem]", pin?: { type: String, secret: true } }
          OrderStatus: { enum: [pending, paid], open: false }
          LineItem: { sku: String, quantity: Int = 1, parts?: "[LineItem]" }
          Price: { sku: String }
          Problem: { message: String }

        """

    private static let secrets = [
        "POSTHORN_SHOPAPI_USER": "user-t0ken", "POSTHORN_SHOPAPI_KEY": "k\"y/4711",
        "POSTHORN_SHOPAPI_X_DEVICE_ID": "device-1",
    ]

    init() throws {
        tool = try Tool()
        try tool.write(Self.spec, to: "Shop/Shop.yaml")
    }

    private func server(_ rules: StubRule...) throws -> ScriptedServer {
        try ScriptedServer.serving(rules)
    }

    private func mcp(
        _ words: [String], input: String, environment: [String: String] = [:]
    ) throws -> Tool.Run {
        try tool.finish(tool.start(["mcp"] + words, input: input, environment: environment))
    }

    /// Sends messages in lines, and returns the responses by their ids.
    private func responses(
        _ messages: [String], _ options: String..., port: UInt16 = 1
    ) throws -> [String: JSONValue] {
        let run = try mcp(
            ["Shop", "-e", "local", "--set", "port=\(port)"] + options,
            input: messages.map { $0 + "\n" }.joined(), environment: Self.secrets)
        #expect(run.exitCode == 0, "\(run)")
        var responses: [String: JSONValue] = [:]
        for line in run.output.split(separator: "\n") {
            let response = try JSONValue(document: Data(line.utf8), depth: 64)
            let id = response["id"]
            responses[id?.string ?? id?.number?.text ?? (response.array == nil ? "" : "batch")] =
                response
        }
        return responses
    }

    private static func call(_ id: Int, _ name: String, _ arguments: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(name)","arguments":\#(arguments)}}"#
    }

    private static func texts(_ response: JSONValue?) -> [String] {
        (response?["result"]?["content"]?.array ?? []).compactMap { $0["text"]?.string }
    }

    // MARK: Protocol

    @Test(
        "A client gets the version it asks for, or the newest one",
        arguments: [
            ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
            ("2099-01-01", "2025-06-18"),
        ])
    func negotiatesVersion(_ asked: String, _ expected: String) throws {
        let found = try responses([
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(asked)"}}"#
        ])
        let result = found["1"]?["result"]
        #expect(result?["protocolVersion"]?.string == expected)
        #expect(result?["capabilities"] == ["tools": [:]])
        #expect(result?["instructions"]?.string == "A shop.")
    }

    @Test("Messages that are no requests have an error of JSON-RPC, and end nothing")
    func refusesMessages() throws {
        let found = try responses([
            "{", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","id":9,"result":{}}"#,
            #"[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]"#,
            #"{"jsonrpc":"2.0","id":"a","method":"tools/lst"}"#, Self.call(4, "listOrder"),
            #"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"echo","arguments":[]}}"#,
            #"{"jsonrpc":"2.0","id":6,"method":"ping"}"#,
        ])
        #expect(Set(found.keys) == ["", "batch", "a", "4", "5", "6"])
        #expect(found[""]?["error"]?["code"] == -32700)
        #expect(found["batch"] == [["jsonrpc": "2.0", "id": 2, "result": [:]]])
        #expect(
            found["a"]?["error"]
                == [
                    "code": -32601,
                    "message": "unknown method 'tools/lst'; write 'tools/list', if you mean that",
                ])
        #expect(
            found["4"]?["error"]
                == [
                    "code": -32602,
                    "message": "unknown tool 'listOrder'; write 'listOrders', if you mean that",
                ])
        #expect(found["5"]?["error"]?["code"] == -32602)
        #expect(found["6"]?["result"] == [:])
    }

    @Test("A cancelled call has no response")
    func cancelsCalls() throws {
        // The server never responds, so that only the cancellation ends the call.
        let server = try ScriptedServer { connection in _ = connection.readToEnd() }
        defer { server.stop() }
        let found = try responses(
            [
                Self.call(1, "listOrders"),
                #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
            ], port: server.port)
        #expect(Set(found.keys) == ["2"])
    }

    // MARK: Tools

    @Test("Tools only read, unless the user allows more")
    func offersTools() throws {
        let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
        func names(_ options: [String]) throws -> [String] {
            let run = try mcp(
                ["Shop"] + options, input: list, environment: Self.secrets)
            let json = try JSONValue(document: Data(run.output.utf8), depth: 64)
            return (json["result"]?["tools"]?.array ?? []).compactMap { $0["name"]?.string }
        }
        let server = ["--server", "http://127.0.0.1:1"]
        let reads = ["listOrders", "echo", "watch", "logo", "reports_monthly"]
        #expect(try names(server) == reads)
        #expect(
            Set(try names(server + ["--write"])) == Set(reads + ["createOrder", "removeOrder"]))
        #expect(
            try names(["--allow", "reports.monthly", "echo"] + server) == [
                "reports_monthly", "echo",
            ])
        for (option, complaint) in [
            (
                "createOrder",
                "createOrder: tools only read, unless there is '--write'; found a POST; write '--write'\n"
            ),
            (
                "ecko",
                "ShopAPI: the service has no such endpoint; found 'ecko'; write 'echo', if you mean that\n"
            ),
        ] {
            let run = try mcp(["Shop", "--allow", option] + server, input: list)
            #expect(run == Tool.Run(exitCode: 64, output: "", complaints: complaint))
        }
        try tool.write("service: ShopAPI\nendpoints: { a: { GTE: / } }\n", to: "Broken/Shop.yaml")
        let broken = try mcp(["Broken"], input: list)
        #expect(
            broken.exitCode == 1 && broken.complaints.hasPrefix("Broken/Shop.yaml:2:19: error:"))
    }

    @Test("Wrong arguments, unreachable servers and missing secrets are errors of the tool")
    func returnsErrors() throws {
        let found = try responses([
            Self.call(1, "listOrders", #"{"limit":101,"status":"pad","page":2}"#),
            Self.call(2, "reports_monthly"),
        ])
        #expect(found["1"]?["result"]?["isError"] == true)
        let text = Self.texts(found["1"]).joined()
        for word in ["'limit'", "'status'", "'page'"] { #expect(text.contains(word), "\(text)") }
        #expect(found["2"]?["result"]?["isError"] == true)
        #expect(Self.texts(found["2"])[0].hasPrefix("reports.monthly: the server can't be reached"))
        let run = try mcp(
            ["Shop", "--server", "http://127.0.0.1:1"],
            input: Self.call(3, "listOrders", #"{"X-Device-ID":"d"}"#))
        #expect(run.output.contains("'POSTHORN_SHOPAPI_USER' or 'posthorn login Shop user'"))
    }

    @Test("An operation is polled until its end; a failed one is an error with its last state")
    func runsOperations() throws {
        try tool.write(
            """
            service: ExportAPI
            endpoints:
              export:
                POST: /exports
                returns: Export
                poll:
                  at: { path: "/exports/{id}" }
                  until: { status: done }
                  fails: { status: failed }
                  value: report
                  every: 1ms
              fail:
                POST: /failing
                returns: Export
                poll: { at: { path: "/failing/{id}" }, until: { status: done }, fails: { status: failed }, every: 1ms }
            types:
              Export: { id: Int, status: running | done | failed, pin?: { type: String, secret: true }, report?: Report }
              Report: { rows: Int }

            """, to: "Export/Export.yaml")
        let running = #"{"id":7,"status":"running"}"#
        let polls = Locked(0)
        let server = try server(
            .on(.post, "/exports", response: .json(running)),
            .on(.get, "/exports/7") { _ in
                let count = polls.withLock { count in
                    count += 1
                    return count
                }
                return .json(
                    count < 3 ? running : #"{"id":7,"status":"done","report":{"rows":3}}"#)
            },
            .on(.post, "/failing", response: .json(running)),
            .on(
                .get, "/failing/7",
                response: .json(#"{"id":7,"status":"failed","pin":"0815"}"#)))
        defer { server.stop() }
        let run = try mcp(
            ["Export", "--write", "--server", server.url("")],
            input: Self.call(1, "export") + "\n" + Self.call(2, "fail") + "\n")
        let lines = run.output.split(separator: "\n").sorted()
        let results = try lines.map { try JSONValue(document: Data($0.utf8), depth: 64) }
        let done = results.first { $0["id"] == 1 }
        #expect(Self.texts(done) == [#"{"rows":3}"#], "\(run)")
        let failed = results.first { $0["id"] == 2 }
        #expect(failed?["result"]?["isError"] == true)
        #expect(
            Self.texts(failed) == [
                "fail: the server reports that the operation has failed\n"
                    + #"The last state: {"id":7,"status":"failed","pin":"•••"}"#
            ])
    }

    @Test("The official client lists tools with their schemas, and calls them")
    func servesOfficialClient() throws {
        let body = #"[{"id":7,"pin":"0815","items":[{"sku":"A1","quantity":2}]}]"#
        let secretive =
            #"{"a":"Bearer user-t0ken","k":"k\"y/4711","q":"?api_key=k%22y%2F4711","n":1}"#
        let events = "data: {\"sku\":\"A1\"}\n\ndata: {\"sku\":\"B2\"}\n\n"
        let server = try server(
            .on(.get, "/v1/orders?status=paid", response: .json(body)),
            .on(
                .get, "/v1/orders", response: .json(#"{"message":"user-t0ken"}"#, status: .notFound)
            ),
            .on(.get, "/v1/echo", response: .json(secretive)),
            .on(.get, "/v1/prices", response: .bytes(Data(events.utf8), type: "text/event-stream")),
            .on(.get, "/v1/logo.png", response: .bytes(Data([1, 2, 3]), type: "image/png")),
            .on(
                .get, "/v1/reports",
                response: .bytes(Data("fine\u{1B}[2J".utf8), type: "text/plain")),
            .on(.post, "/v1/orders", response: .json(#"{"id":"8"}"#)))
        defer { server.stop() }
        let requests = #"""
            [["listOrders", {"status": "paid"}], ["listOrders", {}], ["echo", {}], ["watch", {}], ["logo", {}],
             ["reports_monthly", {}], ["createOrder", {"items": [{"sku": "A1"}]}]]
            """#
        let root = URL(filePath: #filePath).deletingLastPathComponent()
        // Without `standardizedFileURL`, which would follow the link to the system's Python.
        let python = root.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: ".venv/bin/python").path
        let script = root.appending(path: "mcp_client.py").path
        let run = try tool.finish(
            tool.start(
                [],
                shell:
                    "'\(python)' '\(script)' '\(requests)' \"$POSTHORN\" mcp Shop -e local --set port=\(server.port) --write",
                environment: Self.secrets))
        #expect(run.exitCode == 0, "\(run.complaints)")
        let json = try JSONValue(document: Data(run.output.utf8), depth: 64)
        #expect(json["initialized"]?["protocolVersion"] == "2025-06-18")
        let tools = json["tools"]?.array ?? []
        let list = try #require(tools.first { $0["name"] == "listOrders" })
        #expect(list["annotations"]?["readOnlyHint"] == true)
        #expect(
            list["inputSchema"]
                == [
                    "type": "object", "additionalProperties": false,
                    "properties": [
                        "status": ["$ref": "#/$defs/OrderStatus"],
                        "limit": ["type": "integer", "minimum": 1, "maximum": 100, "default": 50],
                    ],
                    "$defs": ["OrderStatus": ["type": "string", "enum": ["pending", "paid"]]],
                ])
        let create = try #require(tools.first { $0["name"] == "createOrder" })
        #expect(create["inputSchema"]?["required"] == ["items"])
        #expect(
            create["inputSchema"]?["$defs"]?["LineItem"]?["properties"]?["parts"]?["items"]
                == ["$ref": "#/$defs/LineItem"])
        let results = json["results"]?.array ?? []
        let texts = results.map { $0["content"]?[0]?["text"]?.string ?? "" }
        #expect(texts.count == 7 && results[0]["isError"] == false)
        #expect(texts[0] == #"[{"id":7,"items":[{"sku":"A1","quantity":2}],"pin":"•••"}]"#)
        #expect(results[1]["isError"] == true && texts[1].contains("noShop: "))
        #expect(texts[2] == #"{"a":"Bearer •••","k":"•••","n":1,"q":"?api_key=•••"}"#)
        #expect(texts[3] == "{\"sku\":\"A1\"}\n{\"sku\":\"B2\"}")
        #expect(
            results[4]["content"]?[0] == ["type": "image", "data": "AQID", "mimeType": "image/png"])
        #expect(texts[5] == "fine\u{1B}[2J")
        #expect(results[6]["content"]?[1]?["text"]?.string?.contains("'id' is an Int") == true)
        for secret in ["t0ken", "4711", "0815"] { #expect(!run.output.contains(secret)) }
        #expect(
            server.requests.last?.contains(#"{"items":[{"sku":"A1","quantity":1}]}"#) == true)
    }
}
