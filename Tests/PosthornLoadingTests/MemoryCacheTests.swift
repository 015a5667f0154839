import PosthornLoading
import TestSupport
import Testing

@Suite("A cache of values in memory", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MemoryCacheTests {
    private let cache = MemoryCache<String, String>(capacity: 10, preferredCost: 6) {
        $0.utf8.count
    }

    @Test
    func leastRecentlyUsedValuesAreRemovedUntilThePreferredCost() {
        for key in ["a", "b", "c", "d", "e"] { cache.insert("xx", for: key) }
        #expect(cache.value(for: "a") == "xx")
        #expect(cache.cost == 10)
        cache.insert("x", for: "f")
        // `b`, `c` and `d` were used before `a`, which was read.
        #expect(
            ["a", "b", "c", "d", "e", "f"].filter { cache.value(for: $0) != nil } == [
                "a", "e", "f",
            ])
        #expect(cache.cost == 5)
        #expect(cache.count == 3)
    }

    @Test
    func variantsOfAKeyAreSeparateValues() {
        cache.insert("original", for: "a")
        cache.insert("s", for: "a", variant: "small")
        #expect(cache.value(for: "a") == "original")
        #expect(cache.value(for: "a", variant: "small") == "s")
        #expect(cache.value(for: "a", variant: "large") == nil)
        cache.remove("a", variant: "small")
        #expect(cache.value(for: "a", variant: "small") == nil)
        cache.insert("s", for: "a", variant: "small")
        cache.remove("a")
        #expect(cache.count == 0)
        #expect(cache.cost == 0)
    }

    @Test
    func newValueReplacesTheOldOneAndItsCost() {
        cache.insert("long", for: "a")
        cache.insert("s", for: "a")
        #expect(cache.value(for: "a") == "s")
        #expect("\(cache)" == "values: 1, cost: 1 of 10")
    }

    @Test
    func tooLargeValueIsNotStoredAndReplacesTheOldOne() {
        cache.insert("old", for: "a")
        cache.insert("larger than ten", for: "a")
        #expect(cache.value(for: "a") == nil)
        #expect(cache.cost == 0)
    }

    @Test
    func newValueStaysEvenIfItCostsMoreThanThePreferredCost() {
        cache.insert("xxxxx", for: "a")
        cache.insert("12345678", for: "b")
        #expect(cache.value(for: "a") == nil)
        #expect(cache.value(for: "b") == "12345678")
    }

    @Test
    func purgeReachesThePreferredCostOrTheGivenOne() {
        for key in ["a", "b", "c", "d", "e"] { cache.insert("xx", for: key) }
        cache.purge()
        #expect(cache.cost == 6)
        cache.purge(to: 2)
        #expect(cache.value(for: "e") == "xx")
        #expect(cache.count == 1)
        cache.removeAll()
        #expect(cache.count == 0)
    }

    @Test
    func pressureEventPurgesTheCache() async {
        for key in ["a", "b", "c", "d", "e"] { cache.insert("xx", for: key) }
        let (events, event) = AsyncStream.makeStream(of: Void.self)
        event.yield()
        event.finish()
        await cache.purge(at: events)
        #expect(cache.cost == 0)
    }

    /// 600 images of 1 to 20 MB, and three events of memory pressure.
    @Test
    func costStaysBelowTheCapacityAndFallsUnderPressure() throws {
        let cache = MemoryCache<Int, Int>(capacity: 100_000_000, preferredCost: 60_000_000) { $0 }
        var random = SeededGenerator(seed: 206)
        var points: [(x: Double, y: Double)] = []
        for load in 0..<600 {
            cache.insert(Int.random(in: 1_000_000...20_000_000, using: &random), for: load)
            if [200, 210, 220].contains(load) { cache.purge(to: 0) }
            #expect(cache.cost <= cache.capacity)
            if load.isMultiple(of: 2) {
                points.append((Double(load), Double(cache.cost) / 1_000_000))
            }
        }
        let plot = Plot(
            title: "Decoded images in a memory cache",
            xLabel: "loaded images of 1 to 20 MB", yLabel: "MB in the cache",
            xTicks: stride(from: 0.0, through: 600, by: 100).map { ($0, "\(Int($0))") },
            yTicks: [0, 20, 40, 60, 80, 100, 120],
            lines: [
                .init(
                    name: "capacity", color: "#cf222e", points: [(0, 100), (600, 100)]),
                .init(name: "MemoryCache", color: "#0969da", points: points),
            ], band: (195, 225, "memory pressure"))
        #expect(try plot.isStored(as: "MemoryCache"), "record it again: POSTHORN_RECORD=1")
    }

    @Test(arguments: [
        (-5, nil, 0, 0), (0, 7, 0, 0), (100, nil, 100, 60), (100, 500, 100, 100), (4, nil, 4, 4),
        (.max, nil, .max, .max - .max / 5 * 2),
    ])
    func capacityAndPreferredCostAreClamped(
        _ capacity: Int, _ preferred: Int?, _ expected: Int, _ expectedPreferred: Int
    ) {
        let cache = MemoryCache<Int, Int>(capacity: capacity, preferredCost: preferred) { $0 }
        #expect(cache.capacity == expected)
        #expect(cache.preferredCost == expectedPreferred)
    }

    @Test
    func randomUseMatchesAModel() {
        // The model keeps the values in an array, the most recently used last.
        var model: [(key: Int, cost: Int)] = []
        let cache = MemoryCache<Int, Int>(capacity: 500, preferredCost: 300) { $0 }
        var random = SeededGenerator(seed: 27)
        for _ in 0..<20_000 {
            let key = Int.random(in: 0..<60, using: &random)
            let index = model.firstIndex { $0.key == key }
            if Bool.random(using: &random) {
                #expect(cache.value(for: key) == index.map { model[$0].cost })
                if let index { model.append(model.remove(at: index)) }
            } else {
                let cost = Int.random(in: 1...50, using: &random)
                cache.insert(cost, for: key)
                if let index { model.remove(at: index) }
                model.append((key, cost))
                if model.reduce(0, { $0 + $1.cost }) > 500 {
                    while model.reduce(0, { $0 + $1.cost }) > 300 { model.removeFirst() }
                }
            }
        }
        #expect(cache.cost == model.reduce(0) { $0 + $1.cost })
        #expect(cache.count == model.count)
    }
}
