#if MockServer
    import Foundation
    import PosthornTesting
    import TestSupport
    import Testing

    /// `call` and `verify` against a mock of the same spec.
    @Suite("Calls of a mock by the tool", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
    struct MockedCallTests {
        private let tool: Tool

        private static let spec = """
            service: ParcelAPI
            errors: { 400: Problem }
            endpoints:
              listItems:
                GET: /items
                query: { limit: { type: Int, range: 1...50, default: 20 }, cursor?: String }
                returns: ItemPage
                pages: { items: items, next: next, into: cursor }
              getItem: { GET: "/items/{id}", returns: Item, errors: { 404: Problem } }
              createItem:
                POST: /items
                body: { name: { type: String, length: 1...20 }, price: Decimal }
                returns: Item
                errors: { 409: { type: Problem, name: nameTaken } }
            types:
              ItemPage: { items: "[Item]", next?: String }
              Item: { id: String, name: String, price: Decimal }
              Problem: { code: String, message: String }

            """

        init() throws {
            tool = try Tool()
            try tool.write(Self.spec, to: "Parcel/Parcel.yaml")
        }

        private func mock(_ options: [String] = []) async throws -> MockProcess {
            try await MockProcess(
                tool: try #require(Tool.url), specs: tool.folder.url.appending(path: "Parcel"),
                options: options)
        }

        @Test("A mock follows the spec that it serves", arguments: [[], ["--stateful"]])
        func passesVerify(_ options: [String]) async throws {
            let mock = try await mock(options)
            let run = try tool.run("verify", "Parcel", "--server", mock.baseURL, "--write")
            #expect(run.exitCode == 0, "\(run)")
            #expect(run.output.contains("3 of 3 endpoints checked"), "\(run)")
        }

        @Test("A page has as many items as the call asks for, and the pages end")
        func servesPages() async throws {
            let mock = try await mock()
            let one = try tool.run(
                "call", "Parcel", "listItems", "limit=2", "--json", "--server", mock.baseURL)
            #expect(one.output.matches(of: /"price"/).count == 2, "\(one)")
            let all = try tool.run(
                "call", "Parcel", "listItems", "limit=2", "--all-pages", "--server", mock.baseURL)
            #expect(all.exitCode == 0)
            let lines = all.output.split(separator: "\n")
            #expect(lines.count == 5 && Set(lines).count == 5, "\(all)")
        }

        @Test(
            "A call asks for a failure, and a wrong one gets the complaint in the documented type")
        func fails() async throws {
            let mock = try await mock()
            let words = ["call", "Parcel", "createItem", "name=tea", "--server", mock.baseURL]
            let taken = try tool.finish(
                tool.start(words + ["price=3", "--header", "Prefer: status=409"]))
            #expect(taken.exitCode == 4)
            #expect(taken.complaints.contains("documented as nameTaken"), "\(taken)")
            let wrong = try tool.finish(tool.start(words + ["--unchecked"]))
            #expect(wrong.exitCode == 4)
            let complaint =
                /"code": "bad_request",\n  "message": "`price` of the body is missing \(.*Parcel.yaml:12:53\)"/
            #expect(wrong.complaints.contains(complaint), "\(wrong)")
        }
    }
#endif
