import Foundation
import TestSupport
import Testing

extension CommandLineToolTests {
    private func specs() throws {
        let old = """
            endpoints:
              getOrder: { GET: "/orders/{id}", returns: Order }
              listOrders: { GET: /orders, returns: "[Order]" }
            types:
              Order: { id: String, note?: String }

            """
        try write("service: ShopAPI\n", to: "old/Shop.yaml")
        try write(old, to: "old/Orders.yaml")
        try write("service: ShopAPI\n", to: "new/Shop.yaml")
        try write(
            old.replacing("note?: String", with: "note?: Int")
                .replacing("GET: /orders,", with: "GET: /orders, query: { limit?: Int },"),
            to: "new/Orders.yaml")
    }

    @Test("diff prints the changes below what they concern, and fails if something breaks")
    func diffPrintsText() throws {
        try specs()
        #expect(
            try run("diff", "old", "new")
                == Run(
                    exitCode: 1,
                    output: """
                        endpoint listOrders
                          new/Orders.yaml:3:40: added: query limit: is added in requests [request-optional-added]

                        type Order (in getOrder, listOrders)
                          new/Orders.yaml:5:31: wire, source: note: 'String' became 'Int' in responses [type-changed]
                            was at old/Orders.yaml:5:31; use a new member or a new endpoint

                        2 changes: wire 1, source 1, added 1, other 0

                        """))
        #expect(try run("diff", "old", "old") == Run(exitCode: 0, output: "no changes\n"))
        #expect(try run("diff", "old", "old", "--json") == Run(exitCode: 0, output: "[]\n"))
        #expect(try run("diff", "old", "old", "--github") == Run(exitCode: 0, output: ""))
    }

    @Test("diff prints JSON and annotations of GitHub")
    func diffPrintsFormats() throws {
        try specs()
        #expect(
            try run("diff", "old", "new", "--github")
                == Run(
                    exitCode: 1,
                    output: """
                        ::notice file=new/Orders.yaml,line=3,col=40,title=request-optional-added::added: endpoint \
                        listOrders query limit: is added in requests
                        ::error file=new/Orders.yaml,line=5,col=31,title=type-changed::wire, source: type Order \
                        note: 'String' became 'Int' in responses; use a new member or a new endpoint

                        """))
        let run = try run("diff", "old", "new", "--json")
        #expect(run.exitCode == 1)
        let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let changes = try #require(json as? [NSDictionary])
        try #require(changes.count == 2)
        #expect(changes[0]["kind"] as? String == "added")
        #expect(
            changes[1] == [
                "rule": "type-changed", "kind": "breaking", "breaks": ["wire", "source"],
                "subject": "type Order", "member": "note",
                "message": "'String' became 'Int' in responses",
                "advice": "use a new member or a new endpoint",
                "endpoints": ["getOrder", "listOrders"],
                "old": ["path": "old/Orders.yaml", "line": 5, "column": 31],
                "new": ["path": "new/Orders.yaml", "line": 5, "column": 31],
            ])
    }

    @Test(
        "diff fails with the changes that --fail-on names",
        arguments: [
            ("wire", "name: get", "GET: /v2", [1, 0, 1, 0]),
            ("source", "get:", "fetch:", [0, 1, 1, 0]),
            ("any", "GET: /a", "GET: /a, query: { b?: Int }", [0, 0, 0, 0]),
        ])
    func diffFailsOnBreaks(_ name: String, _ text: String, _ other: String, _ codes: [Int32])
        throws
    {
        let old = "service: ShopAPI\nendpoints:\n  get: { GET: /a, doc: \"name: get\" }\n"
        let new =
            name == "wire"
            ? old.replacing("GET: /a", with: other) : old.replacing(text, with: other)
        try write(old, to: "old.yaml")
        try write(new, to: "new.yaml")
        for (failOn, code) in zip(["wire", "source", "any", "none"], codes) {
            #expect(try run("diff", "old.yaml", "new.yaml", "--fail-on", failOn).exitCode == code)
        }
    }

    @Test("diff compares OpenAPI documents, and a document with the folder of an import")
    func diffComparesDocuments() throws {
        let documents = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "PosthornOpenAPITests/Documents")
        let text = try String(
            contentsOf: documents.appending(path: "petstore.yaml"), encoding: .utf8)
        try write(text, to: "old.yaml")
        try write(
            text.replacing("\n  /store/inventory:", with: "\n  /store/stock:")
                .replacing("            - delivered\n", with: ""), to: "new.yaml")
        let changes = """
            endpoint getInventory
              new.yaml:356:7: wire: was '/store/inventory' [path-changed]
                was at old.yaml:356:7; serve the old path too

            type Order
              new.yaml:690:11: source: status 'delivered': is removed in responses (in getOrderByID, placeOrder) \
            [response-value-removed]
                was at old.yaml:690:11; keep it in the spec
              new.yaml:690:11: wire, source: status 'delivered': is removed in requests (in placeOrder) \
            [request-value-removed]
                was at old.yaml:690:11; accept it as deprecated

            3 changes: wire 2, source 2, added 0, other 0

            """
        let run = try run("diff", "old.yaml", "new.yaml")
        #expect(run.exitCode == 1)
        #expect(run.output == changes)
        #expect(
            try self.run("diff", "new.yaml", "new.yaml") == Run(exitCode: 0, output: "no changes\n")
        )
        // The folder has an overlay, which the document beside it gets.
        try write(
            "operations: { getInventory: { name: countPets } }\n", to: "Sources/Pets.overlay.yaml")
        #expect(try self.run("import", "old.yaml", "Sources/Pets").exitCode == 0)
        #expect(
            try self.run("diff", "Sources/Pets", "old.yaml")
                == Run(exitCode: 0, output: "no changes\n"))
        let mixed = try self.run("diff", "Sources/Pets", "new.yaml")
        #expect(mixed.exitCode == 1)
        #expect(mixed.output.hasPrefix("endpoint countPets\n"))
        let back = try self.run("diff", "new.yaml", "Sources/Pets", "--fail-on", "source")
        #expect(back.exitCode == 1)
    }

    @Test("diff compares the services of a target by their names, or a chosen one")
    func diffComparesServices() throws {
        for (side, price, path) in [("old", "Int", "/b"), ("new", "String", "/v2/b")] {
            try write("types: { Price: { cents: \(price) } }\n", to: "\(side)/Types.yaml")
            for (name, path) in [("Shop", "/a"), ("Bank", path)] {
                try write(
                    "service: \(name)API\nendpoints: { get: { GET: \(path), returns: Price } }\n",
                    to: "\(side)/\(name)/\(name).yaml")
            }
        }
        let price = """
              new/Types.yaml:1:26: wire, source: cents: 'Int' became 'String' in responses [type-changed]
                was at old/Types.yaml:1:26; use a new member or a new endpoint
            """
        #expect(
            try run("diff", "old", "new").output == """
                endpoint BankAPI.get
                  new/Bank/Bank.yaml:2:14: wire: was '/b' [path-changed]
                    was at old/Bank/Bank.yaml:2:14; serve the old path too

                type Price (in BankAPI.get, ShopAPI.get)
                \(price)

                2 changes: wire 2, source 1, added 0, other 0

                """)
        #expect(
            try run("diff", "old", "new", "--service", "ShopAPI").output == """
                type Price (in get)
                \(price)

                1 change: wire 1, source 1, added 0, other 0

                """)
        let document = "openapi: 3.1.0\npaths: { /a: { get: { responses: { '204': {} } } } }\n"
        try write(document, to: "shop.yaml")
        #expect(
            try run("diff", "old", "shop.yaml")
                == Run(
                    exitCode: 2, output: "",
                    complaints:
                        "posthorn: shop.yaml is one service; found BankAPI, ShopAPI on the other side; write "
                        + "'--service BankAPI'\n"))
        #expect(try run("diff", "old", "shop.yaml", "--service", "ShopAPI").exitCode == 1)
    }

    @Test(
        "diff tells a spec from an OpenAPI document by the keys of the file",
        arguments: [
            (
                "{ service: ShopAPI, endpoints: { get: { GET: /a, query: { openapi?: String } } } }\n",
                false
            ),
            (
                "# openapi: 3.1.0\n{ service: ShopAPI, doc: Don't, endpoints: { openapi: { GET: /a } } }\n",
                false
            ),
            ("service: ShopAPI\ndoc: >\n  A shop, not\n  openapi.\n", false),
            ("{ 'openapi': 3.1.0, paths: { /a: { get: { responses: { '204': {} } } } } }\n", true),
            (
                "--- { openapi: 3.1.0, paths: { /a: { get: { responses: { '204': {} } } } } }\n",
                true
            ),
            (
                "{\"a\": [\"{\"], \"swagger\": \"2.0\", \"paths\": {\"/a\": {\"get\": {\"responses\": {}}}}}\n",
                true
            ),
            (
                "info: { title: Shop }\n'openapi' : 3.1.0\npaths: { /a: { get: { responses: {} } } }\n",
                true
            ),
        ])
    func diffTellsSpecsFromDocuments(_ text: String, _ isDocument: Bool) throws {
        try write(text, to: "file.yaml")
        try write("service: OtherAPI\n", to: "Other.yaml")
        // A document gets the name of the other side's client.
        let run = try run("diff", "file.yaml", "Other.yaml")
        #expect(run.complaints == "")
        #expect(run.output.contains("was named ShopAPI") == !isDocument)
    }

    @Test("diff reports what it cannot read")
    func diffReportsUnreadableSides() throws {
        try write("service: ShopAPI\n", to: "old.yaml")
        try write("service: ShopAPI\nendpoints:\n  get: { GET: /a, returns: T }\n", to: "new.yaml")
        #expect(
            try run("diff", "old.yaml", "new.yaml")
                == Run(
                    exitCode: 2, output: "",
                    complaints:
                        "new.yaml:3:28: error: unknown type; found 'T'; write a built-in type, or declare it under "
                        + "'types'\n"))
        #expect(
            try run("diff", "old.yaml", "none.yaml")
                == Run(
                    exitCode: 2, output: "",
                    complaints:
                        "none.yaml:1:1: error: a spec is a file or a folder that exists; found nothing; write its path\n"
                ))
        try write("{ \"openapi\": \"1.0\" }\n", to: "new.json")
        #expect(try run("diff", "old.yaml", "new.json").exitCode == 2)
        try write("", to: "empty/notes.txt")
        #expect(
            try run("diff", "old.yaml", "empty")
                == Run(
                    exitCode: 2, output: "", complaints: "posthorn: there is no *.yaml in empty\n"))
        #expect(try run("diff", "old.yaml").exitCode == 64)
        #expect(try run("diff", "old.yaml", "old.yaml", "--json", "--github").exitCode == 64)
    }

    @Test("diff prints the table of rules that its page has")
    func diffPrintsRules() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/Diff.md")
        let run = try run("diff", "--rules")
        #expect(run.exitCode == 0)
        #expect(run.output.split(separator: "\n").count > 60)
        #expect(try String(contentsOf: page, encoding: .utf8).contains("\n\n\(run.output)"))
    }
}
