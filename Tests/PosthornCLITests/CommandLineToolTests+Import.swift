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
                    output: "removed Shop/Orders.yaml\n1 operation: all complete\n"))
        #expect(try read("Shop/Prices.yaml").contains("prices: { GET: /prices, timeout: 5s }"))
        #expect(try read("Shop/Own.yaml") == "endpoints:\n  own: { GET: /own }\n")
        #expect(try run("lint", "Shop") == Run(exitCode: 0, output: ""))
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
