import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Over a real connection, no page is requested after the end of a list, or the server's end status
/// ends it.
@Suite("End of pagination over a real connection", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct PageEndTests {
    /// Items of a list as their ids, or the status of a page after the last.
    private static func page(_ ids: ClosedRange<Int>?, _ more: String = "") -> StubResponse {
        let items = (ids.map(Array.init) ?? []).map { "{\"id\":\($0)}" }.joined(separator: ",")
        return .json("{\"items\":[\(items)]\(more)}")
    }

    /// Calls a server with these pages, which responds to everything else with 400, and gives the ids of
    /// all items and the targets of all requests.
    private func transcript(
        _ pages: [(String, StubResponse)],
        of list: (PagedListsAPI) async throws -> [Int]
    ) async throws -> (ids: [Int], targets: [String]) {
        let rules = pages.map { StubRule.on(.get, $0.0, times: 1, response: $0.1) }
        let server = try ScriptedServer.serving(
            rules + [.on(nil, "*", response: .json("{}", status: .badRequest))])
        defer { server.stop() }
        return try await CurlSession.withSession { session in
            let api = PagedListsAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session))
            let ids = try await list(api)
            let targets = server.requests.map { String($0.split(separator: " ")[1]) }
            return (ids, targets)
        }
    }

    private func ids<E: PagedEndpoint>(
        _ endpoint: E
    ) -> (PagedListsAPI) async throws -> [Int] where E.PageItem == PagedListsItem {
        { api in
            var ids: [Int] = []
            for try await item in api.items(endpoint) { ids.append(item.id) }
            return ids
        }
    }

    @Test("The id of the last item is the cursor, and the flag ends the list")
    func flagEndsTheListByLastItem() async throws {
        let found = try await transcript(
            [
                ("/last-item?limit=2", Self.page(1...2, ",\"has_more\":true")),
                ("/last-item?starting_after=2&limit=2", Self.page(3...4, ",\"has_more\":false")),
            ], of: ids(PagedListsAPI.ByLastItem(limit: 2)))
        #expect(found.ids == [1, 2, 3, 4])
        #expect(found.targets == ["/last-item?limit=2", "/last-item?starting_after=2&limit=2"])
    }

    @Test("The flag ends a list whose last page has a cursor")
    func flagEndsTheListByCursor() async throws {
        let found = try await transcript(
            [
                ("/flag?after=a", Self.page(1...1, ",\"last_id\":\"b\",\"has_more\":true")),
                ("/flag?after=b", Self.page(2...2, ",\"last_id\":\"c\",\"has_more\":false")),
            ], of: ids(PagedListsAPI.ByFlag(after: "a")))
        #expect(found.ids == [1, 2])
        #expect(found.targets == ["/flag?after=a", "/flag?after=b"])
    }

    @Test("The flag tells that another page follows a short one, and that none follows a full one")
    func flagTakesPrecedenceOverTheLimit() async throws {
        let found = try await transcript(
            [
                ("/page-flag?page=1&limit=2", Self.page(1...1, ",\"has_more\":true")),
                ("/page-flag?page=2&limit=2", Self.page(2...3, ",\"has_more\":false")),
            ], of: ids(PagedListsAPI.ByPageAndFlag()))
        #expect(found.ids == [1, 2, 3])
        let offsets = try await transcript(
            [
                ("/offset-flag", Self.page(1...2, ",\"has_more\":true")),
                ("/offset-flag?offset=2", Self.page(3...3, ",\"has_more\":false")),
            ], of: ids(PagedListsAPI.ByOffsetAndFlag()))
        #expect(offsets.ids == [1, 2, 3])
        #expect(offsets.targets == ["/offset-flag", "/offset-flag?offset=2"])
    }

    @Test("Without a flag, a list by the last item ends at an empty page")
    func emptyPageEndsTheListByLastItem() async throws {
        let found = try await transcript(
            [
                ("/last-field", .json(#"[{"meta":{"key":"a"}},{"meta":{"key":"b"}}]"#)),
                ("/last-field?after=b", .json("[]")),
            ]
        ) { api in
            var count = 0
            for try await _ in api.items(PagedListsAPI.ByLastField()) { count += 1 }
            return [count]
        }
        #expect(found.ids == [2])
        #expect(found.targets == ["/last-field", "/last-field?after=b"])
    }

    @Test("A page with fewer items than the limit is the last")
    func shortPageIsTheLast() async throws {
        let found = try await transcript(
            [
                ("/short?limit=2", Self.page(1...2)),
                ("/short?page=2&limit=2", Self.page(3...3)),
            ], of: ids(PagedListsAPI.ByShortPage(limit: 2)))
        #expect(found.ids == [1, 2, 3])
        #expect(found.targets == ["/short?limit=2", "/short?page=2&limit=2"])
    }

    @Test("The page count ends the list, counted from the parameter's default")
    func pageCountEndsTheList() async throws {
        let found = try await transcript(
            [
                ("/counted-pages?page=0", Self.page(1...2, ",\"total\":4,\"last_page\":2")),
                ("/counted-pages?page=1", Self.page(3...4, ",\"total\":4,\"last_page\":2")),
            ], of: ids(PagedListsAPI.ByPageCount()))
        #expect(found.ids == [1, 2, 3, 4])
        #expect(found.targets == ["/counted-pages?page=0", "/counted-pages?page=1"])
    }

    @Test("The item total ends the list, also after a full page")
    func itemTotalEndsTheList() async throws {
        let found = try await transcript(
            [
                ("/counted-items?page=0&limit=2", Self.page(1...2, ",\"total\":4")),
                ("/counted-items?page=1&limit=2", Self.page(3...4, ",\"total\":4")),
            ], of: ids(PagedListsAPI.ByTotal()))
        #expect(found.ids == [1, 2, 3, 4])
        #expect(
            found.targets == ["/counted-items?page=0&limit=2", "/counted-items?page=1&limit=2"])
    }

    @Test("Without a first page in the spec, a start at 0 counts from 0", arguments: [0, 1])
    func startAtZeroCountsFromZero(_ start: Int) async throws {
        let found = try await transcript(
            [
                ("/required?page=\(start)", Self.page(1...2, ",\"total\":4,\"last_page\":2")),
                ("/required?page=\(start + 1)", Self.page(3...4, ",\"total\":4,\"last_page\":2")),
            ], of: ids(PagedListsAPI.ByRequiredPage(page: start)))
        #expect(found.ids == [1, 2, 3, 4])
        #expect(found.targets == ["/required?page=\(start)", "/required?page=\(start + 1)"])
    }

    /// A full first page of 4 and the 2 items of the second would be all 6.
    @Test("Pages shorter than the limit lose no items")
    func shortenedPagesLoseNoItems() async throws {
        let pages = (1...3).map { page in
            (
                "/capped?page=\(page)&limit=4",
                Self.page(2 * page - 1...2 * page, ",\"total\":6")
            )
        }
        let found = try await transcript(pages, of: ids(PagedListsAPI.ByTotalFromOne()))
        #expect(found.ids == Array(1...6))
        #expect(found.targets == pages.map(\.0))
    }

    @Test("The item total ends offset pagination from any start", arguments: [0, 2])
    func itemTotalEndsOffsets(_ start: Int) async throws {
        let found = try await transcript(
            [
                ("/offset-total?offset=0", Self.page(1...2, ",\"total\":4")),
                ("/offset-total?offset=2", Self.page(3...4, ",\"total\":4")),
            ], of: ids(PagedListsAPI.ByOffsetAndTotal(offset: start)))
        #expect(found.ids == Array(start + 1...4))
        #expect(
            found.targets
                == ["/offset-total?offset=0", "/offset-total?offset=2"].suffix(start == 0 ? 2 : 1))
    }

    @Test(
        "The end status of the spec ends the list",
        arguments: [#"{"id":1}"#, "<html>"])
    func endStatusEndsTheList(_ body: String) async throws {
        let found = try await transcript(
            [
                ("/until?page=1", Self.page(1...2)), ("/until?page=2", Self.page(3...3)),
                ("/until?page=3", .json(body, status: .notFound)),
            ], of: ids(PagedListsAPI.ByStatus()))
        #expect(found.ids == [1, 2, 3])
        #expect(found.targets == ["/until?page=1", "/until?page=2", "/until?page=3"])
    }

    @Test("An end status or a short page ends offset pagination")
    func endStatusEndsOffsets() async throws {
        let full = try await transcript(
            [("/offset-until?offset=0&page=2", Self.page(1...2))],
            of: ids(PagedListsAPI.ByOffsetAndStatus()))
        #expect(full.ids == [1, 2])
        #expect(
            full.targets == ["/offset-until?offset=0&page=2", "/offset-until?offset=2&page=2"])
        let short = try await transcript(
            [("/offset-until?offset=0&page=2", Self.page(1...1))],
            of: ids(PagedListsAPI.ByOffsetAndStatus()))
        #expect(short.targets == ["/offset-until?offset=0&page=2"])
    }

    @Test("A repeated last page ends the list if the spec says so, and fails otherwise")
    func repeatedPageEndsTheList() async throws {
        func pages(_ path: String) -> [(String, StubResponse)] {
            [
                ("/\(path)?page=1", Self.page(1...2)), ("/\(path)?page=2", Self.page(3...3)),
                ("/\(path)?page=3", Self.page(3...3)),
            ]
        }
        let found = try await transcript(
            pages("repeated"), of: ids(PagedListsAPI.ByRepeatedPage()))
        #expect(found.ids == [1, 2, 3])
        #expect(found.targets == pages("repeated").map(\.0))
        let unsaid = try await transcript(pages("number")) { api in
            let error = await #expect(throws: APIError.self) {
                try await ids(PagedListsAPI.ByNumber())(api)
            }
            #expect(error?.code == .repeatedPage)
            return []
        }
        #expect(unsaid.targets == pages("number").map(\.0))
    }

    @Test("Other failures, and any on the first page, are thrown")
    func otherFailuresAreThrown() async throws {
        let first = try await transcript([("/until?page=1", .status(.notFound))]) { api in
            let error = await #expect(throws: PagedListsAPI.ByStatus.Failure.self) {
                try await ids(PagedListsAPI.ByStatus())(api)
            }
            #expect(error?.code == .notFound)
            return []
        }
        #expect(first.targets == ["/until?page=1"])
        let second = try await transcript([("/until?page=1", Self.page(1...1))]) { api in
            let error = await #expect(throws: PagedListsAPI.ByStatus.Failure.self) {
                try await ids(PagedListsAPI.ByStatus())(api)
            }
            #expect(error?.code == .badRequest)
            return []
        }
        #expect(second.targets == ["/until?page=1", "/until?page=2"])
    }

    /// An attacker in between could end a sealed list by an unsealed status.
    @Test("An end status that cannot be opened is an error")
    func unopenedEndStatusIsAnError() async throws {
        struct Refusing: PayloadCipher {
            let name = "refusing"
            func seal(_ request: inout TransportRequest) {}
            func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
                guard response.status == .ok else {
                    throw APIError.Cause(.openingFailed, "it is not sealed")
                }
            }
        }
        _ = try await transcript(
            [("/until?page=1", Self.page(1...1)), ("/until?page=2", .status(.notFound))]
        ) { api in
            let sealed = api.with { $0.cipher = Refusing() }
            let error = await #expect(throws: PagedListsAPI.ByStatus.Failure.self) {
                try await ids(PagedListsAPI.ByStatus())(sealed)
            }
            #expect(error?.code == .notFound && error?.stage == .opening)
            return []
        }
    }

    @Test("A URL in the body leads to the next page, absolute or relative, and null ends the list")
    func urlInTheBody() async throws {
        let found = try await transcript(
            [
                ("/by-url?limit=2", Self.page(1...2, ",\"links\":{\"next\":\"/by-url?after=2\"}")),
                ("/by-url?after=2", Self.page(3...3, ",\"links\":{\"next\":\"?after=3\"}")),
                ("/by-url?after=3", Self.page(4...4, ",\"links\":{}")),
            ], of: ids(PagedListsAPI.ByURL()))
        #expect(found.ids == [1, 2, 3, 4])
        #expect(found.targets == ["/by-url?limit=2", "/by-url?after=2", "/by-url?after=3"])

        let server = try ScriptedServer.serving([
            .on(.post, "/by-text", times: 1, response: Self.page(1...1, ",\"next_link\":\"/b\"")),
            .on(.post, "/b", response: Self.page(2...2, ",\"next_link\":null")),
        ])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let api = PagedListsAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session))
            #expect(try await ids(PagedListsAPI.ByText(limit: 1))(api) == [1, 2])
            #expect(server.requests.map { $0.hasSuffix("{\"limit\":1}") } == [true, true])
        }
    }

    @Test("A URL of a page at another origin is not followed")
    func urlAtAnotherOrigin() async throws {
        _ = try await transcript([
            ("/by-url?limit=2", Self.page(1...2, ",\"links\":{\"next\":\"http://127.0.0.2/x\"}"))
        ]) { api in
            let error = await #expect(throws: APIError.self) {
                try await ids(PagedListsAPI.ByURL())(api)
            }
            #expect(error?.code == .invalidPage)
            return []
        }
    }
}
