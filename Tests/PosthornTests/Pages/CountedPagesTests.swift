import Posthorn
import Testing

/// Where a list ends whose pages or items are counted.
@Suite("The end of a counted list")
struct CountedPagesTests {
    private struct List: Sendable {
        var count = 0
        var maybe: Int?
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var limit: Int?
        var total: Int?
        var pages: Int?
        var first = 1
        /// The number that the caller starts at; `nil` for the first page.
        var start: Int?
        /// How many items come with each page.
        var sizes: [Int]
        /// The numbers that are asked for.
        var asked: [Int]

        var testDescription: String {
            let known = [("limit", limit), ("total", total), ("pages", pages), ("start", start)]
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
        // A server that sends fewer items than it is asked for loses none.
        Case(limit: 5, total: 6, sizes: [2, 2, 2, 0], asked: [1, 2, 3, 4]),
        // What was not counted says nothing.
        Case(limit: 2, total: 0, sizes: [2, 1], asked: [1, 2]),
        Case(limit: 2, total: -1, sizes: [2, 2, 0], asked: [1, 2, 3]),
        Case(total: 2, sizes: [2, 0], asked: [1, 2]),
        Case(limit: .max, total: .max, sizes: [2, 2, 0], asked: [1, 2, 3]),
        // A number of pages decides before all others, but an empty page is always the last.
        Case(pages: 2, sizes: [2, 2], asked: [1, 2]),
        Case(pages: 2, first: 0, sizes: [2, 2], asked: [0, 1]),
        Case(limit: 5, total: 1, pages: 3, sizes: [2, 2, 2], asked: [1, 2, 3]),
        Case(pages: 3, start: 3, sizes: [1], asked: [3]),
        Case(pages: 0, sizes: [2, 0], asked: [1, 2]),
        Case(pages: 9, sizes: [2, 0], asked: [1, 2]),
        // There is no number after the largest one.
        Case(start: .max, sizes: [1], asked: [.max]),
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

    /// Walks through the pages, by a parameter that is always sent and by one that may be missing.
    private func check(
        _ example: Case, from first: Int,
        _ always: (Int, List) -> NextPage<List>, _ maybe: (Int, List) -> NextPage<List>
    ) {
        var next: NextPage = .request(List(count: example.start ?? first), cursor: nil)
        var other: NextPage = .request(List(maybe: example.start), cursor: nil)
        var asked: [Int] = []
        for size in example.sizes {
            guard case .request(let list, nil) = next, case .request(let same, nil) = other else {
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

    @Test(arguments: numbered)
    func byNumber(_ example: Case) {
        check(
            example, from: example.first,
            {
                .number(
                    after: $0, limit: example.limit, total: example.total, pages: example.pages,
                    first: example.first, in: \.count, of: $1)
            },
            {
                .number(
                    after: $0, limit: example.limit, total: example.total, pages: example.pages,
                    first: example.first, in: \.maybe, of: $1)
            })
    }

    @Test(arguments: offset)
    func byOffset(_ example: Case) {
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
