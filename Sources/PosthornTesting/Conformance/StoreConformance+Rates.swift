import PosthornCore
public import PosthornStores

extension StoreConformance {
    /// The behaviours of a store of rates.
    public static let rates: [Behaviour<any RateStore>] = [
        Behaviour("permits a burst at once, and then the rate") { bench in
            let grant = try await bench.one.take(5, of: "a", at: hourly(burst: 3), within: long * 3)
            try expect(grant.delays.count, is: 5, "calls")
            try expect(grant.delays.prefix(3).allSatisfy { $0 == .zero }, "the burst waits")
            try expectDelay(
                grant.delays.dropFirst(3).first, isAbout: long, "the delay of the fourth")
            try expectDelay(grant.delays.last, isAbout: long * 2, "the delay of the fifth")
            try expectDelay(grant.next, isAbout: long * 3, "the delay of the next")
        },
        Behaviour("counts the calls of all processes") { bench in
            for store in [bench.one, bench.other, bench.one] {
                let grant = try await store.take(1, of: "a", at: hourly(burst: 3), within: .zero)
                try expect(grant.delays, is: [.zero], "the delays")
            }
            let grant = try await bench.other.take(1, of: "a", at: hourly(burst: 3), within: long)
            try expectDelay(grant.delays.first, isAbout: long, "the delay of the fourth")
        },
        Behaviour("grants no more calls to concurrent processes than the burst") { bench in
            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    let store = number % 2 == 0 ? bench.one : bench.other
                    group.addTask {
                        try await store.take(2, of: "a", at: hourly(burst: 9), within: .zero)
                            .delays.count
                    }
                }
                return try await group.reduce(0, +)
            }
            try expect(count, is: 9, "calls")
        },
        Behaviour("takes no call that would wait longer than the limit") { bench in
            let first = try await bench.one.take(
                9, of: "a", at: hourly(burst: 1), within: long * 5 / 2)
            try expect(first.delays.count, is: 3, "calls within two and a half intervals")
            let second = try await bench.one.take(9, of: "a", at: hourly(burst: 1), within: long)
            try expect(second.delays, is: [], "the delays")
            try expectDelay(second.next, isAbout: long * 3, "the delay of the next")
            let third = try await bench.one.take(1, of: "a", at: hourly(burst: 1), within: long * 4)
            try expectDelay(third.delays.first, isAbout: long * 3, "the delay after a refusal")
        },
        Behaviour("keeps groups apart") { bench in
            for group in ["a", "A", "á", "a\u{301}", "", "https://a.test"] {
                let grant = try await bench.one.take(
                    1, of: group, at: hourly(burst: 1), within: .zero)
                try expect(grant.delays, is: [.zero], "the delays of '\(group)'")
            }
        },
        Behaviour("keeps all processes waiting during a pause") { bench in
            try await bench.one.pause("a", for: long * 2)
            try await bench.other.pause("a", for: long)
            let rate = SharedRate(interval: .zero, burst: 1)
            let grant = try await bench.other.take(2, of: "a", at: rate, within: long * 3)
            try expect(grant.delays.count, is: 2, "calls")
            for delay in grant.delays { try expectDelay(delay, isAbout: long * 2, "a delay") }
            try expectDelay(grant.pause, isAbout: long * 2, "the pause")
            let counts = try await bench.other.add([1], to: "a", within: 0...9)
            try expectDelay(counts.pause, isAbout: long * 2, "the pause beside the counts")
            let refused = try await bench.other.take(1, of: "a", at: rate, within: .zero)
            try expect(refused.delays, is: [], "the delays of a call that can't wait")
            try expectDelay(refused.pause, isAbout: long * 2, "the pause of a refused call")
            let other = try await bench.other.take(1, of: "b", at: rate, within: .zero)
            try expect(other.delays, is: [.zero], "the delays of another group")
            try expect(other.pause, is: .zero, "the pause of another group")
        },
        Behaviour("adds up the counts of all processes") { bench in
            for (number, store) in [bench.one, bench.other, bench.one].enumerated() {
                let counts = try await store.add([1, 10, -1], to: "a", within: -99...99)
                let sum = number + 1
                try expect(
                    counts, is: RateCounts(sums: [sum, sum * 10, -sum]), "the counts")
            }
            for group in ["b", "A", ""] {
                let counts = try await bench.other.add([0, 7], to: group, within: 0...9)
                try expect(counts.sums, is: [0, 7], "the counts of '\(group)'")
            }
            let more = try await bench.other.add([0, 0, 0, 5], to: "a", within: -99...99)
            try expect(more.sums, is: [3, 30, -3, 5], "the sums with one more count")
        },
        Behaviour("loses no count of concurrent processes") { bench in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    let store = number % 2 == 0 ? bench.one : bench.other
                    group.addTask { _ = try await store.add([1, 2], to: "a", within: 0...99) }
                }
                try await group.waitForAll()
            }
            let counts = try await bench.one.add([0, 0], to: "a", within: 0...99)
            try expect(counts.sums, is: [20, 40], "the sums")
        },
        Behaviour("keeps sums within their bounds") { bench in
            let most = 1 << 53
            for (amount, sum) in [(-1, 0), (4, 4), (9, 5), (-1, 4), (-9, 0), (1, 1)] {
                let counts = try await bench.one.add([amount], to: "a", within: 0...5)
                try expect(counts.sums, is: [sum], "the sum after \(amount)")
            }
            for (amount, sum) in [(most, most), (most, most), (-most, 0), (-most, -most)] {
                let counts = try await bench.other.add([amount], to: "b", within: -most...most)
                try expect(counts.sums, is: [sum], "the sum after \(amount)")
            }
        },
        Behaviour("keeps counts and rate apart") { bench in
            _ = try await bench.one.add([5], to: "a", within: 0...9)
            let grant = try await bench.other.take(1, of: "a", at: hourly(burst: 1), within: .zero)
            try expect(grant.delays, is: [.zero], "the delays")
            let counts = try await bench.one.add([1], to: "a", within: 0...9)
            try expect(counts.sums, is: [6], "the sums after a call")
            let next = try await bench.other.take(1, of: "a", at: hourly(burst: 1), within: .zero)
            try expect(next.delays, is: [], "the delays after the burst")
        },
        Behaviour("limits the rate after a pause too") { bench in
            try await bench.one.pause("a", for: long)
            let grant = try await bench.one.take(3, of: "a", at: hourly(burst: 1), within: long * 9)
            try expectDelay(grant.delays.last, isAbout: long * 3, "the delay of the third call")
        },
        Behaviour("permits calls again with time") { bench in
            let rate = SharedRate(interval: .milliseconds(1), burst: 1)
            for store in [bench.one, bench.other] {
                try await wait {
                    try await store.take(1, of: "a", at: rate, within: .zero).delays == [.zero]
                }
            }
        },
    ]

    private static func hourly(burst: Int) -> SharedRate {
        SharedRate(interval: long, burst: burst)
    }

    /// Fails unless a time is the wanted one, less the time that the test takes.
    private static func expectDelay(
        _ found: Duration?, isAbout wanted: Duration, _ what: String
    ) throws {
        let isAbout = found.map { $0 <= wanted + .seconds(1) && $0 > wanted - .seconds(100) }
        try expect(
            isAbout == true, "\(what): \(found.map { "\($0)" } ?? "none") instead of \(wanted)")
    }
}
