import Foundation
import Posthorn
import TestSupport
import Testing

@Suite("Pagination", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct PagesTests {
    struct Page: Codable, Sendable { var items: [Int], next: String? }

    /// A list that is paginated in one of the ways.
    struct List: PagedEndpoint {
        typealias Output = Page
        static let name = "list"
        enum Way: CaseIterable {
            case cursor, number, numberWithTotal, numberWithPages, offset, offsetWithTotal, link
        }
        var way: Way
        var cursor: String?
        var page = 1
        var offset: Int?

        func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/list")
            request.query("cursor", cursor)
            if [.number, .numberWithTotal, .numberWithPages].contains(way) {
                request.query("page", page)
            }
            request.query("offset", offset)
        }

        static func items(of page: Page) -> [Int] { page.items }

        func next(after page: APIResponse<Page>) -> NextPage<Self> {
            let count = page.value.items.count
            return switch way {
            case .cursor: .cursor(page.value.next, into: \.cursor, of: self)
            case .number: .number(after: count, in: \.page, of: self)
            case .numberWithTotal:
                .number(after: count, limit: 1, total: .max, in: \.page, of: self)
            case .numberWithPages: .number(after: count, pages: .max, in: \.page, of: self)
            case .offset: .offset(by: count, in: \.offset, of: self)
            case .offsetWithTotal: .offset(by: count, total: .max, in: \.offset, of: self)
            case .link: .link("next", in: page.headers)
            }
        }
    }

    private func transport(_ pages: [(items: [Int], next: String?, link: String?)]) -> StubTransport
    {
        StubTransport(
            script: pages.map { page in
                let next = page.next.map { ",\"next\":\"\($0)\"" } ?? ""
                var response = TransportResponse.json("{\"items\":\(page.items)\(next)}")
                if let link = page.link, let name = HTTPField.Name("Link") {
                    response.headers[name] = link
                }
                return .success(response)
            })
    }

    private func all(_ list: List, _ transport: StubTransport) async throws(APIError) -> [Int] {
        var items: [Int] = []
        for try await item in Store(transport).items(list) { items.append(item) }
        return items
    }

    private func targets(_ transport: StubTransport) -> [String] {
        transport.requests.map { String($0.url.dropFirst("https://store.example/v1".count)) }
    }

    @Test func cursorLeadsToNextPage() async throws {
        let transport = transport([([1, 2], "a b", nil), ([], "c", nil), ([3], nil, nil)])
        #expect(try await all(List(way: .cursor), transport) == [1, 2, 3])
        #expect(targets(transport) == ["/list", "/list?cursor=a%20b", "/list?cursor=c"])
    }

    @Test func emptyCursorEndsTheList() async throws {
        #expect(try await all(List(way: .cursor), transport([([1], "", nil)])) == [1])
    }

    @Test func pageNumberIncreasesUntilEmptyPage() async throws {
        let transport = transport([([1], nil, nil), ([2], nil, nil), ([], nil, nil)])
        #expect(try await all(List(way: .number, page: 4), transport) == [1, 2])
        #expect(targets(transport) == ["/list?page=4", "/list?page=5", "/list?page=6"])
    }

    /// Some servers respond with the last page to each number after it.
    @Test(arguments: [List.Way.number, .offset]) func repeatedPageIsAnError(_ way: List.Way) async {
        let transport = transport([([1, 2], nil, nil), ([3], nil, nil), ([3], nil, nil)])
        var items: [Int] = []
        let error = await #expect(throws: APIError.self) {
            for try await item in Store(transport).items(List(way: way)) { items.append(item) }
        }
        #expect(error?.code == .repeatedPage)
        #expect(error?.advice?.contains("`end: repeated`") == true)
        #expect(items == [1, 2, 3])
        #expect(transport.requests.count == 3)
    }

    @Test(arguments: List.Way.allCases)
    func listThatDoesNotEndIsLimited(_ way: List.Way) async {
        func endless() -> StubTransport {
            transport((1...5).map { ([$0], "\($0)", "</v1/list?p=\($0)>; rel=next") })
        }
        for limit in [1, 3] {
            let transports = [endless(), endless()]
            var count = 0
            let error = await #expect(throws: APIError.self) {
                for try await _ in Store(transports[0]).pages(List(way: way), pageLimit: limit) {
                    count += 1
                }
            }
            #expect(error?.code == .limitExceeded && error?.stage == .building)
            #expect(count == limit && transports[0].requests.count == limit)
            await #expect(throws: APIError.self) {
                for try await _ in Store(transports[1]).items(List(way: way), pageLimit: limit) {}
            }
            #expect(transports[1].requests.count == limit)
        }
        #expect(Store(endless()).pages(List(way: way)).pageLimit == 100_000)
    }

    @Test func offsetIncreasesUntilEmptyPage() async throws {
        let transport = transport([([1, 2], nil, nil), ([3], nil, nil), ([], nil, nil)])
        #expect(try await all(List(way: .offset), transport) == [1, 2, 3])
        #expect(targets(transport) == ["/list", "/list?offset=2", "/list?offset=3"])
    }

    @Test func linkHeaderLeadsToNextPage() async throws {
        let transport = transport([
            ([1], nil, "<https://STORE.example:443/v1/list?p=2>; rel=\"last next\""),
            ([2], nil, "</other>; rel=prev, </v1/list?p=3>; title=\"a, b\"; rel=next"),
            ([3], nil, "<?p=4>;rel=NEXT"), ([4], nil, "<list?p=5>; rel=next"),
            (
                [5], nil,
                "</v1/comments?p=2>; rel=next; anchor=\"/v1/comments\", <?p=6>; rel=next"
            ),
            // Semicolons between links, and single quotes, are not in the standard.
            ([6], nil, "</x>; rel=\"prev\"; <?p=7>; rel=\"next\""),
            ([7], nil, "<?p=8>; rel='next'"),
            // Neither are targets without brackets, and empty links.
            ([8], nil, "</x>; rel=prev, /v1/list?p=9; rel=next"),
            ([9], nil, "; rel=next, broken, <?p=10>; rel=next"),
            ([10], nil, "</x>; rel=prev"),
        ])
        #expect(try await all(List(way: .link), transport) == Array(1...10))
        #expect(targets(transport) == ["/list"] + (2...10).map { "/list?p=\($0)" })
    }

    /// A relative link is resolved against the page that has it.
    @Test func linkIsRelativeToItsPage() async throws {
        let transport = transport([
            ([1], nil, "</v1/pages/2?c=a>; rel=next"), ([2], nil, "<3>; rel=next"),
            ([3], nil, "<?c=b>; rel=next"), ([4], nil, "<../more/3>; rel=next"),
            ([5], nil, "<3>; rel=next"),
        ])
        let error = await #expect(throws: APIError.self) {
            try await all(List(way: .link), transport)
        }
        #expect(error?.code == .repeatedPage)
        #expect(
            targets(transport)
                == ["/list", "/pages/2?c=a", "/pages/3", "/pages/3?c=b", "/more/3"])
    }

    @Test func linkIsRelativeToRedirectTarget() async throws {
        var first = TransportResponse.json("{\"items\":[1]}")
        first.headers[HTTPField.Name("Link")!] = "<2>; rel=next"
        first.redirects = [
            RedirectPolicy.Hop(
                method: .get, url: "https://store.example/v1/list", status: .found,
                target: "https://store.example/v1/moved/1")
        ]
        let transport = StubTransport(.success(first), .success(.json("{\"items\":[2]}")))
        #expect(try await all(List(way: .link), transport) == [1, 2])
        #expect(targets(transport) == ["/list", "/moved/2"])
    }

    /// A cipher has to sign the query that is sent.
    @Test func cipherSeesQueryParametersOfLink() async throws {
        let seen = Locked<[[String]]>([])
        var store = Store(
            transport([([1], nil, "</v1/list?p=2&q=a%20b>; rel=next"), ([2], nil, nil)]))
        store.configuration.defaults.cipher = ParameterWatch(seen: seen)
        for try await _ in store.items(List(way: .link)) {}
        #expect(seen.withLock { $0 } == [[], ["p=2", "q=a b"]])
    }

    /// A `Link` is not authenticated: an attacker who adds one would choose the sealed path.
    @Test(arguments: [nil, RedirectPolicy.never])
    func sealedCallRefusesLinkToAnotherPathByDefault(_ policy: RedirectPolicy?) async throws {
        let pages =
            [
                ([1], nil, "</v1/li%73t?p=2>; rel=next"),
                ([2], nil, "</v1/export?all=1>; rel=next"),
                ([3], nil, nil),
            ] as [(items: [Int], next: String?, link: String?)]
        let transports = [transport(pages), transport(pages)]
        var store = Store(transports[0])
        store.configuration.defaults.cipher = ParameterWatch(seen: Locked([]))
        store.configuration.defaults.redirects = policy
        let error = await #expect(throws: APIError.self) {
            for try await _ in store.items(List(way: .link)) {}
        }
        #expect(error?.code == .invalidPage)
        #expect(
            error?.message
                == "the link to the next page leads to another path, and the call is sealed")
        #expect(targets(transports[0]) == ["/list", "/li%73t?p=2"])
        store.configuration.transport = transports[1]
        store.configuration.defaults.redirects = .sameOrigin
        for try await _ in store.items(List(way: .link)) {}
        #expect(targets(transports[1]) == ["/list", "/li%73t?p=2", "/export?all=1"])
    }

    private struct ParameterWatch: PayloadCipher {
        let seen: Locked<[[String]]>
        var name: String { "watch" }

        func seal(_ request: inout TransportRequest) throws {
            let items = try request.queryParameters().map { "\($0.name)=\($0.value ?? "")" }
            seen.withLock { $0.append(items) }
        }

        func open(_ response: inout TransportResponse, to request: TransportRequest) {}
    }

    /// A cursor that cannot be sent does not end the list.
    @Test func nanCursorDoesNotEndTheList() throws {
        struct Dated: Sendable { var at: Double? }
        let next = NextPage.cursor(.nan, into: \.at, of: Dated())
        guard case .request(let request, nil) = next else {
            Issue.record("\(next)")
            return
        }
        #expect(request.at?.isNaN == true)
    }

    @Test(arguments: [
        "https://evil.example/v1/list", "//evil.example/list", "http://store.example/v1/list",
        "https://store.example:8443/v1/list", "https://store.example@evil.example/", "/a b",
        "javascript:alert(1)", "",
    ])
    func linkToAnotherOriginIsRefused(_ link: String) async {
        let transport = transport([([1], nil, "<\(link)>; rel=next"), ([2], nil, nil)])
        let error = await #expect(throws: APIError.self) {
            try await all(List(way: .link), transport)
        }
        #expect(error?.code == .invalidPage)
        #expect(transport.requests.count == 1)
    }

    @Test func repeatedPageIsAnError() async {
        let cursors = transport([([1], "a", nil), ([2], "b", nil), ([3], "a", nil)])
        let error = await #expect(throws: APIError.self) {
            try await all(List(way: .cursor), cursors)
        }
        #expect(error?.code == .repeatedPage)
        #expect(error?.advice?.contains("call the endpoint in a loop with the cursor") == true)
        #expect(cursors.requests.count == 3)
        #expect(error?.stage == .building)
        let links = transport([([1], nil, "</v1/list?p=2>; rel=next")])
        let other = await #expect(throws: APIError.self) { try await all(List(way: .link), links) }
        #expect(other?.code == .repeatedPage)
        #expect(links.requests.count == 2)
    }

    @Test func pagesAreLoadedLazily() async throws {
        let transport = transport([([1, 2], "a", nil), ([3], nil, nil)])
        let items = Store(transport).items(List(way: .cursor))
        #expect(transport.requests.isEmpty)
        var iterator = items.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
        #expect(transport.requests.count == 1)
        #expect(try await iterator.next() == 3)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(transport.requests.count == 2)
    }

    @Test func iteratesOverPages() async throws {
        let transport = transport([([1, 2], "a", nil), ([3], nil, nil)])
        var sizes: [Int] = []
        for try await page in Store(transport).pages(List(way: .cursor)) {
            sizes.append(page.items.count)
        }
        #expect(sizes == [2, 1])
    }

    @Test func cancellingEndsTheSequence() async {
        let transport = transport([([1], "a", nil), ([2], "b", nil)])
        let task = Task {
            for try await _ in Store(transport).items(List(way: .cursor)) {
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        let error = await #expect(throws: APIError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
