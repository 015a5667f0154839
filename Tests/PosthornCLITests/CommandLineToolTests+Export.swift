import Foundation
import TestSupport
import Testing

extension CommandLineToolTests {
    private static let spec = """
        service: ShopAPI
        endpoints:
          getOrder: { GET: "/orders/{id:Int}", returns: Order, timeout: 5s }
          follow: { GET: "{url:URL}" }
        types:
          Order: { id: Int }

        """

    private static let report = """
        2 endpoints: 1 with parts that only 'x-posthorn' has
        Shop/Shop.yaml:4:3: a URL that the server supplied is no path

        """

    @Test("export writes YAML or JSON, which import makes the same specs of")
    func exportWritesDocuments() throws {
        try write(Self.spec, to: "Shop/Shop.yaml")
        for name in ["openapi.yaml", "openapi.json"] {
            #expect(
                try run("export", "Shop", "--output", name)
                    == Run(exitCode: 0, output: "wrote \(name)\n" + Self.report))
            // Nothing has changed.
            #expect(
                try run("export", "Shop", "--output", name)
                    == Run(exitCode: 0, output: Self.report))
            #expect(
                try run("import", name, "Copy-\(name)").output == """
                    wrote Copy-\(name)/Shop.yaml
                    2 operations: all complete

                    """)
            #expect(
                try read("Copy-\(name)/Shop.yaml") == """
                    # Imported from \(name) by posthorn. Change the document or the overlay, and import again.
                    service: ShopAPI

                    endpoints:
                      getOrder:
                        GET: /orders/{id:Int}
                        returns: Order
                        timeout: 5s

                      follow: { GET: "{url:URL}" }

                    types:
                      Order: { id: Int }

                    """)
        }
        #expect(try read("openapi.json").hasPrefix("{\n  \"openapi\": \"3.1.0\",\n"))
    }

    @Test("export prints YAML without an output, and the report beside it")
    func exportPrints() throws {
        try write(Self.spec, to: "Shop/Shop.yaml")
        try #expect(run("export", "Shop", "--output", "openapi.yaml").exitCode == 0)
        let printed = try run("export", "Shop")
        #expect(printed.exitCode == 0)
        #expect(printed.output == (try read("openapi.yaml")))
        // The files of a service are those that are named.
        #expect(try run("export", "Shop/Shop.yaml").output == printed.output)
    }

    @Test("export refuses broken specs and other endings")
    func exportRefuses() throws {
        try write("service: ShopAPI\nendpoints: { a: { GET: a } }\n", to: "Shop/Shop.yaml")
        let broken = try run("export", "Shop", "--output", "openapi.yaml")
        #expect(broken.exitCode == 1)
        #expect(try run("export", "None").exitCode == 66)
        #expect(try run("export", "Shop", "--output", "openapi.txt").exitCode == 64)
        try write("service: ShopAPI\nendpoints: { a: { GET: /a } }\n", to: "Shop/Shop.yaml")
        #expect(try run("export", "Shop", "--output", "none/openapi.yaml").exitCode == 73)
    }

    @Test("A document and a side of a comparison may use another target's types")
    func exportsUsedTypes() throws {
        try write("types: { Price: { cents: Int } }\n", to: "Common/Types.yaml")
        try write(
            "service: ShopAPI\nuses: [Common]\nendpoints: { a: { GET: /a, returns: Price } }\n",
            to: "Shop/Shop.yaml")
        #expect(try run("export", "Shop").exitCode == 0)
        #expect(try run("diff", "Shop", "Shop").output == "no changes\n")
    }

    @Test("export writes the chosen service of a target, with the types that services share")
    func exportsChosenService() throws {
        try write("types: { Price: { cents: Int } }\n", to: "Two/Types.yaml")
        try write(
            "service: ShopAPI\nendpoints: { a: { GET: /a, returns: Price } }\n",
            to: "Two/Shop/Shop.yaml")
        try write("service: BankAPI\nendpoints: { b: { GET: /b } }\n", to: "Two/Bank/Bank.yaml")
        let refused = try run("export", "Two")
        #expect(refused.exitCode == 1)
        #expect(
            refused.complaints
                == "posthorn: a document has one service; found BankAPI, ShopAPI; write '--service BankAPI'\n"
        )
        #expect(
            try run("export", "Two", "--service", "ShopAP").complaints
                == "posthorn: there is no service 'ShopAP' in Two; found BankAPI, ShopAPI; write 'ShopAPI', "
                + "if you mean that\n")
        #expect(
            try run("export", "Two", "--service", "ShopAPI", "--output", "shop.yaml").exitCode == 0)
        #expect(try run("import", "shop.yaml", "Copy").exitCode == 0)
        #expect(
            try read("Copy/Types.yaml") == """
                # Imported from shop.yaml by posthorn. Change the document or the overlay, and import again.
                types:
                  Price: { cents: Int }

                """)
        #expect(try read("Copy/Shop/Shop.yaml").contains("a: { GET: /a, returns: Price }"))
        #expect(!(try read("shop.yaml")).contains("/b"))
    }
}
