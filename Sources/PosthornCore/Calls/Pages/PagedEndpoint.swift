/// A call whose responses are the pages of a list.
///
/// ``APIService/pages(_:pageLimit:)`` iterates over the pages, ``APIService/items(_:pageLimit:)`` over their items.
public protocol PagedEndpoint: Endpoint {
    /// The type of the items on a page.
    associatedtype PageItem: Sendable

    /// Returns the items of a page.
    static func items(of page: Output) -> [PageItem]

    /// Returns the page after a page.
    func next(after page: APIResponse<Output>) -> NextPage<Self>

    /// The status that the server returns for a page after the last one, such as 404.
    ///
    /// This status ends the list, except for the first page, where it fails the call. The default, `nil`,
    /// means that every status that is not accepted fails the call.
    static var endStatus: Int? { get }

    /// Whether the server repeats its last page for each number or offset after it.
    ///
    /// If so, a page with the same items as the page before ends the list, and is not returned. The default,
    /// `false`, means that such a page fails with `APIError.Code.repeatedPage`.
    static var endsAtRepeatedPage: Bool { get }
}

extension PagedEndpoint {
    /// Always `nil`; no status ends the list.
    public static var endStatus: Int? { nil }

    /// `false`; a repeated page is an error.
    public static var endsAtRepeatedPage: Bool { false }
}

extension APIService {
    /// Returns the pages of a list as an asynchronous sequence, starting at the page of the endpoint.
    ///
    /// Each page is requested when the iterator asks for it.
    /// - Parameter pageLimit: The number of pages after which an iterator throws
    ///   `APIError.Code.limitExceeded` instead of requesting another one. 100,000 by default.
    public func pages<E: PagedEndpoint>(
        _ endpoint: E, pageLimit: Int = 100_000
    ) -> PageSequence<E> {
        PageSequence(endpoint: endpoint, service: self, pageLimit: pageLimit)
    }

    /// Returns the items of a list as an asynchronous sequence, starting at the page of the endpoint.
    ///
    /// The next page is requested after the last item of the current page.
    /// - Parameter pageLimit: The number of pages after which an iterator throws
    ///   `APIError.Code.limitExceeded` instead of requesting another one. 100,000 by default.
    public func items<E: PagedEndpoint>(
        _ endpoint: E, pageLimit: Int = 100_000
    ) -> PageSequence<E>.Items {
        PageSequence<E>.Items(pages: pages(endpoint, pageLimit: pageLimit))
    }
}
