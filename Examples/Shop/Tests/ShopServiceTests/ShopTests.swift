import Foundation
import Testing

@testable import ShopService

/// The rules of the shop.
struct ShopTests {
    @Test func takesPiecesFromTheWarehouse() async throws {
        let shop = Shop()
        let before = try await shop.product("tea-oolong").stock
        _ = try await shop.place([LineItem(sku: "tea-oolong", quantity: 3)], note: nil)
        #expect(try await shop.product("tea-oolong").stock == before - 3)
    }

    @Test func takesNothingWhenOneItemIsMissing() async throws {
        let shop = Shop()
        let items = [
            LineItem(sku: "tea-oolong", quantity: 1), LineItem(sku: "kettle-cast", quantity: 1),
        ]
        let before = try await shop.product("tea-oolong").stock
        await #expect(throws: Problem.self) { try await shop.place(items, note: nil) }
        #expect(try await shop.product("tea-oolong").stock == before)
    }

    @Test func pagesThroughAllOrdersNewestFirst() async throws {
        let shop = Shop()
        let first = try await shop.page(status: nil, after: nil, limit: 1)
        let cursor = try #require(first.nextCursor.flatMap(UUID.init))
        let second = try await shop.page(status: nil, after: cursor, limit: 1)
        #expect(second.nextCursor == nil)
        let dates = (first.orders + second.orders).map(\.placedAt)
        #expect(dates == dates.sorted(by: >) && dates.count == 2)
    }

    @Test func doesNotCancelWhatIsOnItsWay() async throws {
        let shop = Shop()
        let shipped = try await shop.page(status: .shipped, after: nil, limit: 1).orders[0]
        let problem = await #expect(throws: Problem.self) {
            try await shop.cancel(shipped.id.uuidString)
        }
        #expect(problem?.status == 409)
    }
}
