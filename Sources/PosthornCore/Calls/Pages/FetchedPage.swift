import FoundationEssentials

/// What an iterator keeps of a page to detect that the server repeats it.
struct FetchedPage<E: PagedEndpoint>: Sendable {
    private let items: [E.PageItem]
    private let body: Data

    init(_ page: APIResponse<E.Output>) {
        items = E.items(of: page.value)
        body = page.raw.body
    }

    /// Whether the next page has the same items, or, if items can't be compared, the same body.
    ///
    /// A page without items is no repetition.
    func isRepeated(by next: FetchedPage) -> Bool {
        guard !items.isEmpty, items.count == next.items.count else { return false }
        guard let type = E.PageItem.self as? any Equatable.Type else { return body == next.body }
        return Self.areEqual(items, next.items, as: type)
    }

    private static func areEqual<Item: Equatable>(
        _ items: [E.PageItem], _ others: [E.PageItem], as type: Item.Type
    ) -> Bool {
        guard let items = items as? [Item], let others = others as? [Item] else { return false }
        return items == others
    }
}
