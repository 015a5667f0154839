import Foundation
import PosthornCore
import PosthornTesting
import Testing

/// The pages of generated endpoints.
@Suite("Generated pages")
struct GeneratedPagesTests {
    @Test("The cursor is sent in its parameter")
    func cursorIsSentInItsParameter() async throws {
        let api = PagedListsAPI(.canned(#"{"items":[{"id":1}],"next_cursor":"a"}"#))
        var items = api.items(PagedListsAPI.ByCursor(limit: 1)).makeAsyncIterator()
        #expect(try await items.next() == PagedListsItem(id: 1))
        #expect(try await items.next() == PagedListsItem(id: 1))
        await #expect(throws: PagedListsAPI.ByCursor.Failure.self) { try await items.next() }
    }

    @Test("An empty page is the last")
    func emptyPageIsTheLast() async throws {
        let api = PagedListsAPI(.canned(#"{"items":[]}"#))
        var pages = 0
        for try await _ in api.pages(PagedListsAPI.ByNumber()) { pages += 1 }
        for try await _ in api.pages(PagedListsAPI.ByOffset()) { pages += 1 }
        #expect(pages == 2)
    }

    @Test("A null cursor ends the list; null items are an empty page")
    func nullCursorEndsTheList() async throws {
        let last = PagedListsAPI(.canned(#"{"items":[{"id":1}],"next":null}"#))
        var ids: [Int] = []
        for try await item in last.items(PagedListsAPI.ByNull()) { ids.append(item.id) }
        #expect(ids == [1])
        let empty = PagedListsAPI(.canned(#"{"items":null,"next":null}"#))
        for try await item in empty.items(PagedListsAPI.ByNull()) { ids.append(item.id) }
        #expect(ids == [1])
    }

    @Test("An array is a page")
    func arrayIsAPage() async throws {
        var ids: [Int] = []
        for try await item in PagedListsAPI(.canned(#"[{"id":1},{"id":2}]"#))
            .items(PagedListsAPI.ByLink(id: "x"))
        {
            ids.append(item.id)
        }
        #expect(ids == [1, 2])
    }

    @Test("A response without a body is an empty page, which ends the list")
    func missingPageEndsTheList() async throws {
        let page = #"{"items":[{"id":1}],"next":"a"}"#
        let stub = StubTransport(inOrder: [.json(page), .status(.noContent)])
        let api = PagedListsAPI(
            try ClientConfiguration(baseURL: "https://pages.example", transport: stub))
        var ids: [Int] = []
        for try await item in api.items(PagedListsAPI.ByCursorOrNothing()) { ids.append(item.id) }
        #expect(ids == [1])
        let empty = PagedListsAPI(.canned(status: 204))
        for try await item in empty.items(PagedListsAPI.ByPageOrNothing()) { ids.append(item.id) }
        for try await item in empty.items(PagedListsAPI.ByURLOrNothing()) { ids.append(item.id) }
        #expect(ids == [1])
        let last = PagedListsAPI(.canned(#"{"items":[{"id":2}],"links":{}}"#))
        for try await item in last.items(PagedListsAPI.ByURLOrNothing()) { ids.append(item.id) }
        #expect(ids == [1, 2])
    }

    @Test("A page type may use included fields")
    func pageTypeMayUseIncludedFields() async throws {
        let api = PagedListsAPI(.canned(#"{"items":[{"id":1}],"name":"a"}"#))
        var ids: [Int] = []
        for try await item in api.items(PagedListsAPI.ByIncluded()) { ids.append(item.id) }
        #expect(ids == [1])
    }

    @Test("The cursor of a nested field is sent in the body")
    func nestedCursorIsSentInTheBody() async throws {
        let stub = StubTransport(inOrder: [
            .json(#"{"data":{"results":[{"id":1}]},"meta":{"paging":{"next":"a"}}}"#),
            .json(#"{"meta":{"paging":{"next":"b"}}}"#),
            .json(#"{"data":{"results":[{"id":2}]},"meta":{"paging":{"next":null}}}"#),
        ])
        var ids: [Int] = []
        for try await item in PagedListsAPI(
            try ClientConfiguration(baseURL: "https://pages.example", transport: stub)
        )
        .items(PagedListsAPI.ByBodyCursor(query: "tea")) {
            ids.append(item.id)
        }
        #expect(ids == [1, 2])
        #expect(
            stub.requests.map(\.text) == [
                #"{"query":"tea"}"#, #"{"query":"tea","start_cursor":"a"}"#,
                #"{"query":"tea","start_cursor":"b"}"#,
            ])
    }

    @Test(
        "A list without its nested field ends",
        arguments: [#"{"meta":{}}"#, #"{"meta":{"paging":{}}}"#])
    func missingNestedFieldEndsTheList(_ page: String) async throws {
        let stub = StubTransport(.on(.post, "/search", times: 1, response: .json(page)))
        for try await _ in PagedListsAPI(
            try ClientConfiguration(baseURL: "https://pages.example", transport: stub)
        )
        .items(PagedListsAPI.ByBodyCursor(query: "tea")) {
            Issue.record("an item")
        }
        #expect(stub.requests.count == 1)
    }

    @Test("The number of a page is sent in the form")
    func pageNumberIsSentInTheForm() async throws {
        let page = #"{"data":{"results":[{"id":1}]},"meta":{"last":{"page":2}}}"#
        let stub = StubTransport(.on(.post, "/form", response: .json(page)))
        var pages = 0
        for try await _ in PagedListsAPI(
            try ClientConfiguration(baseURL: "https://pages.example", transport: stub)
        )
        .pages(PagedListsAPI.ByFormPage()) {
            pages += 1
        }
        #expect(pages == 2)
        #expect(stub.requests.map(\.text) == ["page=1", "page=2"])
    }
}
