import PosthornFormat
import PosthornSpec
import TestSupport
import Testing

/// `lint --fix`, over all refused specs of the golden folder.
@Suite("Fixes", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct FixTests {
    private static func read(_ sources: [SourceFile]) -> [Diagnostic] {
        SpecReader.read(sources).diagnostics
    }

    /// Returns what ``SpecFixer`` changes, as the lines of a table.
    private static func changes(of golden: GoldenCase) -> [String] {
        SpecFixer(golden.sources, read: read).fixes.map { "\(golden): \($0)" }
    }

    @Test("A fix removes its diagnostic and adds none before it", arguments: GoldenCase.all)
    func fixesRemoveDiagnostics(_ golden: GoldenCase) {
        let before = Self.read(golden.sources)
        let fixer = SpecFixer(golden.sources, read: Self.read)
        guard let first = fixer.fixes.first else {
            #expect(zip(fixer.sources, golden.sources).allSatisfy { $0.bytes == $1.bytes })
            return
        }
        let after = Self.read(fixer.sources)
        #expect(!before.isEmpty && !after.contains { SpecFix($0) == first })
        #expect(after.count { $0.severity == .error } <= before.count + fixer.fixes.count)
        #expect(SpecFixer(fixer.sources, read: Self.read).fixes.isEmpty)
        // Nothing but the words of the fixes changes.
        let letters = fixer.fixes.reduce(into: (old: 0, new: 0)) {
            $0.old += $1.found.utf8.count
            $0.new += $1.text.utf8.count
        }
        let bytes = golden.sources.reduce(0) { $0 + $1.bytes.count }
        #expect(
            fixer.sources.reduce(0) { $0 + $1.bytes.count } == bytes - letters.old + letters.new)
    }

    @Test("The golden folder has fixes of each kind")
    func fixesAreMade() {
        let all = GoldenCase.all.flatMap(Self.changes)
        #expect(all.count >= 50, "\(all.joined(separator: "\n"))")
    }

    /// A spec, its changes, and what it is after them.
    struct Row: Sendable {
        var spec: String
        var changes: [String]
        var fixed: String
    }

    static let rows = [
        Row(
            spec: """
                service: ShopAPI  # the shop
                endpoints:
                  getOrder:
                    GTE: /orders
                    retuns:   "[Ordr]"
                    querry: { statsu?: String }
                types:
                  Order: { id: "Int64[]", items: Lin }

                """,
            changes: [
                "Spec.yaml:4:5: 'GTE' is now 'GET'", "Spec.yaml:5:5: 'retuns' is now 'returns'",
                "Spec.yaml:5:18: 'Ordr' is now 'Order'", "Spec.yaml:6:5: 'querry' is now 'query'",
                "Spec.yaml:8:16: 'Int64[]' is now '[Int64]'",
            ],
            fixed: """
                service: ShopAPI  # the shop
                endpoints:
                  getOrder:
                    GET: /orders
                    returns:   "[Order]"
                    query: { statsu?: String }
                types:
                  Order: { id: "[Int64]", items: Lin }

                """),
        // Two similar words, a word of another language, and another type have no one meaning.
        Row(
            spec: """
                service: ShopAPI
                endpoints:
                  getOrder:
                    GET: /orders
                    parameters: {}
                    returns: Ordr
                types:
                  Ordre: { id: Int128 }
                  Order: { id: String | null }

                """, changes: [],
            fixed: """
                service: ShopAPI
                endpoints:
                  getOrder:
                    GET: /orders
                    parameters: {}
                    returns: Ordr
                types:
                  Ordre: { id: Int128 }
                  Order: { id: String | null }

                """),
        // A correction that would break its place is not made.
        Row(
            spec: """
                service: ShopAPI
                endpoints:
                  getOrder: { GET: /orders, returns: String, retuns: Int }

                """, changes: [],
            fixed: """
                service: ShopAPI
                endpoints:
                  getOrder: { GET: /orders, returns: String, retuns: Int }

                """),
        Row(
            spec: "service: ÄAPI\r\nendpoints:\r\n  ping: { get: /ping }\r\n",
            changes: ["Spec.yaml:3:11: 'get' is now 'GET'"],
            fixed: "service: ÄAPI\r\nendpoints:\r\n  ping: { GET: /ping }\r\n"),
    ]

    @Test("Only words with one correction change", arguments: rows)
    func changesWordsOnly(_ row: Row) {
        let fixer = SpecFixer([SourceFile(path: "Spec.yaml", text: row.spec)], read: Self.read)
        #expect(fixer.fixes.map(\.description) == row.changes)
        #expect(String(decoding: fixer.sources[0].bytes, as: UTF8.self) == row.fixed)
    }
}
