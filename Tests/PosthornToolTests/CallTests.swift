import Foundation
import PosthornCore
import PosthornTesting
import TestSupport
import Testing

/// `posthorn call` against servers on loopback: what it prints, sends and returns.
@Suite("posthorn call", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CallTests {
    private let tool: Tool

    private static let spec = """
        service: ShopAPI
        servers:
          local:
            url: "http://{address}:{port}/v1"
            variables: { address: String = 127.0.0.1, port: Int }
          other: { url: "https://other.example" }
        auth:
          user: bearer
        requires: none
        response: { envelope: { code: code, message: message, payload: data, success: 0 } }
        endpoints:
          listOrders:
            GET: /orders
            doc: Lists the orders.
            query: { status?: OrderStatus, cursor?: String, limit: Int = 50 }
            returns: OrderPage
            pages: { items: orders, next: next_cursor, into: cursor }
          createOrder:
            POST: /orders
            requires: user
            body: { items: "[LineItem]", note?: String, pin?: { type: String, secret: true } }
            returns: Order
            errors: { 409: { type: Problem, name: outOfStock } }
          watchPrices: { GET: /prices, returns: events of Price }
          download: { GET: /invoice.pdf, returns: File }
          upload: { PUT: /receipt, upload: text/plain }
          picture: { GET: /picture, returns: Data }
          motto: { GET: /motto, returns: String, response: text }
        types:
          OrderPage: { orders: "[Order]", next_cursor?: String }
          Order: { id: Int, status: OrderStatus, items: "[LineItem]", token?: { type: String, secret: true } }
          OrderStatus: pending | paid
          LineItem: { sku: String, quantity: Int = 1 }
          Price: { sku: String, amount: Decimal }
          Problem: { code: Int, message: String }

        """

    init() throws {
        tool = try Tool()
        try tool.write(Self.spec, to: "Shop/Shop.yaml")
    }

    private static let order = #"{"id":7,"status":"paid","items":[{"sku":"A1","quantity":2}]}"#

    private static func envelope(_ payload: String) -> StubResponse {
        .bytes(Data(#"{"code":0,"data":\#(payload)}"#.utf8), type: "application/json")
    }

    private func serving(_ rules: StubRule...) throws -> ScriptedServer {
        try ScriptedServer.serving(rules)
    }

    private func call(
        _ server: ScriptedServer, _ arguments: String..., input: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Tool.Run {
        let words = ["call", "Shop"] + arguments + ["-e", "local", "--set", "port=\(server.port)"]
        return try tool.finish(tool.start(words, input: input, environment: environment))
    }

    // MARK: Values

    @Test(
        "A call prints the value with the members in the order of the spec, and sends typed arguments"
    )
    func printsValue() throws {
        let payload = #"{"extra":1,"next_cursor":"c","orders":[\#(Self.order)]}"#
        let server = try serving(.on(.get, "/v1/orders", response: Self.envelope(payload)))
        defer { server.stop() }
        let run = try call(server, "listOrders", "status=paid", "limit=5")
        #expect(
            run
                == Tool.Run(
                    exitCode: 0,
                    output: """
                        {
                          "orders": [
                            {
                              "id": 7,
                              "status": "paid",
                              "items": [
                                {
                                  "sku": "A1",
                                  "quantity": 2
                                }
                              ]
                            }
                          ],
                          "next_cursor": "c",
                          "extra": 1
                        }

                        """))
        #expect(
            server.requests.first?.hasPrefix("GET /v1/orders?status=paid&limit=5 HTTP/1.1\r\n")
                == true)
    }

    @Test("Body members are set by their paths, from a file and from standard input")
    func sendsBody() throws {
        let server = try serving(.on(.post, "/v1/orders", response: Self.envelope(Self.order)))
        defer { server.stop() }
        let user = ["POSTHORN_SHOPAPI_USER": "t0ken"]
        try tool.write(#"{"items":[{"sku":"C3"}]}"#, to: "order.json")
        try tool.write("at the door", to: "note.txt")
        let runs = try [
            call(
                server, "createOrder", "items[0].sku=A1", "items[0].quantity=2", "items[].sku=B2",
                "note=@note.txt", environment: user),
            call(server, "createOrder", "@order.json", "note=@@home", environment: user),
            call(
                server, "createOrder", "-", input: #"{"items":[],"note":"x"}"#, environment: user),
        ]
        #expect(runs.map(\.exitCode) == [0, 0, 0], "\(runs)")
        let bodies = server.requests.map { $0.split(separator: "\r\n\r\n").last.map(String.init) }
        #expect(
            bodies == [
                #"{"items":[{"sku":"A1","quantity":2},{"sku":"B2","quantity":1}],"note":"at the door"}"#,
                #"{"items":[{"sku":"C3","quantity":1}],"note":"@home"}"#,
                #"{"items":[],"note":"x"}"#,
            ])
        #expect(server.requests.allSatisfy { $0.contains("Authorization: Bearer t0ken\r\n") })
    }

    @Test("All pages of a list are fetched, an item in each line")
    func fetchesAllPages() throws {
        let server = try serving(
            .on(
                .get, "/v1/orders", query: ["cursor": "c"],
                response: Self.envelope(#"{"orders":[\#(Self.order)]}"#)),
            .on(
                .get, "/v1/orders",
                response: Self.envelope(#"{"orders":[\#(Self.order)],"next_cursor":"c"}"#)))
        defer { server.stop() }
        let run = try call(server, "listOrders", "--all-pages")
        let line = Self.order + "\n"
        #expect(run == Tool.Run(exitCode: 0, output: line + line))
    }

    @Test("The id of the last item is the cursor, until the flag says that no page follows")
    func fetchesPagesAfterTheLastItem() throws {
        try tool.write(
            Self.spec.replacing("cursor?: String,", with: "after?: Int,")
                .replacing("next: next_cursor", with: "last: id, more: more")
                .replacing("into: cursor", with: "into: after")
                .replacing("next_cursor?: String", with: "more: Bool"), to: "Shop/Shop.yaml")
        let server = try serving(
            .on(
                .get, "/v1/orders", query: ["after": "7"],
                response: Self.envelope(#"{"orders":[\#(Self.order)],"more":false}"#)),
            .on(
                .get, "/v1/orders",
                response: Self.envelope(#"{"orders":[\#(Self.order)],"more":true}"#)))
        defer { server.stop() }
        let run = try call(server, "listOrders", "--all-pages")
        #expect(run == Tool.Run(exitCode: 0, output: Self.order + "\n" + Self.order + "\n"))
        #expect(server.requests.count == 2)
    }

    @Test("Events are printed one in each line; a text is printed as it is")
    func printsStreams() throws {
        let server = try serving(
            .on(
                .get, "/v1/prices",
                response: .stream(
                    [
                        "data: {\"amount\":1.5,\"sku\":\"A1\"}\n\n",
                        "event: last\ndata: {\"sku\":\"B2\",\"amount\":2}\n\n",
                    ], type: "text/event-stream")),
            .on(.get, "/v1/motto", response: .text("Ordnung\n")))
        defer { server.stop() }
        #expect(
            try call(server, "watchPrices")
                == Tool.Run(
                    exitCode: 0,
                    output: #"{"sku":"A1","amount":1.5}"# + "\nlast "
                        + #"{"sku":"B2","amount":2}"# + "\n"))
        #expect(try call(server, "motto") == Tool.Run(exitCode: 0, output: "Ordnung\n\n"))
    }

    @Test("Downloads are written to a file or to standard output, and uploads are read from a file")
    func transfersFiles() throws {
        let server = try serving(
            .on(
                .get, "/v1/invoice.pdf",
                response: .bytes(Data("%PDF".utf8), type: "application/pdf")),
            .on(.get, "/v1/picture", response: .bytes(Data("PNG".utf8), type: "image/png")),
            .on(.put, "/v1/receipt", response: Self.envelope("null")))
        defer { server.stop() }
        let run = try call(server, "download", "-o", "invoice.pdf")
        #expect(run.exitCode == 0 && run.output.isEmpty, "\(run)")
        #expect(try tool.read("invoice.pdf") == "%PDF")
        #expect(try call(server, "download") == Tool.Run(exitCode: 0, output: "%PDF"))
        #expect(try call(server, "picture") == Tool.Run(exitCode: 0, output: "PNG"))
        try tool.write("paid", to: "receipt.txt")
        #expect(
            try call(server, "upload", "body=@receipt.txt") == Tool.Run(exitCode: 0, output: ""))
        #expect(server.requests.last?.hasSuffix("\r\n\r\npaid") == true)
        #expect(try call(server, "upload", "-", input: "typed").exitCode == 0)
        #expect(server.requests.last?.hasSuffix("\r\n\r\ntyped") == true)
    }

    @Test("For machines, a call is an object in one line")
    func printsJSON() throws {
        let server = try serving(
            .on(.get, "/v1/orders", response: Self.envelope(#"{"orders":[{"id":"x"}]}"#)))
        defer { server.stop() }
        let run = try call(server, "listOrders", "--json")
        #expect(run.exitCode == 9 && run.complaints.isEmpty, "\(run)")
        let line = try #require(run.output.split(separator: "\n").first)
        let json = try JSONValue(jsonData: Data(line.utf8))
        #expect(json["endpoint"] == "listOrders" && json["status"] == 200)
        #expect(
            json["deviations"]?.array?.map { $0["path"] } == [
                "orders[0].id", "orders[0].status", "orders[0].items",
            ])
    }

    @Test("Repeated calls end in a histogram of their times")
    func repeatsCalls() throws {
        let server = try serving(
            .on(.get, "/v1/orders", response: Self.envelope(#"{"orders":[]}"#)))
        defer { server.stop() }
        let run = try call(server, "listOrders", "--repeat", "20", "--concurrency", "3", "--json")
        let json = try JSONValue(jsonData: Data(run.output.utf8))
        #expect(json["calls"] == 20 && json["outcomes"] == ["200": 20], "\(run)")
        #expect(server.requests.count == 20)
        let text = try call(server, "listOrders", "--repeat", "3").output
        #expect(text.hasPrefix("3 calls in ") && text.contains("p99 "))
    }

    // MARK: Failures

    @Test("Wrong arguments are refused with the place and what to write, and nothing is sent")
    func refusesArguments() throws {
        let server = try serving()
        defer { server.stop() }
        #expect(
            try call(server, "listOrders", "status=pad", "limit=five", "lmit=3")
                == Tool.Run(
                    exitCode: 64, output: "",
                    complaints: """
                        listOrders: unknown parameter; found 'lmit'; write 'limit', if you mean that
                        listOrders: 'status' is one of the values that the spec lists; found 'pad'; write 'paid', if you mean that
                        listOrders: 'limit' is an Int; found 'five'; write a whole number

                        """))
        #expect(
            try call(server, "listOrder").complaints
                == "ShopAPI: the service has no such endpoint; found 'listOrder'; write 'listOrders', if you mean that\n"
        )
        #expect(server.requests.isEmpty)
    }

    @Test("An environment needs its variables, and its name")
    func refusesEnvironments() throws {
        for command in [["call", "Shop", "motto"], ["verify", "Shop"], ["mcp", "Shop"]] {
            #expect(
                try tool.finish(tool.start(command)).complaints
                    == "ShopAPI: the service has several environments; found none; write '--environment' with 'local' or 'other', or '--server https://…'\n"
            )
        }
        #expect(
            try tool.run("call", "Shop", "motto", "-e", "local", "--set", "prt=1").complaints == """
                ShopAPI: the environment 'local' has no such variable; found 'prt'; write 'port', if you mean that
                ShopAPI: the variable 'port' is required; found nothing; write '--set port=…', or '--server https://…'

                """)
        #expect(
            try tool.run("call", "Shop", "motto", "-e", "local", "--set", "port=x").complaints
                == "ShopAPI: 'port' is an Int; found 'x'; write a whole number\n")
    }

    @Test("A spec with errors has the diagnostics of the build")
    func printsDiagnostics() throws {
        try tool.write(
            "service: BrokenAPI\nendpoints:\n  a: { GET: /a, returns: Nope }\n", to: "B/B.yaml")
        let lint = try tool.run("lint", "B")
        #expect(lint.exitCode == 1)
        let run = try tool.run("call", "B", "a")
        #expect(run == Tool.Run(exitCode: 1, output: "", complaints: lint.output))
        #expect(try tool.run("call", "Missing", "a").exitCode == 66)
    }

    @Test(
        "The exit code tells the class of the failure",
        arguments: [
            (409, #"{"code":1,"message":"gone"}"#, Int32(4), "documented as outOfStock"),
            (401, #"{"code":1,"message":"who"}"#, 4, "responded with 401"),
            (302, "", 3, "responded with 302"), (503, "down", 5, "responded with 503"),
            (200, #"{"code":3,"message":"no"}"#, 6, "code 3"), (200, "{", 9, "not valid JSON"),
            (200, #"{"code":0,"data":{"id":1.5}}"#, 9, "'id' is an Int; found '1.5'"),
            (200, #"{"code":0,"data":\#(String(repeating: "[", count: 2000))"#, 9, "512 levels"),
        ] as [(Int, String, Int32, String)])
    func exitCodes(_ status: Int, _ body: String, _ code: Int32, _ message: String) throws {
        let response = StubResponse.bytes(
            Data(body.utf8), type: "application/json", status: .init(code: status))
        let server = try serving(.on(.post, "/v1/orders", response: response))
        defer { server.stop() }
        let run = try call(
            server, "createOrder", "items=[]", environment: ["POSTHORN_SHOPAPI_USER": "t0ken"])
        #expect(run.exitCode == code, "\(run)")
        #expect(run.complaints.contains(message) && !run.complaints.contains("t0ken"), "\(run)")
    }

    @Test(
        "A server that cannot be reached, and a response of a wrong length, are failures of the network"
    )
    func networkFailures() throws {
        let gone = try serving()
        gone.stop()
        #expect(try call(gone, "motto").exitCode == 7)
        let short = try ScriptedServer { connection in
            _ = try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nshort")
        }
        defer { short.stop() }
        let run = try call(short, "motto")
        #expect(run.exitCode == 7 && run.output.isEmpty, "\(run)")
    }

    @Test("Escape sequences of a response are shown, not obeyed")
    func showsEscapes() throws {
        let evil = #"{"code":0,"data":{"id":1,"status":"\u001b[31m\u202e","items":[]}}"#
        let server = try serving(
            .on(
                .post, "/v1/orders",
                response: .bytes(Data(evil.utf8), type: "application/json")),
            .on(
                .get, "/v1/orders",
                response: .bytes(
                    Data("\u{1B}]0;x\u{7}".utf8), type: "text/html", status: .badGateway)))
        defer { server.stop() }
        let run = try call(
            server, "createOrder", "items=[]", environment: ["POSTHORN_SHOPAPI_USER": "t0ken"])
        #expect(run.output.contains(#""status": "\u001b[31m\u202e""#), "\(run)")
        let failure = try call(server, "listOrders")
        #expect(failure.exitCode == 5)
        #expect(failure.complaints.contains(#"\e]0;x\u{7}"#), "\(failure)")
        #expect(!(run.output + failure.complaints).contains("\u{1B}"))
        let phrase = try ScriptedServer { connection in
            _ = try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 \u{9B}31m\u{202E}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\non"
            )
        }
        defer { phrase.stop() }
        let verbose = try call(phrase, "motto", "--verbose")
        #expect(verbose.output == "on\n" && verbose.complaints.contains("< 200 "), "\(verbose)")
        #expect(!verbose.complaints.contains { "\u{9B}\u{202E}".contains($0) }, "\(verbose)")
    }

    // MARK: Terminal manners

    @Test("A reader that leaves ends the call without a message")
    func brokenPipe() throws {
        // The list has no end.
        let server = try serving(
            .on(
                .get, "/v1/orders",
                reply: { (request: StubRequest) -> StubResponse in
                    let number = Int(request.query("cursor").first ?? "") ?? 0
                    return Self.envelope(
                        #"{"orders":[\#(Self.order)],"next_cursor":"\#(number + 1)"}"#)
                }))
        defer { server.stop() }
        let shell =
            #""$POSTHORN" call Shop listOrders --all-pages -e local --set port=\#(server.port)"#
            + #" | head -n 2; echo "${PIPESTATUS[0]}""#
        let run = try tool.finish(tool.start([], shell: shell))
        #expect(run.output.split(separator: "\n").count == 3, "\(run)")
        #expect(run.output.hasSuffix("\n141\n") && run.complaints.isEmpty, "\(run)")
    }

    @Test("Ctrl-C cancels the call")
    func interruption() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.readRequest()
            _ = connection.readToEnd()
        }
        defer { server.stop() }
        let process = try tool.start(
            ["call", "Shop", "motto", "-e", "local", "--set", "port=\(server.port)"])
        try await until { !server.requests.isEmpty }
        process.interrupt()
        #expect(try tool.finish(process) == Tool.Run(exitCode: 130, output: ""))
    }

    @Test("On a terminal, values have colours unless NO_COLOR is set, and times have bars")
    func colours() throws {
        let server = try serving(
            .on(.get, "/v1/orders", response: Self.envelope(#"{"orders":[]}"#)),
            .on(.get, "/v1/motto", response: .text("a\u{1B}[2Jb")))
        defer { server.stop() }
        let local = ["-e", "local", "--set", "port=\(server.port)"]
        let words = ["call", "Shop", "listOrders"] + local
        #expect(
            try tool.runOnTerminal(words)
                == Tool.Run(exitCode: 0, output: "{\n  \u{1B}[34m\"orders\"\u{1B}[0m: []\n}\n"))
        let plain = "{\n  \"orders\": []\n}\n"
        #expect(try tool.runOnTerminal(words, environment: ["NO_COLOR": "1"]).output == plain)
        let timed = try tool.runOnTerminal(words + ["--timing"], environment: ["NO_COLOR": "1"])
        let lines = timed.output.dropFirst(plain.count).split(separator: "\n")
        #expect(
            lines.map { $0.prefix { $0 != " " } } == ["DNS", "connect", "first", "body", "total"])
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(timed)")
        let motto = try tool.runOnTerminal(["call", "Shop", "motto"] + local)
        #expect(motto.output == "a\\e[2Jb\n")
    }

    @Test("A watched call prints the response when it changes")
    func watches() async throws {
        let count = Locked(0)
        let server = try serving(
            .on(
                .get, "/v1/motto",
                reply: { (_: StubRequest) -> StubResponse in
                    .text(
                        count.withLock { count in
                            count += 1
                            return count < 3 ? "first" : "second"
                        })
                }))
        defer { server.stop() }
        let process = try tool.start([
            "call", "Shop", "motto", "-e", "local", "--set", "port=\(server.port)", "--watch",
            "--every", "0.1",
        ])
        try await until { try tool.read(".output").contains("second") }
        process.interrupt()
        #expect(try tool.finish(process) == Tool.Run(exitCode: 130, output: "first\nsecond\n"))
    }

    @Test("A header field that the spec does not have is sent, and shown in a curl command")
    func sendsHeaderField() throws {
        let server = try serving(
            .on(
                .get, "/v1/motto",
                response: .bytes(Data("on".utf8), type: "text/plain")))
        defer { server.stop() }
        let options = ["--header", "Prefer: status=409", "--header", "X-Empty:"]
        let words = ["call", "Shop", "motto", "--server", server.url("/v1")] + options
        let run = try tool.finish(tool.start(words + ["--har", "seen.har"]))
        #expect(run.exitCode == 0, "\(run)")
        let request = try #require(server.requests.first)
        #expect(request.contains("Prefer: status=409\r\n") && request.contains("X-Empty:"))
        #expect(try tool.read("seen.har").contains("status=409"))
        let curl = try tool.finish(tool.start(words + ["--curl"]))
        #expect(curl.output.contains("'Prefer: status=409'"), "\(curl)")
    }

    @Test(
        "A header field that the call sets itself, and one with a credential, are refused",
        arguments: [
            ("Host: other.example", "sets no field that the call makes itself; found 'Host'"),
            (
                "content-length: 5",
                "sets no field that the call makes itself; found 'content-length'"
            ),
            ("Authorization: Bearer s3cret", "never has a credential"),
            ("cookie: a=s3cret", "never has a credential"),
            ("X-Key: s3cret", "never has a credential"),
            ("x-trace: 7", "sets no parameter of the spec; found 'x-trace'; write 'X-Trace=…'"),
            ("X-Request: 7", "sets no field that the call makes itself; found 'X-Request'"),
            ("s3cret", "is a name and a value of printable characters; found another text"),
            ("A b: s3cret", "is a name and a value of printable characters; found another text"),
            (
                "A: s3cret\r\nB: c",
                "is a name and a value of printable characters; found another text"
            ),
        ])
    func refusesHeaderField(_ field: String, _ complaint: String) throws {
        try tool.write(
            """
            service: KeyAPI
            auth: { key: { header: X-Key } }
            requires: none
            requestID: X-Request
            endpoints: { read: { GET: /read, headers: { X-Trace?: Int } } }

            """, to: "Key/Key.yaml")
        let run = try tool.run(
            "call", "Key", "read", "--header", field, "--server", "http://127.0.0.1:1")
        #expect(run.exitCode == 64 && run.output.isEmpty, "\(run)")
        #expect(run.complaints.hasPrefix("posthorn: '--header' \(complaint)"), "\(run)")
        #expect(!run.complaints.contains("s3cret"))
    }

    @Test("The endpoints of a service are listed")
    func listsEndpoints() throws {
        let run = try tool.run("call", "Shop")
        #expect(run.exitCode == 0)
        #expect(run.output.hasPrefix("listOrders   GET /orders  Lists the orders.\n"), "\(run)")
    }
}
