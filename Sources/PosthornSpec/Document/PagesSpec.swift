/// The pagination of a list; a class, so that the endpoints without one are cheap to copy.
package final class PagesSpec: Sendable {
    /// The place of `pages`.
    package let mark: SourceMark
    /// The field of the page that holds the items, or `nil` if the page is an array.
    package let items: TypeName?
    /// How to request the next page.
    package let step: Step
    /// The parameter for the number of items per page, or `nil` for none.
    package let limit: TypeName?
    /// The field of the page that holds the number of items in the list, or `nil` for none.
    package let total: TypeName?
    /// The field of the page that holds the number of pages in the list, or `nil` for none.
    package let count: TypeName?
    /// The field of the page that tells whether another one follows, or `nil` for none.
    package let more: TypeName?
    /// The response to the request for a page after the last one, or `nil` for none.
    package let end: End?

    /// A response that ends a list.
    package enum End: Sendable {
        case status(Int)
        /// The last page once more.
        case repeated
    }

    init(
        mark: SourceMark, step: Step, items: TypeName?, limit: TypeName?, total: TypeName?,
        count: TypeName?, more: TypeName?, end: End?
    ) {
        self.mark = mark
        self.step = step
        self.items = items
        self.limit = limit
        self.total = total
        self.count = count
        self.more = more
        self.end = end
    }

    /// A way to request the next page.
    package enum Step: Sendable {
        /// The value of a page's field becomes the value of a parameter.
        case cursor(next: TypeName, into: TypeName)
        /// The value of a field of a page's last item becomes the value of a parameter.
        case last(TypeName, into: TypeName)
        /// A parameter holds the number of the page.
        case page(TypeName)
        /// A parameter holds the number of items before the page.
        case offset(TypeName)
        /// The response has a `Link` field with this relation (RFC 8288).
        case link(String)
        /// The page has a field with the URL of the next one.
        case url(TypeName)

        /// The parameter that differs between pages.
        package var parameter: TypeName? {
            switch self {
            case .cursor(_, let name), .last(_, let name), .page(let name), .offset(let name): name
            case .link, .url: nil
            }
        }
    }
}
