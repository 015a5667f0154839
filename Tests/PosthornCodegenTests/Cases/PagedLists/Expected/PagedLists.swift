// Generated from PagedLists/PagedLists.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `PagedListsAPI`.
public struct PagedListsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension PagedListsAPI {
    /// `GET /cursor`.
    /// - Parameters:
    ///   - cursor: Not sent when `nil`.
    ///   - limit: The default is `50`.
    nonisolated(nonsending) public func byCursor(
        cursor: String? = nil, limit: Int = 50
    ) async throws(ByCursor.Failure) -> PagedListsPage {
        try await send(ByCursor(cursor: cursor, limit: limit))
    }

    /// The request behind ``byCursor(cursor:limit:)``.
    public struct ByCursor: PagedEndpoint {
        public typealias Output = PagedListsPage

        public var cursor: String?

        public let limit: Int

        public init(cursor: String? = nil, limit: Int = 50) {
            self.cursor = cursor
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/cursor")
            request.query("cursor", cursor)
            request.query("limit", limit)
        }

        public static func items(of page: PagedListsPage) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsPage>) -> NextPage<Self> {
            .cursor(page.value.nextCursor, into: \.cursor, of: self)
        }

        /// The ways in which ``byCursor(cursor:limit:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<PagedListsItem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension PagedListsAPI {
    /// `GET /last-item`.
    /// - Parameters:
    ///   - startingAfter: Not sent when `nil`.
    ///   - limit: Not sent when `nil`.
    nonisolated(nonsending) public func byLastItem(
        startingAfter: Int? = nil, limit: Int? = nil
    ) async throws(APIError) -> PagedListsMore {
        try await send(ByLastItem(startingAfter: startingAfter, limit: limit))
    }

    /// The request behind ``byLastItem(startingAfter:limit:)``.
    public struct ByLastItem: PagedEndpoint {
        public typealias Output = PagedListsMore

        public var startingAfter: Int?

        public let limit: Int?

        public init(startingAfter: Int? = nil, limit: Int? = nil) {
            self.startingAfter = startingAfter
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/last-item")
            request.query("starting_after", startingAfter)
            request.query("limit", limit)
        }

