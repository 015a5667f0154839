import Foundation
import Posthorn
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

    @Test("A page type may use included fields")
    func pageTypeMayUseIncludedFields() async throws {
        let api = PagedListsAPI(.canned(#"{"items":[{"id":1}],"name":"a"}"#))
        var ids: [Int] = []
        for try await item in api.items(PagedListsAPI.ByIncluded()) { ids.append(item.id) }
        #expect(ids == [1])
    }
}
