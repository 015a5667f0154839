import Foundation
import TestSupport
import Testing

extension CommandLineToolTests {
    private static let traffic = """
        {"log": {"entries": [
          {"request": {"method": "GET", "url": "https://api.shop.example/v1/orders/17",
            "headers": [{"name": "Authorization", "value": "Bearer 0123456789"}]},
           "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\\"id\\": 17}"}}},
          {"request": {"method": "GET", "url": "https://api.shop.example/v1/orders/18",
            "headers": [{"name": "Authorization", "value": "Bearer 0123456789"}]},
           "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\\"id\\": 18, "}}},
          {"request": {"method": "GET", "url": "https://api.shop.example/logo.png"},
           "response": {"status": 200, "content": {"mimeType": "image/png"}}}
        ]}}

        """

    @Test("infer writes a draft that lint accepts, and does not replace it")
    func inferWritesDraft() throws {
        try write(Self.traffic, to: "traffic.har")
        #expect(
            try run("infer", "traffic.har", "Sources/Shop")
                == Run(
                    exitCode: 0,
                    output: """
                        wrote Sources/Shop/Shop.yaml
                        2 samples of api.shop.example: 1 endpoint
                        skipped 1 file of web pages
                        traffic.har:7:43: entry 2, response: the body is no JSON after 11 bytes; it is ignored

                        """))
        #expect(
            try read("Sources/Shop/Shop.yaml") == """
                # A draft from 2 samples of traffic by posthorn. Check each guess; the comments are the evidence.
                service: ShopAPI
                server: https://api.shop.example/v1  # 2 of 2 samples

                auth:
                  user: bearer  # 2 of 2 samples
                requires: user

                endpoints:
                  getOrder:  # 2 samples
                    GET: /orders/{id}
                    path:
                      id: Int  # 2 of 2 samples
                    returns: Order

                types:
                  Order:  # 1 sample
                    id: Int

                """)
        #expect(try run("lint", "Sources/Shop") == Run(exitCode: 0, output: ""))
        #expect(
            try run("infer", "traffic.har", "Sources/Shop")
                == Run(
                    exitCode: 73, output: "",
                    complaints:
                        "posthorn: Sources/Shop/Shop.yaml exists, and is not replaced; write another folder, or move "
                        + "the file\n"))
    }

    @Test("infer reports files that it cannot read, and hosts without requests")
    func inferReportsErrors() throws {
        try write(Self.traffic, to: "traffic.har")
        #expect(
            try run("infer", "traffic.har", "Shop", "--host", "www.shop.example")
                == Run(
                    exitCode: 1, output: "",
                    complaints:
                        "traffic.har:1:1: error: a spec comes from requests to one host; found none to "
                        + "'www.shop.example'; write a host of the recording after '--host'\n"))
        #expect(
            try run("infer", "missing.har", "Shop")
                == Run(
                    exitCode: 66, output: "",
                    complaints:
                        "missing.har:1:1: error: traffic is a file that can be read; found none at this path; write the "
                        + "path of a file\n"))
        #expect(try run("infer", "traffic.har").exitCode == 64)
    }

    @Test("infer and import refuse a file of 50 MiB without reading it")
    func refusesLargeForeignFiles() throws {
        try write("", to: "large")
        let file = try #require(FileHandle(forWritingAtPath: folder.path + "/large"))
        try file.truncate(atOffset: 50 << 20)
        try file.close()
        for (command, rule) in [
            ("infer", "a file of traffic has at most 32 MiB"),
            ("import", "a document has at most 32 MiB"),
        ] {
            let result = try run(command, "large", "Shop")
            #expect(result.exitCode == 1)
            #expect(result.complaints.hasPrefix("large:1:1: error: \(rule); found 50 MiB; write "))
        }
    }
}
