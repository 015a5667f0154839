/// How the pages of a list follow each other.
public struct PagesSpec: Sendable {
    /// Where `pages` is written.
    public var mark: SourceMark
    /// The field of the page with its items; nothing if the page is an array.
    public var items: TypeName?
    /// What leads to the next page.
    public var step: Step
    /// The query parameter that says how many items a page has.
    public var limit: TypeName?
    /// The field of the page with the number of items in the list.
    public var total: TypeName?
    /// The field of the page with the number of pages in the list.
    public var count: TypeName?
    /// The status of a page after the last.
    public var end: Int?

    /// What leads to the next page.
    public enum Step: Sendable {
        /// A field of the page goes into a query parameter.
        case cursor(next: TypeName, into: TypeName)
        /// A query parameter counts the pages.
        case page(TypeName)
        /// A query parameter counts the items before the page.
        case offset(TypeName)
        /// A link of the response with this relation.
        case link(String)

        /// The query parameter that differs from page to page.
        ///
        /// `nil` where a page names the address of the next.
        public var parameter: TypeName? {
            switch self {
            case .cursor(_, let name), .page(let name), .offset(let name): name
            case .link: nil
            }
        }
    }
}
