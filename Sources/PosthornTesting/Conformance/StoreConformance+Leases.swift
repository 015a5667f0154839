import FoundationEssentials
import PosthornCore
public import PosthornStores

extension StoreConformance {
    /// The behaviours of a store of values with a lease.
    public static let leases: [Behaviour<any LeaseStore>] = [
        Behaviour("returns no value of an unknown name") { bench in
            try expect(try await bench.one.value(of: "nobody"), is: nil, "the value")
            let lease = try await bench.one.acquire("nobody", for: long)
            try expect(lease?.value, is: nil, "the value of the lease")
        },
        Behaviour("returns a committed value, byte by byte") { bench in
            for value in [Data(), Data([0, 0xFF, 0x0A]), CipherConformance.Bench.bytes(100_000)] {
                try await commit(value, to: "a", bench.one)
                try expect(try await bench.other.value(of: "a") == value, "another value")
                let lease = try await acquired("a", bench.other)
                try expect(lease.value == value, "a lease has another value")
                try await bench.other.release(lease)
            }
        },
        Behaviour("keeps names apart") { bench in
            let names = [
                "a", "A", "a ", "á", "a\u{301}", "", "a\0", "a:b",
                String(repeating: "a", count: 500),
            ]
            for name in names {
                try await commit(Data(Array(name.utf8) + [1]), to: name, bench.one)
            }
            for name in names {
                let value = try await bench.other.value(of: name)
                try expect(value.map(Array.init), is: name.utf8 + [1], "the value of '\(name)'")
            }
        },
        Behaviour("gives a lease to one process at a time") { bench in
            let lease = try await acquired("a", bench.one)
            for store in [bench.one, bench.other] {
                try expect(try await store.acquire("a", for: long), is: nil, "a second lease")
            }
            _ = try await acquired("b", bench.other)
            try await bench.one.release(lease)
            _ = try await acquired("a", bench.other)
        },
        Behaviour("gives one of many concurrent requests the lease") { bench in
            let count = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    let store = number % 2 == 0 ? bench.one : bench.other
                    group.addTask { try await store.acquire("a", for: long) != nil }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            try expect(count, is: 1, "leases")
        },
        Behaviour("numbers the leases of a name in ascending order") { bench in
            var last: UInt64 = 0
            for number in 0..<12 {
                let store = number % 2 == 0 ? bench.one : bench.other
                let lease = try await acquired("a", store)
                try expect(lease.fence > last, "\(lease.fence) follows \(last)")
                last = lease.fence
                switch number % 3 {
                case 0: try await store.release(lease)
                case 1: _ = try await store.commit(Data("x".utf8), under: lease)
                default: try await store.remove("a")
                }
            }
        },
        Behaviour("lets another process take a lease whose duration has passed") { bench in
            let lease = try await acquired("a", bench.one, for: .milliseconds(1))
            let next = try await acquired("a", bench.other)
            try expect(next.fence > lease.fence, "the numbers are \(lease.fence), \(next.fence)")
        },
        Behaviour("refuses the value of a paused process") { bench in
            try await commit(Data("first".utf8), to: "a", bench.one)
            let paused = try await acquired("a", bench.one, for: .milliseconds(1))
            let next = try await acquired("a", bench.other)
            let text = "the value of a process whose lease another has taken"
            try expect(
                try await !bench.one.commit(Data("old".utf8), under: paused), "\(text) was stored")
            try await bench.one.release(paused)
            try expect(try await !bench.one.extend(paused, for: long), "\(text) was extended")
            try expect(
                try await bench.one.acquire("a", for: long), is: nil,
                "a lease, although the newer one was not released")
            try expect(
                try await bench.other.commit(Data("new".utf8), under: next), "the newer was refused"
            )
            try expect(
                try await !bench.one.commit(Data("old".utf8), under: paused), "\(text) was stored")
            try expect(try await bench.one.value(of: "a"), is: Data("new".utf8), "the value")
        },
        Behaviour("stores the value of a late process if nobody took the lease") { bench in
            let lease = try await acquired("a", bench.one, for: .milliseconds(1))
            let probe = try await acquired("b", bench.one, for: .milliseconds(1))
            // The other lease began later, so both have passed.
            try await wait { try await bench.other.acquire(probe.name, for: long) != nil }
            try expect(try await bench.one.commit(Data("x".utf8), under: lease), "it was refused")
        },
        Behaviour("prolongs a lease") { bench in
            let lease = try await acquired("a", bench.one, for: .seconds(30))
            try expect(try await bench.one.extend(lease, for: .milliseconds(1)), "it was refused")
            let next = try await acquired("a", bench.other, for: .seconds(30))
            try expect(try await bench.other.extend(next, for: long), "it was refused")
            try expect(try await bench.one.acquire("a", for: long), is: nil, "a second lease")
        },
        Behaviour("commits a lease once, and none that was released") { bench in
            let lease = try await acquired("a", bench.one)
            try expect(try await bench.one.commit(Data("1".utf8), under: lease), "it was refused")
            try expect(try await !bench.one.commit(Data("2".utf8), under: lease), "stored twice")
            try expect(try await !bench.one.extend(lease, for: long), "a lease came back")
            let released = try await acquired("a", bench.one)
            try await bench.one.release(released)
            try expect(try await !bench.one.commit(Data("3".utf8), under: released), "was stored")
            try expect(try await bench.other.value(of: "a"), is: Data("1".utf8), "the value")
        },
        Behaviour("removes a value and the lease") { bench in
            try await commit(Data("x".utf8), to: "a", bench.one)
            try await commit(Data("y".utf8), to: "b", bench.one)
            let lease = try await acquired("a", bench.one)
            try await bench.other.remove("a")
            try expect(try await bench.one.value(of: "a"), is: nil, "the value")
            try expect(
                try await !bench.one.commit(Data("z".utf8), under: lease),
                "a process stored the value of a lease from before the removal")
            try expect(try await bench.one.value(of: "b"), is: Data("y".utf8), "another value")
            try await bench.one.remove("unknown")
        },
    ]

    /// Takes a lease, as soon as an earlier one has ended.
    private static func acquired(
        _ name: String, _ store: any LeaseStore, for duration: Duration = long
    ) async throws -> Lease {
        while true {
            if let lease = try await store.acquire(name, for: duration) {
                try expect(lease.name, is: name, "the name of the lease")
                return lease
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private static func commit(_ value: Data, to name: String, _ store: any LeaseStore) async throws
    {
        let lease = try await acquired(name, store)
        try expect(try await store.commit(value, under: lease), "a value was refused")
    }
}