        public static func items(of page: PagedListsMore) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsMore>) -> NextPage<Self> {
            .cursor(
                Self.items(of: page.value).last?.id, more: page.value.hasMore,
                into: \.startingAfter, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /last-field`.
    /// - Parameter after: Not sent when `nil`.
    nonisolated(nonsending) public func byLastField(
        after: String? = nil
    ) async throws(APIError) -> [PagedListsDeep] {
        try await send(ByLastField(after: after))
    }

    /// The request behind ``byLastField(after:)``.
    public struct ByLastField: PagedEndpoint {
        public typealias Output = [PagedListsDeep]

        public var after: String?

        public init(after: String? = nil) {
            self.after = after
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/last-field")
            request.query("after", after)
        }

        public static func items(of page: [PagedListsDeep]) -> [PagedListsDeep] {
            page
        }

        public func next(after page: APIResponse<[PagedListsDeep]>) -> NextPage<Self> {
            .cursor(Self.items(of: page.value).last?.meta?.key, into: \.after, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /flag`.
    nonisolated(nonsending) public func byFlag(
        after: String
    ) async throws(APIError) -> PagedListsMore {
        try await send(ByFlag(after: after))
    }

    /// The request behind ``byFlag(after:)``.
    public struct ByFlag: PagedEndpoint {
        public typealias Output = PagedListsMore

        public var after: String

        public init(after: String) {
            self.after = after
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/flag")
            request.query("after", after)
        }

        public static func items(of page: PagedListsMore) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsMore>) -> NextPage<Self> {
            .cursor(page.value.lastID, more: page.value.hasMore, into: \.after, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /page-flag`.
    /// - Parameters:
    ///   - page: The default is `1`.
    ///   - limit: The default is `2`.
    nonisolated(nonsending) public func byPageAndFlag(
        page: Int = 1, limit: Int = 2
    ) async throws(APIError) -> PagedListsMore {
        try await send(ByPageAndFlag(page: page, limit: limit))
    }

    /// The request behind ``byPageAndFlag(page:limit:)``.
    public struct ByPageAndFlag: PagedEndpoint {
        public typealias Output = PagedListsMore

        public var page: Int

        public let limit: Int

        public init(page: Int = 1, limit: Int = 2) {
            self.page = page
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/page-flag")
            request.query("page", page)
            request.query("limit", limit)
        }

        public static func items(of page: PagedListsMore) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsMore>) -> NextPage<Self> {
            .number(
                after: Self.items(of: page.value).count, limit: limit, more: page.value.hasMore,
                in: \.page, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /offset-flag`.
    /// - Parameter offset: Not sent when `nil`.
    nonisolated(nonsending) public func byOffsetAndFlag(
        offset: Int? = nil
    ) async throws(APIError) -> PagedListsMore {
        try await send(ByOffsetAndFlag(offset: offset))
    }

    /// The request behind ``byOffsetAndFlag(offset:)``.
    public struct ByOffsetAndFlag: PagedEndpoint {
        public typealias Output = PagedListsMore

        public var offset: Int?

        public init(offset: Int? = nil) {
            self.offset = offset
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/offset-flag")
            request.query("offset", offset)
        }

        public static func items(of page: PagedListsMore) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsMore>) -> NextPage<Self> {
            .offset(
                by: Self.items(of: page.value).count, more: page.value.hasMore, in: \.offset,
                of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /number`.
    /// - Parameter page: The default is `1`.
    nonisolated(nonsending) public func byNumber(
        page: Int = 1
    ) async throws(APIError) -> PagedListsPage {
        try await send(ByNumber(page: page))
    }

    /// The request behind ``byNumber(page:)``.
    public struct ByNumber: PagedEndpoint {
        public typealias Output = PagedListsPage

        public var page: Int

        public init(page: Int = 1) {
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/number")
            request.query("page", page)
        }

        public static func items(of page: PagedListsPage) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsPage>) -> NextPage<Self> {
            .number(after: Self.items(of: page.value).count, in: \.page, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /offset`.
    /// - Parameters:
    ///   - start: Not sent when `nil`.
    ///   - limit: The default is `2`.
    nonisolated(nonsending) public func byOffset(
        start: Int? = nil, limit: Int = 2
    ) async throws(APIError) -> PagedListsPage {
        try await send(ByOffset(start: start, limit: limit))
    }

    /// The request behind ``byOffset(start:limit:)``.
    public struct ByOffset: PagedEndpoint {
        public typealias Output = PagedListsPage

        public var start: Int?

        public let limit: Int

        public init(start: Int? = nil, limit: Int = 2) {
            self.start = start
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/offset")
            request.query("start", start)
            request.query("limit", limit)
        }

        public static func items(of page: PagedListsPage) -> [Int] {
            page.maybe ?? []
        }

        public func next(after page: APIResponse<PagedListsPage>) -> NextPage<Self> {
            .offset(by: Self.items(of: page.value).count, limit: limit, in: \.start, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /link/{id}`.
    nonisolated(nonsending) public func byLink(
        id: String
    ) async throws(APIError) -> [PagedListsItem] {
        try await send(ByLink(id: id))
    }

    /// The request behind ``byLink(id:)``.
    public struct ByLink: PagedEndpoint {
        public typealias Output = [PagedListsItem]

        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/link/{id}")
            request.path("id", id)
        }

        public static func items(of page: [PagedListsItem]) -> [PagedListsItem] {
            page
        }

        public func next(after page: APIResponse<[PagedListsItem]>) -> NextPage<Self> {
            .link("next", in: page.headers)
        }
    }
}

extension PagedListsAPI {
    /// `GET /by-url`.
    /// - Parameter limit: The default is `2`.
    nonisolated(nonsending) public func byURL(
        limit: Int = 2
    ) async throws(APIError) -> PagedListsLinked {
        try await send(ByURL(limit: limit))
    }

    /// The request behind ``byURL(limit:)``.
    public struct ByURL: PagedEndpoint {
        public typealias Output = PagedListsLinked

        public let limit: Int

        public init(limit: Int = 2) {
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/by-url")
            request.query("limit", limit)
        }

        public static func items(of page: PagedListsLinked) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsLinked>) -> NextPage<Self> {
            .url(page.value.links.next?.absoluteString)
        }
    }
}

extension PagedListsAPI {
    /// `POST /by-text`.
    nonisolated(nonsending) public func byText(
        limit: Int
    ) async throws(APIError) -> PagedListsText {
        try await send(ByText(limit: limit))
    }

    /// The request behind ``byText(limit:)``.
    public struct ByText: PagedEndpoint {
        public typealias Output = PagedListsText

        public let limit: Int

        public init(limit: Int) {
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/by-text")
            request.body("limit", limit)
        }

        public static func items(of page: PagedListsText) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsText>) -> NextPage<Self> {
            .url(page.value.nextLink)
        }
    }
}

extension PagedListsAPI {
    /// `GET /included`.
    /// - Parameter cursor: Not sent when `nil`.
    nonisolated(nonsending) public func byIncluded(
        cursor: String? = nil
    ) async throws(APIError) -> PagedListsNamed {
        try await send(ByIncluded(cursor: cursor))
    }

    /// The request behind ``byIncluded(cursor:)``.
    public struct ByIncluded: PagedEndpoint {
        public typealias Output = PagedListsNamed

        public var cursor: String?

        public init(cursor: String? = nil) {
            self.cursor = cursor
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/included")
            request.query("cursor", cursor)
        }

        public static func items(of page: PagedListsNamed) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsNamed>) -> NextPage<Self> {
            .cursor(page.value.nextCursor, into: \.cursor, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /null`.
    /// - Parameter cursor: Not sent when `nil`.
    nonisolated(nonsending) public func byNull(
        cursor: String? = nil
    ) async throws(APIError) -> PagedListsNull {
        try await send(ByNull(cursor: cursor))
    }

    /// The request behind ``byNull(cursor:)``.
    public struct ByNull: PagedEndpoint {
        public typealias Output = PagedListsNull

        public var cursor: String?

        public init(cursor: String? = nil) {
            self.cursor = cursor
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/null")
            request.query("cursor", cursor)
        }

        public static func items(of page: PagedListsNull) -> [PagedListsItem] {
            page.items ?? []
        }

        public func next(after page: APIResponse<PagedListsNull>) -> NextPage<Self> {
            .cursor(page.value.next, into: \.cursor, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /short`.
    /// - Parameters:
    ///   - page: Not sent when `nil`.
    ///   - limit: Not sent when `nil`.
    nonisolated(nonsending) public func byShortPage(
        page: Int? = nil, limit: Int? = nil
    ) async throws(APIError) -> PagedListsPage {
        try await send(ByShortPage(page: page, limit: limit))
    }

    /// The request behind ``byShortPage(page:limit:)``.
    public struct ByShortPage: PagedEndpoint {
        public typealias Output = PagedListsPage

        public var page: Int?

        public let limit: Int?

        public init(page: Int? = nil, limit: Int? = nil) {
            self.page = page
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/short")
            request.query("page", page)
            request.query("limit", limit)
        }

        public static func items(of page: PagedListsPage) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsPage>) -> NextPage<Self> {
            .number(after: Self.items(of: page.value).count, limit: limit, in: \.page, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /counted-pages`.
    /// - Parameter page: The default is `0`.
    nonisolated(nonsending) public func byPageCount(
        page: Int = 0
    ) async throws(APIError) -> PagedListsCounted {
        try await send(ByPageCount(page: page))
    }

    /// The request behind ``byPageCount(page:)``.
    public struct ByPageCount: PagedEndpoint {
        public typealias Output = PagedListsCounted

        public var page: Int

        public init(page: Int = 0) {
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/counted-pages")
            request.query("page", page)
        }

        public static func items(of page: PagedListsCounted) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsCounted>) -> NextPage<Self> {
            .number(
                after: Self.items(of: page.value).count, pages: page.value.lastPage, first: 0,
                in: \.page, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /counted-items`.
    /// - Parameters:
    ///   - page: The default is `0`.
    ///   - limit: The default is `2`.
    nonisolated(nonsending) public func byTotal(
        page: Int = 0, limit: Int = 2
    ) async throws(APIError) -> PagedListsCounted {
        try await send(ByTotal(page: page, limit: limit))
    }

    /// The request behind ``byTotal(page:limit:)``.
    public struct ByTotal: PagedEndpoint {
        public typealias Output = PagedListsCounted

        public var page: Int

        public let limit: Int

        public init(page: Int = 0, limit: Int = 2) {
            self.page = page
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/counted-items")
            request.query("page", page)
            request.query("limit", limit)
        }

        public static func items(of page: PagedListsCounted) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsCounted>) -> NextPage<Self> {
            .number(
                after: Self.items(of: page.value).count, limit: limit, total: page.value.total,
                first: 0, in: \.page, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /required`.
    nonisolated(nonsending) public func byRequiredPage(
        page: Int
    ) async throws(APIError) -> PagedListsCounted {
        try await send(ByRequiredPage(page: page))
    }

    /// The request behind ``byRequiredPage(page:)``.
    public struct ByRequiredPage: PagedEndpoint {
        public typealias Output = PagedListsCounted

        public var page: Int

        public init(page: Int) {
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/required")
            request.query("page", page)
        }

        public static func items(of page: PagedListsCounted) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsCounted>) -> NextPage<Self> {
            .number(
                after: Self.items(of: page.value).count, pages: page.value.lastPage, in: \.page,
                of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /capped`.
    /// - Parameters:
    ///   - page: The default is `1`.
    ///   - limit: The default is `4`.
    nonisolated(nonsending) public func byTotalFromOne(
        page: Int = 1, limit: Int = 4
    ) async throws(APIError) -> PagedListsCounted {
        try await send(ByTotalFromOne(page: page, limit: limit))
    }

    /// The request behind ``byTotalFromOne(page:limit:)``.
    public struct ByTotalFromOne: PagedEndpoint {
        public typealias Output = PagedListsCounted

        public var page: Int

        public let limit: Int

        public init(page: Int = 1, limit: Int = 4) {
            self.page = page
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/capped")
            request.query("page", page)
            request.query("limit", limit)
        }

        public static func items(of page: PagedListsCounted) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsCounted>) -> NextPage<Self> {
            .number(
                after: Self.items(of: page.value).count, limit: limit, total: page.value.total,
                first: 1, in: \.page, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /offset-total`.
    /// - Parameter offset: The default is `0`.
    nonisolated(nonsending) public func byOffsetAndTotal(
        offset: Int = 0
    ) async throws(APIError) -> PagedListsCounted {
        try await send(ByOffsetAndTotal(offset: offset))
    }

    /// The request behind ``byOffsetAndTotal(offset:)``.
    public struct ByOffsetAndTotal: PagedEndpoint {
        public typealias Output = PagedListsCounted

        public var offset: Int

        public init(offset: Int = 0) {
            self.offset = offset
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/offset-total")
            request.query("offset", offset)
        }

        public static func items(of page: PagedListsCounted) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsCounted>) -> NextPage<Self> {
            .offset(
                by: Self.items(of: page.value).count, total: page.value.total, in: \.offset,
                of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /until`.
    /// - Parameter page: The default is `1`.
    nonisolated(nonsending) public func byStatus(
        page: Int = 1
    ) async throws(ByStatus.Failure) -> PagedListsPage {
        try await send(ByStatus(page: page))
    }

    /// The request behind ``byStatus(page:)``.
    public struct ByStatus: PagedEndpoint {
        public typealias Output = PagedListsPage
        public typealias Failure = ByCursor.Failure

        public var page: Int

        public init(page: Int = 1) {
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/until")
            request.query("page", page)
        }

        public static func items(of page: PagedListsPage) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsPage>) -> NextPage<Self> {
            .number(after: Self.items(of: page.value).count, in: \.page, of: self)
        }

        public static var endStatus: Int? {
            404
        }
    }
}

extension PagedListsAPI {
    /// `GET /offset-until`.
    /// - Parameters:
    ///   - offset: The default is `0`.
    ///   - page: The default is `2`.
    nonisolated(nonsending) public func byOffsetAndStatus(
        offset: Int = 0, page: Int = 2
    ) async throws(APIError) -> PagedListsPage {
        try await send(ByOffsetAndStatus(offset: offset, page: page))
    }

    /// The request behind ``byOffsetAndStatus(offset:page:)``.
    public struct ByOffsetAndStatus: PagedEndpoint {
        public typealias Output = PagedListsPage

        public var offset: Int

        public let page: Int

        public init(offset: Int = 0, page: Int = 2) {
            self.offset = offset
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/offset-until")
            request.query("offset", offset)
            request.query("page", page)
        }

        public static func items(of page: PagedListsPage) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsPage>) -> NextPage<Self> {
            .offset(by: Self.items(of: page.value).count, limit: self.page, in: \.offset, of: self)
        }

        public static var endStatus: Int? {
            400
        }
    }
}

extension PagedListsAPI {
    /// `GET /repeated`.
    /// - Parameter page: The default is `1`.
    nonisolated(nonsending) public func byRepeatedPage(
        page: Int = 1
    ) async throws(APIError) -> PagedListsPage {
        try await send(ByRepeatedPage(page: page))
    }

    /// The request behind ``byRepeatedPage(page:)``.
    public struct ByRepeatedPage: PagedEndpoint {
        public typealias Output = PagedListsPage

        public var page: Int

        public init(page: Int = 1) {
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/repeated")
            request.query("page", page)
        }

        public static func items(of page: PagedListsPage) -> [PagedListsItem] {
            page.items
        }

        public func next(after page: APIResponse<PagedListsPage>) -> NextPage<Self> {
            .number(after: Self.items(of: page.value).count, in: \.page, of: self)
        }

        public static var endsAtRepeatedPage: Bool {
            true
        }
    }
}

extension PagedListsAPI {
    /// `POST /search`.
    /// - Parameter startCursor: Not sent when `nil`.
    nonisolated(nonsending) public func byBodyCursor(
        query: String, startCursor: String? = nil
    ) async throws(APIError) -> PagedListsNested {
        try await send(ByBodyCursor(query: query, startCursor: startCursor))
    }

    /// The request behind ``byBodyCursor(query:startCursor:)``.
    public struct ByBodyCursor: PagedEndpoint {
        public typealias Output = PagedListsNested

        public let query: String

        public var startCursor: String?

        public init(query: String, startCursor: String? = nil) {
            self.query = query
            self.startCursor = startCursor
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/search")
            request.body("query", query)
            request.body("start_cursor", startCursor)
        }

        public static func items(
            of page: PagedListsNested
        ) -> [PagedListsNested.DataValue.Results] {
            page.data?.results ?? []
        }

        public func next(after page: APIResponse<PagedListsNested>) -> NextPage<Self> {
            .cursor(page.value.meta.paging?.next.value, into: \.startCursor, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `POST /form`.
    /// - Parameter page: The default is `1`.
    nonisolated(nonsending) public func byFormPage(
        page: Int = 1
    ) async throws(APIError) -> PagedListsNested {
        try await send(ByFormPage(page: page))
    }

    /// The request behind ``byFormPage(page:)``.
    public struct ByFormPage: PagedEndpoint {
        public typealias Output = PagedListsNested

        public var page: Int

        public init(page: Int = 1) {
            self.page = page
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/form")
            request.form("page", page)
        }

        public static func items(
            of page: PagedListsNested
        ) -> [PagedListsNested.DataValue.Results] {
            page.data?.results ?? []
        }

        public func next(after page: APIResponse<PagedListsNested>) -> NextPage<Self> {
            .number(
                after: Self.items(of: page.value).count, pages: page.value.meta.last?.page.value,
                first: 1, in: \.page, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `POST /required-cursor`.
    /// - Parameter cursor: Sent as `null` when `nil`.
    nonisolated(nonsending) public func byRequiredCursor(
        cursor: String?
    ) async throws(APIError) -> PagedListsNull {
        try await send(ByRequiredCursor(cursor: cursor))
    }

    /// The request behind ``byRequiredCursor(cursor:)``.
    public struct ByRequiredCursor: PagedEndpoint {
        public typealias Output = PagedListsNull

        public var cursor: String?

        public init(cursor: String?) {
            self.cursor = cursor
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/required-cursor")
            request.body("cursor", orNull: cursor)
        }

        public static func items(of page: PagedListsNull) -> [PagedListsItem] {
            page.items ?? []
        }

        public func next(after page: APIResponse<PagedListsNull>) -> NextPage<Self> {
            .cursor(page.value.next, into: \.cursor, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /cursor-or-nothing`.
    /// - Parameter cursor: Not sent when `nil`.
    nonisolated(nonsending) public func byCursorOrNothing(
        cursor: String? = nil
    ) async throws(APIError) -> PagedListsNull? {
        try await send(ByCursorOrNothing(cursor: cursor))
    }

    /// The request behind ``byCursorOrNothing(cursor:)``.
    public struct ByCursorOrNothing: PagedEndpoint {
        public typealias Output = PagedListsNull?

        public var cursor: String?

        public init(cursor: String? = nil) {
            self.cursor = cursor
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/cursor-or-nothing")
            request.query("cursor", cursor)
        }

        public static func items(of page: PagedListsNull?) -> [PagedListsItem] {
            page?.items ?? []
        }

        public func next(after page: APIResponse<PagedListsNull?>) -> NextPage<Self> {
            .cursor(page.value?.next, into: \.cursor, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /page-or-nothing`.
    /// - Parameters:
    ///   - page: Not sent when `nil`.
    ///   - limit: Not sent when `nil`.
    nonisolated(nonsending) public func byPageOrNothing(
        page: Int? = nil, limit: Int? = nil
    ) async throws(APIError) -> [PagedListsItem]? {
        try await send(ByPageOrNothing(page: page, limit: limit))
    }

    /// The request behind ``byPageOrNothing(page:limit:)``.
    public struct ByPageOrNothing: PagedEndpoint {
        public typealias Output = [PagedListsItem]?

        public var page: Int?

        public let limit: Int?

        public init(page: Int? = nil, limit: Int? = nil) {
            self.page = page
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/page-or-nothing")
            request.query("page", page)
            request.query("limit", limit)
        }

        public static func items(of page: [PagedListsItem]?) -> [PagedListsItem] {
            page ?? []
        }

        public func next(after page: APIResponse<[PagedListsItem]?>) -> NextPage<Self> {
            .number(after: Self.items(of: page.value).count, limit: limit, in: \.page, of: self)
        }
    }
}

extension PagedListsAPI {
    /// `GET /url-or-nothing`.
    /// - Parameter limit: The default is `2`.
    nonisolated(nonsending) public func byURLOrNothing(
        limit: Int = 2
    ) async throws(APIError) -> PagedListsLinked? {
        try await send(ByURLOrNothing(limit: limit))
    }

    /// The request behind ``byURLOrNothing(limit:)``.
    public struct ByURLOrNothing: PagedEndpoint {
        public typealias Output = PagedListsLinked?

        public let limit: Int

        public init(limit: Int = 2) {
            self.limit = limit
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/url-or-nothing")
            request.query("limit", limit)
        }

        public static func items(of page: PagedListsLinked?) -> [PagedListsItem] {
            page?.items ?? []
        }

        public func next(after page: APIResponse<PagedListsLinked?>) -> NextPage<Self> {
            .url(page.value?.links.next?.absoluteString)
        }
    }
}

/// The `PagedListsMore` type of ``PagedListsAPI``.
public struct PagedListsMore: JSONModel {
    public var items: [PagedListsItem]
    public var lastID: String?
    public var hasMore: Bool?

    public init(items: [PagedListsItem], lastID: String? = nil, hasMore: Bool? = nil) {
        self.items = items
        self.lastID = lastID
        self.hasMore = hasMore
    }

    public init(json: inout JSONReader) throws {
        items = []
        var object = json.beginObject("items last_id? has_more?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: items = json.array()
            case 1: lastID = json.stringIfPresent()
            case 2: hasMore = json.boolIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("items", items)
        json.writeIfPresent("last_id", lastID)
        json.writeIfPresent("has_more", hasMore)
        json.endObject()
    }
}

/// The `PagedListsDeep` type of ``PagedListsAPI``.
public struct PagedListsDeep: JSONModel {
    public var meta: Meta?

    public init(meta: Meta? = nil) {
        self.meta = meta
    }

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("meta?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: meta = json.valueIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("meta", meta)
        json.endObject()
    }

    /// The values of `meta`.
    public struct Meta: JSONModel {
        public var key: String?

        public init(key: String? = nil) {
            self.key = key
        }

        public init(json: inout JSONReader) throws {
            var object = json.beginObject("key?")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: key = json.stringIfPresent()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.writeIfPresent("key", key)
            json.endObject()
        }
    }
}

/// The `PagedListsCounted` type of ``PagedListsAPI``.
public struct PagedListsCounted: JSONModel {
    public var items: [PagedListsItem]
    public var total: Int
    public var lastPage: Int?

    public init(items: [PagedListsItem], total: Int, lastPage: Int? = nil) {
        self.items = items
        self.total = total
        self.lastPage = lastPage
    }

    public init(json: inout JSONReader) throws {
        items = []
        total = 0
        var object = json.beginObject("items total last_page?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: items = json.array()
            case 1: total = json.int()
            case 2: lastPage = json.intIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("items", items)
        json.write("total", total)
        json.writeIfPresent("last_page", lastPage)
        json.endObject()
    }
}

/// The `PagedListsNull` type of ``PagedListsAPI``.
public struct PagedListsNull: JSONModel {
    public var items: [PagedListsItem]?
    public var next: String?

    public init(items: [PagedListsItem]?, next: String?) {
        self.items = items
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("items? next?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: items = json.arrayIfPresent()
            case 1: next = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("items", items)
        json.write("next", next)
        json.endObject()
    }
}

/// The `PagedListsPage` type of ``PagedListsAPI``.
public struct PagedListsPage: JSONModel {
    public var items: [PagedListsItem]
    public var nextCursor: String?
    public var maybe: [Int]?

    public init(items: [PagedListsItem], nextCursor: String? = nil, maybe: [Int]? = nil) {
        self.items = items
        self.nextCursor = nextCursor
        self.maybe = maybe
    }

    public init(json: inout JSONReader) throws {
        items = []
        var object = json.beginObject("items next_cursor? maybe?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: items = json.array()
            case 1: nextCursor = json.stringIfPresent()
            case 2: maybe = json.arrayIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("items", items)
        json.writeIfPresent("next_cursor", nextCursor)
        json.writeIfPresent("maybe", maybe)
        json.endObject()
    }
}

/// The `PagedListsNamed` type of ``PagedListsAPI``.
public struct PagedListsNamed: JSONModel {
    public var items: [PagedListsItem]
    public var nextCursor: String?
    public var maybe: [Int]?
    public var name: String

    public init(
        items: [PagedListsItem], name: String, nextCursor: String? = nil, maybe: [Int]? = nil
    ) {
        self.items = items
        self.nextCursor = nextCursor
        self.maybe = maybe
        self.name = name
    }

    public init(json: inout JSONReader) throws {
        items = []
        name = ""
        var object = json.beginObject("items next_cursor? maybe? name")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: items = json.array()
            case 1: nextCursor = json.stringIfPresent()
            case 2: maybe = json.arrayIfPresent()
            case 3: name = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("items", items)
        json.writeIfPresent("next_cursor", nextCursor)
        json.writeIfPresent("maybe", maybe)
        json.write("name", name)
        json.endObject()
    }
}

/// The `PagedListsNested` type of ``PagedListsAPI``.
public struct PagedListsNested: JSONModel {
    public var data: DataValue?
    public var meta: Meta

    public init(meta: Meta, data: DataValue? = nil) {
        self.data = data
        self.meta = meta
    }

    public init(json: inout JSONReader) throws {
        var meta: Meta?
        var object = json.beginObject("data? meta")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: data = json.valueIfPresent()
            case 1: meta = json.value()
            default: break
            }
        }
        guard json.finish(object), let meta else { throw json.takeFailure() }
        self.meta = meta
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("data", data)
        json.write("meta", meta)
        json.endObject()
    }

    /// The values of `data`.
    public struct DataValue: JSONModel {
        public var results: [Results]

        public init(results: [Results]) {
            self.results = results
        }

        public init(json: inout JSONReader) throws {
            results = []
            var object = json.beginObject("results")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: results = json.array()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("results", results)
            json.endObject()
        }

        /// The values of `results`.
        public struct Results: JSONModel {
            public var id: Int

            public init(id: Int) {
                self.id = id
            }

            public init(json: inout JSONReader) throws {
                id = 0
                var object = json.beginObject("id")
                readMembers(&json, &object)
                try json.endObject(object)
            }

            @inline(never)
            private mutating func readMembers(
                _ json: inout JSONReader, _ object: inout JSONReader.Object
            ) {
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: id = json.int()
                    default: break
                    }
                }
            }

            public func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("id", id)
                json.endObject()
            }
        }
    }

    /// The values of `meta`.
    public struct Meta: JSONModel {
        public var paging: PagedListsPaging?
        public var last: Last?

        public init(paging: PagedListsPaging? = nil, last: Last? = nil) {
            self.paging = paging
            self.last = last
        }

        public init(json: inout JSONReader) throws {
            var object = json.beginObject("paging? last?")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: paging = json.valueIfPresent()
                case 1: last = json.valueIfPresent()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.writeIfPresent("paging", paging)
            json.writeIfPresent("last", last)
            json.endObject()
        }

        /// The values of `last`.
        public struct Last: JSONModel {
            public var page: FieldPresence<Int>

            public init(page: FieldPresence<Int> = .absent) {
                self.page = page
            }

            public init(json: inout JSONReader) throws {
                page = .absent
                var object = json.beginObject("page?")
                readMembers(&json, &object)
                try json.endObject(object)
            }

            @inline(never)
            private mutating func readMembers(
                _ json: inout JSONReader, _ object: inout JSONReader.Object
            ) {
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: page = json.presence()
                    default: break
                    }
                }
            }

            public func write(json: inout JSONWriter) {
                json.beginObject()
                json.writeIfPresent("page", page)
                json.endObject()
            }
        }
    }
}

/// The `PagedListsPaging` type of ``PagedListsAPI``.
public struct PagedListsPaging: JSONModel {
    public var next: FieldPresence<String>

    public init(next: FieldPresence<String> = .absent) {
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        next = .absent
        var object = json.beginObject("next?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: next = json.presence()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("next", next)
        json.endObject()
    }
}

/// The `PagedListsItem` type of ``PagedListsAPI``.
public struct PagedListsItem: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}

/// The `PagedListsLinked` type of ``PagedListsAPI``.
public struct PagedListsLinked: JSONModel {
    public var items: [PagedListsItem]
    public var links: Links

    public init(items: [PagedListsItem], links: Links) {
        self.items = items
        self.links = links
    }

    public init(json: inout JSONReader) throws {
        items = []
        var links: Links?
        var object = json.beginObject("items links")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: items = json.array()
            case 1: links = json.value()
            default: break
            }
        }
        guard json.finish(object), let links else { throw json.takeFailure() }
        self.links = links
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("items", items)
        json.write("links", links)
        json.endObject()
    }

    /// The values of `links`.
    public struct Links: JSONModel {
        public var next: URL?

        public init(next: URL? = nil) {
            self.next = next
        }

        public init(json: inout JSONReader) throws {
            var object = json.beginObject("next?")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: next = json.valueIfPresent()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.writeIfPresent("next", next)
            json.endObject()
        }
    }
}

/// The `PagedListsText` type of ``PagedListsAPI``.
public struct PagedListsText: JSONModel {
    public var items: [PagedListsItem]
    public var nextLink: String?

    public init(items: [PagedListsItem], nextLink: String?) {
        self.items = items
        self.nextLink = nextLink
    }

    public init(json: inout JSONReader) throws {
        items = []
        var object = json.beginObject("items next_link?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: items = json.array()
            case 1: nextLink = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("items", items)
        json.write("next_link", nextLink)
        json.endObject()
    }
}
