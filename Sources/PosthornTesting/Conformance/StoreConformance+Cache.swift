import FoundationEssentials
import PosthornCore
public import PosthornStores

extension StoreConformance {
    /// The behaviours of a store of cache entries.
    ///
    /// They need at least 10,000 bytes for an entry.
    public static let caches: [Behaviour<any CacheStore>] = [
        Behaviour("returns no entries of an unknown key") { bench in
            try await expectEntries([], of: key("https://a.test/"), bench)
        },
        Behaviour("returns the bytes of an entry to all processes") { bench in
            for bytes in [Data([0]), Data([0, 0xFF, 0x0A]), CipherConformance.Bench.bytes(10_000)] {
                let entry = entry(bytes: bytes)
                try await insert(entry, bench.one)
                try await expectEntries([entry], of: entry.key, bench)
            }
        },
        Behaviour("keeps URLs and identities apart") { bench in
            let texts = ["", "a", "A", "a ", "á", "a\u{301}", "a\0", "a\nb", "%61"]
            var entries = texts.map { entry("https://a.test/\($0)", bytes: Data($0.utf8 + [1])) }
            entries += texts.dropFirst().map {
                entry("https://a.test/", identity: $0, bytes: Data($0.utf8 + [2]))
            }
            // The end of one part is the start of the next.
            entries.append(entry("https://a.test/x", identity: "y"))
            entries.append(entry("https://a.test/", identity: "xy"))
            for entry in entries { try await insert(entry, bench.one) }
            for entry in entries { try await expectEntries([entry], of: entry.key, bench) }
        },
        Behaviour("keeps one entry for each variant") { bench in
            let (en, de) = (
                entry(variant: "accept-language=en"), entry(variant: "accept-language=de")
            )
            try await insert(en, bench.one)
            try await insert(de, bench.other)
            try await expectEntries([en, de], of: en.key, bench)
            let newer = entry(variant: "accept-language=en", bytes: Data("newer".utf8))
            try await insert(newer, bench.other)
            try await expectEntries([newer, de], of: en.key, bench)
        },
        Behaviour("replaces the variants that the caller names, of the same key") { bench in
            let (old, kept) = (entry(variant: "old"), entry(variant: "kept"))
            let stranger = entry("https://a.test/other", variant: "old")
            for entry in [old, kept, stranger] { try await insert(entry, bench.one) }
            let new = entry(variant: "new")
            try await insert(new, replacing: ["old", "unknown"], bench.other)
            try await expectEntries([kept, new], of: new.key, bench)
            try await expectEntries([stranger], of: stranger.key, bench)
        },
        Behaviour("inserts nothing that was requested before a removal") { bench in
            let removals: [@Sendable (any CacheStore, CacheEntry.Key) async throws -> Void] = [
                { try await $0.remove($1) }, { try await $0.remove(url: $1.url) },
                { store, _ in try await store.removeAll() },
                {
                    try await $0.remove(url: $1.url); try await $0.remove(url: $1.url)
                },
            ]
            for (number, remove) in removals.enumerated() {
                let entry = entry("https://a.test/\(number)")
                let before = try await bench.one.snapshot(of: entry.key).generation
                try await remove(bench.other, entry.key)
                let isStored = try await bench.one.insert(entry, replacing: [], since: before)
                try expect(!isStored, "removal \(number): an entry from before it was stored")
                try await expectEntries([], of: entry.key, bench)
                try await insert(entry, bench.one)
                try await expectEntries([entry], of: entry.key, bench)
            }
        },
        Behaviour("removes a key, a URL and everything") { bench in
            let (one, two) = (entry(identity: "one"), entry(identity: "two"))
            let other = entry("https://a.test/other")
            for entry in [one, two, other] { try await insert(entry, bench.one) }
            try await bench.other.remove(one.key)
            try await expectEntries([], of: one.key, bench)
            try await expectEntries([two], of: two.key, bench)
            try await insert(one, bench.one)
            try await bench.one.remove(url: one.key.url)
            for entry in [one, two] { try await expectEntries([], of: entry.key, bench) }
            try await expectEntries([other], of: other.key, bench)
            try await bench.other.removeAll()
            try await expectEntries([], of: other.key, bench)
        },
        Behaviour("gives each change of a key's entries another version") { bench in
            var versions: Set<Data> = []
            for number in 0..<4 {
                let entry = entry(bytes: Data([UInt8(number % 2)]))
                if number == 2 { try await bench.other.remove(entry.key) }
                try await insert(entry, bench.one)
                let last = versions.first
                var found = try await bench.other.snapshot(of: entry.key, newerThan: last)
                let own = try await bench.one.snapshot(of: entry.key, newerThan: last)
                try expect(
                    last == nil || own.version != last,
                    "a version that it has replaced is confirmed")
                // It may confirm for a second a version that another one has replaced.
                let end = ContinuousClock.now + .seconds(1)
                var isLate = false
                while last != nil, found.version == last, !isLate {
                    await Task.yield()
                    isLate = ContinuousClock.now > end
                    found = try await bench.other.snapshot(of: entry.key, newerThan: last)
                }
                // A store without versions returns the entries each time.
                guard let version = found.version else { continue }
                try expect(versions.insert(version).inserted, "entries have the version of others")
                try expect(found.entries == [entry], "changed entries were left out")
                let again = try await bench.one.snapshot(of: entry.key, newerThan: version)
                try expect(again.version == version, "the version of the same entries has changed")
            }
        },
        Behaviour("has no entry that is larger than its limit") { bench in
            let limit = bench.one.entryLimit
            try expect(limit >= 10_000, "the limit is \(limit)")
            guard limit < 64 << 20 else { return }
            let entry = entry(bytes: Data(count: limit + 1))
            let generation = try await bench.one.snapshot(of: entry.key).generation
            let isStored = try await bench.one.insert(entry, replacing: [], since: generation)
            try expect(!isStored, "an entry of \(limit + 1) bytes was stored")
            try await expectEntries([], of: entry.key, bench)
        },
        Behaviour("gives the revalidation of a key to one process") { bench in
            let (key, other) = (key("https://a.test/"), key("https://a.test/other"))
            try expect(try await bench.one.claimRevalidation(of: key, for: long), "it was refused")
            for store in [bench.one, bench.other] {
                try expect(try await !store.claimRevalidation(of: key, for: long), "two claims")
            }
            try expect(try await bench.other.claimRevalidation(of: other, for: long), "refused")
            try await bench.one.endRevalidation(of: key)
            try expect(
                try await bench.other.claimRevalidation(of: key, for: .milliseconds(1)), "refused")
            try await wait { try await bench.one.claimRevalidation(of: key, for: long) }
        },
        Behaviour("returns whole entries while others are written") { bench in
            let bodies = (0..<4).map { Data(repeating: UInt8($0), count: 10_000) }
            try await insert(entry(bytes: bodies[0]), bench.one)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, body) in bodies.enumerated() {
                    let store = number % 2 == 0 ? bench.one : bench.other
                    group.addTask {
                        for _ in 0..<20 { try await insert(entry(bytes: body), store) }
                    }
                }
                group.addTask {
                    for _ in 0..<50 {
                        let found = try await bench.other.snapshot(of: entry().key).entries
                        try expect(found.count, is: 1, "the number of entries of one variant")
                        try expect(found.allSatisfy { bodies.contains($0.bytes) }, "a mixture")
                    }
                }
                try await group.waitForAll()
            }
        },
    ]

    private static func key(_ url: String, _ identity: String = "") -> CacheEntry.Key {
        CacheEntry.Key(url: url, identity: identity)
    }

    private static func entry(
        _ url: String = "https://a.test/", identity: String = "", variant: String = "",
        bytes: Data? = nil
    ) -> CacheEntry {
        CacheEntry(
            key: key(url, identity), variant: variant,
            bytes: bytes ?? Data("\(url) \(identity) \(variant)".utf8))
    }

    private static func insert(
        _ entry: CacheEntry, replacing variants: Set<String> = [], _ store: any CacheStore
    ) async throws {
        let generation = try await store.snapshot(of: entry.key).generation
        let isStored = try await store.insert(entry, replacing: variants, since: generation)
        try expect(isStored, "an entry was not stored")
    }

    private static func expectEntries(
        _ entries: [CacheEntry], of key: CacheEntry.Key, _ bench: Bench<any CacheStore>
    ) async throws {
        for store in [bench.one, bench.other] {
            let found = try await store.snapshot(of: key).entries
            try expect(
                found.count == entries.count && Set(found) == Set(entries),
                "\(found.map(\.variant)) instead of \(entries.map(\.variant)), of \(key.url)")
        }
    }
}
