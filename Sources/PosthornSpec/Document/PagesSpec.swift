/// The pagination of a list.
package struct PagesSpec: Sendable {
    /// The place of `pages`.
    package var mark: SourceMark
    /// The field of the page that holds the items, or `nil` if the page is an array.
    package var items: TypeName?
    /// How to request the next page.
    package var step: Step
    /// The query parameter for the number of items per page, or `nil` for none.
    package var limit: TypeName?
    /// The field of the page that holds the number of items in the list, or `nil` for none.
    package var total: TypeName?
    /// The field of the page that holds the number of pages in the list, or `nil` for none.
    package var count: TypeName?
    /// The status of a page after the last one, or `nil` for none.
    package var end: Int?

    /// A way to request the next page.
    package enum Step: Sendable {
        /// The value of a page's field becomes the value of a query parameter.
        case cursor(next: TypeName, into: TypeName)
        /// A query parameter holds the number of the page.
        case page(TypeName)
        /// A query parameter holds the number of items before the page.
        case offset(TypeName)
        /// The response has a `Link` field with this relation (RFC 8288).
        case link(String)

        /// The query parameter that differs between pages.
        package var parameter: TypeName? {
            switch self {
            case .cursor(_, let name), .page(let name), .offset(let name): name
            case .link: nil
            }
        }
    }
}
