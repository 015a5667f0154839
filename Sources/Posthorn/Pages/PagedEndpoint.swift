/// A call whose answers are the pages of a list.
///
/// ``APIService/pages(_:)`` walks through the pages, ``APIService/items(_:)`` through what is on them.
public protocol PagedEndpoint: Endpoint {
    /// What a page holds many of.
    associatedtype PageItem: Sendable

    /// What is on a page.
    static func items(of page: Output) -> [PageItem]

    /// Where the list goes on.
    func next(after page: Response<Output>) -> NextPage<Self>

    /// The status that a server gives for a page after the last, such as 404: it ends the list.
    ///
    /// The default is `nil`: such a status fails the call. For the first page it always does.
    static var endStatus: Int? { get }
}

extension PagedEndpoint {
    /// `nil`: no status ends the list.
    public static var endStatus: Int? { nil }
}

extension APIService {
    /// The pages of a list, from the one that the endpoint names to the last.
    ///
    /// Nothing is sent before the first is asked for, and each is sent for when it is.
    public func pages<E: PagedEndpoint>(_ endpoint: E) -> Pages<E> {
        Pages(endpoint: endpoint, service: self)
    }

    /// The items of a list, page by page, from the page that the endpoint names to the last.
    ///
    /// A page is sent for when the items of the one before are used up.
    public func items<E: PagedEndpoint>(_ endpoint: E) -> PagedItems<E> {
        PagedItems(pages: pages(endpoint))
    }
}
