import Foundation
import TestSupport
import Testing

extension CommandLineToolTests {
    private static let document = """
        openapi: 3.1.0
        info: { title: Shop }
        paths:
          /orders/{id}:
            get:
              operationId: getOrder
              tags: [orders]
              parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
              responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
          /prices:
            get: { operationId: listPrices, tags: [prices], responses: { "204": {} } }
        components:
          schemas:
            Order: { type: object, properties: { odd: { enum: [[1]] } } }

        """

    @Test("import writes a file for each tag and reports what has no type")
    func importWritesSpecs() throws {
        try write(Self.document, to: "openapi.yaml")
        let report = """
            2 operations: 1 complete, 1 with untyped parts
            openapi.yaml:14:47: values that are lists or objects became 'JSON'

            """
        #expect(
            try run("import", "openapi.yaml", "Sources/Shop")
                == Run(
                    exitCode: 0,
                    output: """
                        wrote Sources/Shop/Shop.yaml
                        wrote Sources/Shop/Orders.yaml
                        wrote Sources/Shop/Prices.yaml

                        """ + report))
        #expect(
            try read("Sources/Shop/Orders.yaml") == """
                # Imported from openapi.yaml by posthorn. Change the document or the overlay, and import again.
                endpoints:
                  getOrder:
                    GET: /orders/{id}
                    path: { id: Int }
                    returns: Order

                types:
                  Order: { odd?: JSON }

                """)
        #expect(try run("lint", "Sources/Shop") == Run(exitCode: 0, output: ""))
        // Nothing has changed.
        #expect(
            try run("import", "openapi.yaml", "Sources/Shop") == Run(exitCode: 0, output: report))
    }

    @Test("import proposes recognised shapes in comments, and writes them with --recognise")
    func importRecognisesShapes() throws {
        try write(
            """
            openapi: 3.1.0
            paths:
              /prices:
                get:
                  operationId: listPrices
                  parameters: [{ name: page, in: query, schema: { type: integer } }, { name: limit, in: query, schema: { type: integer } }]
                  responses: { "200": { content: { application/json: { schema: { type: array, items: { type: integer } } } } } }

            """, to: "openapi.yaml")
        #expect(
            try run("import", "openapi.yaml", "Shop").output.hasSuffix(
                "1 operation: all complete\n"
                    + "recognised: 1 list in pages; see the comments, or write '--recognise'\n"))
        #expect(try read("Shop/Prices.yaml").hasSuffix("    # pages: { page: page }\n"))
        #expect(
            try run("import", "openapi.yaml", "Shop", "--recognise").output.hasPrefix(
                "wrote Shop/Prices.yaml\n1 operation: all complete\nrecognised: 1 list in pages\n"))
        #expect(try read("Shop/Prices.yaml").hasSuffix("    pages: { page: page }\n"))
        #expect(try run("lint", "Shop") == Run(exitCode: 0, output: ""))
        // A diff reads the document in the same way.
        #expect(
            try run("diff", "Shop", "openapi.yaml") == Run(exitCode: 0, output: "no changes\n"))
        #expect(
            try run("diff", "openapi.yaml", "Shop") == Run(exitCode: 0, output: "no changes\n"))
    }

    @Test(
        "import keeps the overlay beside the folder, and removes the files that it no longer writes"
    )
    func importIsRepeatable() throws {
        try write(Self.document, to: "openapi.yaml")
        try write(
            "operations: { listPrices: { name: prices, timeout: 5s } }\n", to: "Shop.overlay.yaml")
        try write("endpoints:\n  own: { GET: /own }\n", to: "Shop/Own.yaml")
        #expect(try run("import", "openapi.yaml", "Shop").exitCode == 0)
        #expect(
            try run("import", "openapi.yaml", "Shop", "--tags", "prices")
                == Run(
                    exitCode: 0,
                    output: """
                        removed Shop/Orders.yaml
                        1 operation: all complete

                        Changes since the last import, 1 of 1 break callers:

                        endpoint getOrder
                          Shop/Shop.yaml:2:10: wire, source: GET /orders/{id} is removed [endpoint-removed]
                            remove it from callers

                        1 change: wire 1, source 1, added 0, other 0

                        """))
        #expect(try read("Shop/Prices.yaml").contains("prices: { GET: /prices, timeout: 5s }"))
        #expect(try read("Shop/Own.yaml") == "endpoints:\n  own: { GET: /own }\n")
        #expect(try run("lint", "Shop") == Run(exitCode: 0, output: ""))
    }

    @Test(
        "import takes several overlays, of which the one beside the folder may be a list of actions"
    )
    func importTakesOverlays() throws {
        try write(Self.document, to: "openapi.yaml")
        try write(
            """
            overlay: 1.0.0
            info: { title: Shop, version: "1" }
            actions:
              - target: $.components.schemas.Order.properties
                update: { note: { type: string } }
              - target: $.components.schemas.Order.properties.odd
                remove: true
              - target: $.components.schemas.Orders
                remove: true

            """, to: "Shop.overlay.yaml")
        let warning =
            "Shop.overlay.yaml:8:13: warning: the target of an action is a part of the document; found nothing at "
            + "'$.components.schemas.Orders'; write another path, or no such action\n"
        let own = try run("import", "openapi.yaml", "Shop")
        #expect(own.exitCode == 0)
        #expect(own.complaints.hasSuffix(warning))
        #expect(own.output.hasSuffix("2 operations: all complete\n"))
        #expect(try read("Shop/Orders.yaml").contains("Order: { note?: String }"))
        #expect(
            try run("diff", "Shop", "openapi.yaml")
                == Run(exitCode: 0, output: "no changes\n"))
        try write("types: { Order: { name: Purchase } }\n", to: "names.yaml")
        let both = try run(
            "import", "openapi.yaml", "Shop", "--overlay", "Shop.overlay.yaml", "--overlay",
            "names.yaml")
        #expect(both.exitCode == 0)
        #expect(both.complaints == warning)
        #expect(try read("Shop/Orders.yaml").contains("Purchase: { note?: String }"))
        #expect(
            try run(
                "diff", "Shop", "openapi.yaml", "--overlay", "Shop.overlay.yaml", "--overlay",
                "names.yaml"
            ).output == "no changes\n")
    }

    @Test("import reports an error of an overlay in its line, and then writes nothing")
    func importChecksOverlays() throws {
        try write(Self.document, to: "openapi.yaml")
        try write(
            "operations:\n  getOrder: { timeout: soon, returns: Money }\n", to: "Shop.overlay.yaml")
        let time =
            "Shop.overlay.yaml:2:24: error: a time is a whole number above zero with its unit; found 'soon'; "
            + "write one as in '10s', with 'ms', 's', 'm', 'h' or 'd'\n"
        let type =
            "Shop.overlay.yaml:2:39: error: unknown type; found 'Money'; write a built-in type, or declare it "
            + "under 'types'\n"
        let run = try run("import", "openapi.yaml", "Shop")
        #expect(run == Run(exitCode: 1, output: "", complaints: time + type))
        #expect(throws: (any Error).self) { try read("Shop/Orders.yaml") }
        // A diff with the document reads the overlay, too.
        try write("service: ShopAPI\n", to: "Shop/Own.yaml")
        #expect(try self.run("diff", "Shop", "openapi.yaml").complaints == time + type)
        // A type of a file beside the import is no error.
        try write("types: { Money: { cents: Int } }\n", to: "Shop/Own.yaml")
        try write("operations:\n  getOrder: { returns: Money }\n", to: "Shop.overlay.yaml")
        #expect(try self.run("import", "openapi.yaml", "Shop").exitCode == 0)
        #expect(try self.run("diff", "Shop", "openapi.yaml").output == "no changes\n")
        // A document that has lost what the overlay names is compared, too.
        try write(Self.document.replacing("getOrder", with: "readOrder"), to: "openapi.yaml")
        let diff = try self.run("diff", "Shop", "openapi.yaml")
        #expect(diff.exitCode == 1)
        #expect(diff.complaints == "")
        #expect(diff.output.contains("was named getOrder"))
    }

    @Test("import lists what changed for callers since the last import")
    func importReportsChanges() throws {
        try write(Self.document, to: "openapi.yaml")
        #expect(try !run("import", "openapi.yaml", "Shop").output.contains("Changes"))
        try write(
            Self.document.replacing("type: integer", with: "type: string")
                .replacing("listPrices, ", with: "listPrices, summary: Lists., ")
                .replacing(
                    "paths:\n", with: "paths:\n  /new: { get: { tags: [new], responses: {} } }\n"),
            to: "openapi.yaml")
        #expect(
            try run("import", "openapi.yaml", "Shop").output == """
                wrote Shop/New.yaml
                wrote Shop/Orders.yaml
                wrote Shop/Prices.yaml
                3 operations: 2 complete, 1 with untyped parts
                openapi.yaml:15:47: values that are lists or objects became 'JSON'

                Changes since the last import, 1 of 2 break callers:

                endpoint getOrder
                  Shop/Orders.yaml:3:30: wire, source: path id: 'Int' became 'String' in requests [type-changed]
                    change callers, or keep the old type in the overlay

                endpoint getNew
                  Shop/New.yaml:3:3: added: GET /new is added [endpoint-added]

                2 changes: wire 1, source 1, added 1, other 0

                """)
        // A change of documentation is none for callers, and broken specs are not compared.
        try write(
            try read("openapi.yaml").replacing("Lists.", with: "Lists prices."), to: "openapi.yaml")
        #expect(try !run("import", "openapi.yaml", "Shop").output.contains("Changes"))
        try write("endpoints: { broken: { GET: } }\n", to: "Shop/Own.yaml")
        let run = try run("import", "openapi.yaml", "Shop", "--tags", "prices")
        #expect(run.exitCode == 0)
        #expect(run.output.hasSuffix("1 operation: all complete\n"))
    }

    @Test("import lists a change of many endpoints once, or each of them with --all")
    func importGroupsChanges() throws {
        func document(_ parameter: String) -> String {
            let paths = (1...5).map {
                "  /p\($0): { get: { operationId: get\($0), tags: [orders], parameters: [\(parameter)], "
                    + "responses: { '204': {} } } }\n"
            }
            return "openapi: 3.1.0\npaths:\n" + paths.joined()
        }
        try write(document(""), to: "openapi.yaml")
        #expect(try run("import", "openapi.yaml", "Shop").exitCode == 0)
        try write(
            document("{ name: X-Shop, in: header, required: true, schema: { type: string } }"),
            to: "openapi.yaml")
        #expect(
            try run("import", "openapi.yaml", "Shop").output.hasSuffix(
                """
                Changes since the last import, 5 of 5 break callers:

                5 endpoints: get1, get2, get3 and 2 more
                  Shop/Orders.yaml:3:32: wire, source: header X-Shop: is added and required in requests \
                [request-required-added]
                    let callers pass it

                5 changes: wire 5, source 5, added 0, other 0; '--all' lists each

                """))
        try write(document(""), to: "openapi.yaml")
        let all = try run("import", "openapi.yaml", "Shop", "--all").output
        #expect(all.contains("endpoint get5\n  Shop/Orders.yaml:11:3: source: header X-Shop"))
        try write(document("{ name: a, in: query, schema: { type: string } }"), to: "b.yaml")
        let diff = try run("diff", "openapi.yaml", "b.yaml", "--fail-on", "none")
        #expect(diff.output.hasPrefix("5 endpoints: get1, get2, get3 and 2 more\n"))
        let each = try run("diff", "openapi.yaml", "b.yaml", "--all")
        #expect(each.output.components(separatedBy: "\nendpoint get").count == 5)
        let json = try run("diff", "openapi.yaml", "b.yaml", "--json")
        #expect(json.output.components(separatedBy: "request-optional-added").count == 6)
    }

    @Test("import does not replace a file that somebody wrote")
    func importKeepsFilesOfUsers() throws {
        try write(Self.document, to: "openapi.yaml")
        try write("service: ShopAPI\n", to: "Shop/Shop.yaml")
        #expect(
            try run("import", "openapi.yaml", "Shop")
                == Run(
                    exitCode: 73, output: "",
                    complaints:
                        "posthorn: Shop/Shop.yaml was not written by an import, and is not replaced; "
                        + "write another folder, or another name for the file\n"))
        #expect(try read("Shop/Shop.yaml") == "service: ShopAPI\n")
    }

    @Test("import reports a broken document with its place")
    func importReportsBrokenDocuments() throws {
        try write(
            "openapi: 3.1.0\npaths: { /a: { get: { parameters: [{ $ref: '#/b' }] } } }\n",
            to: "a.yaml")
        #expect(
            try run("import", "a.yaml", "Shop")
                == Run(
                    exitCode: 1, output: "",
                    complaints:
                        "a.yaml:2:44: error: a reference leads to a value of the document; found '#/b', where 'b' is "
                        + "missing; write the value there, or another reference\n"))
        #expect(
            try run("import", "missing.yaml", "Shop")
                == Run(
                    exitCode: 66, output: "",
                    complaints:
                        "missing.yaml:1:1: error: a document is a file that can be read; found none at this path; "
                        + "write the path of an OpenAPI document in YAML or JSON\n"))
    }
}
