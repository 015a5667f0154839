import Foundation
import Posthorn
import TestSupport
import Testing

/// The end of lists with numbered pages or offsets.
@Suite("End of numbered and offset pages", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CountedPagesTests {
    private struct List: Sendable {
        var count = 0
        var maybe: Int?
    }

    /// A list by page number, in a required or an optional parameter.
    private struct Numbered: PagedEndpoint {
        typealias Output = [Int]
        static let name = "numbered"
        let example: Case
        let isOptional: Bool
        var page: Int
        var maybe: Int?

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/list")
            request.query("page", isOptional ? maybe : page)
        }

        static func items(of page: [Int]) -> [Int] { page }

        func next(after page: APIResponse<[Int]>) -> NextPage<Self> {
            let count = page.value.count
            return isOptional
                ? .number(
                    after: count, limit: example.limit, total: example.total, pages: example.pages,
                    first: example.first, in: \.maybe, of: self)
                : .number(
                    after: count, limit: example.limit, total: example.total, pages: example.pages,
                    first: example.first, in: \.page, of: self)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var limit: Int?
        var total: Int?
        var pages: Int?
        /// The number of the list's first page, if the spec says it.
        var first: Int?
        /// The number that the caller starts at; `nil` for the first page.
        var start: Int?
        /// How many items come with each page.
        var sizes: [Int]
        /// The requested page numbers.
        var asked: [Int]

        var testDescription: String {
            let known = [
                ("limit", limit), ("total", total), ("pages", pages), ("first", first),
                ("start", start),
            ]
            .compactMap { name, value in value.map { "\(name) \($0)" } }
            return (known + ["\(sizes)"]).joined(separator: ", ")
        }
    }

    static let numbered = [
        Case(sizes: [2, 1, 0], asked: [1, 2, 3]),
        // A page with fewer items than the limit is the last.
        Case(limit: 2, sizes: [2, 1], asked: [1, 2]),
        Case(limit: 2, sizes: [2, 2, 0], asked: [1, 2, 3]),
        Case(limit: 2, sizes: [3, 1], asked: [1, 2]),
        Case(limit: 0, sizes: [1, 0], asked: [1, 2]),
        // A total beside a limit, also where the last page is full.
        Case(limit: 2, total: 4, sizes: [2, 2], asked: [1, 2]),
        Case(limit: 2, total: 3, sizes: [2, 1], asked: [1, 2]),
        Case(limit: 2, total: 4, first: 0, sizes: [2, 2], asked: [0, 1]),
        Case(limit: 2, total: 4, start: 2, sizes: [2], asked: [2]),
        // The received items count, not the requested ones.
        Case(limit: 5, total: 6, sizes: [2, 2, 2], asked: [1, 2, 3]),
        Case(limit: 4, total: 6, sizes: [2, 2, 2], asked: [1, 2, 3]),
        Case(limit: 4, total: 6, first: 0, sizes: [2, 2, 2], asked: [0, 1, 2]),
        Case(limit: 3, total: 5, sizes: [2, 1, 2], asked: [1, 2, 3]),
        Case(limit: 2, total: 7, sizes: [3, 3, 1], asked: [1, 2, 3]),
        Case(limit: 4, total: 6, start: 2, sizes: [2, 2], asked: [2, 3]),
        // A start after the first page at a short page does not tell whether earlier pages were short too.
        Case(limit: 3, total: 5, start: 2, sizes: [2, 0], asked: [2, 3]),
        Case(limit: 2, total: 5, start: 2, sizes: [2, 1], asked: [2, 3]),
        // A start at 0 counts from 0, unless the spec counts from 1.
        Case(limit: 2, total: 4, start: 0, sizes: [2, 2], asked: [0, 1]),
        Case(limit: 2, total: 4, first: 1, start: 0, sizes: [2, 2, 2], asked: [0, 1, 2]),
        Case(limit: 2, total: 6, first: 0, start: 1, sizes: [2, 2], asked: [1, 2]),
        // If the first page is 0, a start at 1 requests one page too many rather than one too few.
        Case(limit: 2, total: 6, start: 1, sizes: [2, 2, 0], asked: [1, 2, 3]),
        // Totals that the server did not count are ignored.
        Case(limit: 2, total: 0, sizes: [2, 1], asked: [1, 2]),
        Case(limit: 2, total: -1, sizes: [2, 2, 0], asked: [1, 2, 3]),
        Case(total: 2, sizes: [2], asked: [1]),
        Case(limit: .max, total: .max, sizes: [2, 2, 0], asked: [1, 2, 3]),
        // The page count has priority, but an empty page is always the last.
        Case(pages: 2, sizes: [2, 2], asked: [1, 2]),
        Case(pages: 2, first: 0, sizes: [2, 2], asked: [0, 1]),
        Case(limit: 5, total: 1, pages: 3, sizes: [2, 2, 2], asked: [1, 2, 3]),
        Case(pages: 3, start: 3, sizes: [1], asked: [3]),
        Case(pages: 2, start: 0, sizes: [2, 2], asked: [0, 1]),
        Case(pages: 2, first: 1, start: 0, sizes: [2, 2, 2], asked: [0, 1, 2]),
        Case(pages: 3, first: 0, start: 1, sizes: [2, 2], asked: [1, 2]),
        Case(pages: 3, start: 1, sizes: [2, 2, 0], asked: [1, 2, 3]),
        Case(pages: .max, start: .min, sizes: [2, 0], asked: [.min, .min + 1]),
        Case(pages: 0, sizes: [2, 0], asked: [1, 2]),
        Case(pages: 9, sizes: [2, 0], asked: [1, 2]),
        // There is no number after the largest one.
        Case(start: .max, sizes: [1], asked: [.max]),
        Case(limit: 2, total: .max, start: .max - 1, sizes: [2, 2], asked: [.max - 1, .max]),
        Case(limit: 2, total: 1, start: .min, sizes: [2], asked: [.min]),
    ]

    static let offset = [
        Case(sizes: [2, 1, 0], asked: [0, 2, 3]),
        Case(limit: 2, sizes: [2, 1], asked: [0, 2]),
        Case(limit: 2, total: 4, sizes: [2, 2], asked: [0, 2]),
        Case(total: 3, sizes: [2, 1], asked: [0, 2]),
        Case(total: 3, start: 2, sizes: [1], asked: [2]),
        Case(limit: 5, total: 3, sizes: [2, 1], asked: [0, 2]),
        Case(limit: 2, total: 0, sizes: [2, 1], asked: [0, 2]),
        Case(total: 9, sizes: [2, 0], asked: [0, 2]),
        Case(start: .max, sizes: [1], asked: [.max]),
    ]

    /// Iterates over the pages, by a required and by an optional parameter.
    private func check(
        _ example: Case, from first: Int,
        _ always: (Int, List) -> NextPage<List>, _ maybe: (Int, List) -> NextPage<List>
    ) {
        var next: NextPage = .request(List(count: example.start ?? first), cursor: nil)
        var other: NextPage = .request(List(maybe: example.start), cursor: nil)
        var asked: [Int] = []
        for size in example.sizes {
            guard case .request(let list, _) = next, case .request(let same, _) = other else {
                break
            }
            asked.append(list.count)
            #expect((same.maybe ?? first) == list.count)
            next = always(size, list)
            other = maybe(size, same)
        }
        #expect(asked == example.asked)
        guard case .last = next, case .last = other else {
            Issue.record("it goes on: \(next), \(other)")
            return
        }
    }

    @Test(arguments: numbered, [false, true])
    func pageNumbersStopAtTheLastPage(_ example: Case, isOptional: Bool) async throws {
        // Without a total, the same items again would be a repeated page.
        let isCounted = [example.total, example.pages].contains { $0 ?? 0 > 0 }
        let pages = example.sizes.enumerated().map {
            "\(Array(repeating: isCounted ? 1 : $0, count: $1))"
        }
        let end = TransportError(.connectionLost, "there is no such page")
        let transport = StubTransport(
            script: pages.map { .success(.json($0)) } + [.failure(end)])
        let list = Numbered(
            example: example, isOptional: isOptional, page: example.start ?? example.first ?? 1,
            maybe: example.start)
        var sizes: [Int] = []
        for try await page in Store(transport).pages(list) { sizes.append(page.count) }
        #expect(sizes == example.sizes)
        var asked = example.asked.map { "/list?page=\($0)" }
        if isOptional, example.start == nil { asked[0] = "/list" }
        #expect(transport.requests.map { $0.url.replacing(/^.*v1/, with: "") } == asked)
    }

    @Test(arguments: offset)
    func offsetsStopAtTheLastPage(_ example: Case) {
        check(
            example, from: 0,
            {
                .offset(
                    by: $0, limit: example.limit, total: example.total, in: \.count, of: $1)
            },
            {
                .offset(
                    by: $0, limit: example.limit, total: example.total, in: \.maybe, of: $1)
            })
    }
}
