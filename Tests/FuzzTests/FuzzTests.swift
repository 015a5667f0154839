import CryptoFuzz
import DocumentFuzz
import Foundation
import JSONFuzz
import SpecFuzz
import TestSupport
import Testing

/// The readers of what strangers write, over their seeds and seeded mutations of them.
///
/// `make fuzz` searches longer, guided by coverage. A reader traps where an invariant does not hold.
@Suite("Fuzzing", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct FuzzTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The words of a dictionary of libFuzzer.
    private static func words(_ name: String) throws -> [[UInt8]] {
        try String(contentsOf: root.appending(path: "Fuzzing/\(name).dict"), encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix("\"") }
            .map { Array($0.dropFirst().dropLast().replacing("\\\"", with: "\"").utf8) }
    }

    /// Each golden case, as one input.
    private static func specs() throws -> [[UInt8]] {
        let cases = root.appending(path: "Tests/PosthornCodegenTests/Cases")
        let folders = try FileManager.default.contentsOfDirectory(
            at: cases, includingPropertiesForKeys: nil)
        return try folders.sorted { $0.path < $1.path }.flatMap { folder in
            let files = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil
            ).sorted { $0.path < $1.path }
            let refusals = try files.filter { $0.pathExtension == "txt" }.flatMap {
                RefusalFile(try String(contentsOf: $0, encoding: .utf8)).entries
            }
            let specs = try files.filter { ["yaml", "yml"].contains($0.pathExtension) }
                .map { try Data(contentsOf: $0) }
            return refusals.map { entry in
                entry.sections.filter { $0.name != "diagnostics" }.map { Data($0.text.utf8) }
            } + (specs.isEmpty ? [] : [specs])
        }.map { Array($0.joined(separator: Data("\n%%\n".utf8))) }
    }

    @Test func generatorHoldsItsInvariantsOnMutatedSpecs() async throws {
        var mutator = Mutator(seeds: try Self.specs(), words: try Self.words("spec"))
        #expect(mutator.seeds.count > 100)
        for seed in mutator.seeds { SpecFuzz.run(seed) }
        await mutator.forEach(20_000) { SpecFuzz.run($0) }
    }

    /// The files of a folder with seeds.
    private static func seeds(_ name: String) throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(
            at: root.appending(path: "Fuzzing/Seeds/\(name)"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    }

    @Test(arguments: DocumentFuzz.Reader.allCases)
    func readerOfDocumentsHoldsItsInvariantsOnMutations(_ reader: DocumentFuzz.Reader) async throws
    {
        let seeds = try Self.seeds(reader.rawValue)
        let fuzz = try DocumentFuzz(reader)
        defer { fuzz.remove() }
        #expect(seeds.contains { fuzz.run($0) })
        var mutator = Mutator(seeds: seeds, words: try Self.words("document"))
        var valid = 0
        await mutator.forEach(3_000) { if fuzz.run($0) { valid += 1 } }
        #expect(valid > 30)
    }

    @Test func readersOfJSONAgreeOnMutatedDocuments() async throws {
        let seeds = try Self.seeds("json")
        #expect(seeds.count == 3)
        for seed in seeds { #expect(JSONFuzz.run(seed)) }
        var mutator = Mutator(seeds: seeds, words: try Self.words("json"))
        var valid = 0
        await mutator.forEach(20_000) { if JSONFuzz.run($0) { valid += 1 } }
        #expect(valid > 500)
    }

    @Test(arguments: CryptoFuzz.names)
    func readerOpensNothingThatNobodySealed(_ name: String) async throws {
        let parser = try CryptoFuzz.parser(name)
        #expect(parser.seeds.contains { parser.opens($0) })
        var mutator = Mutator(
            seeds: parser.seeds.map { Array($0) }, words: try Self.words("crypto"))
        await mutator.forEach(20_000) { _ = parser.opens(Data($0)) }
    }
}

/// Makes inputs that are like the seeds; the same ones each time.
private struct Mutator {
    let seeds: [[UInt8]]
    let words: [[UInt8]]
    private var random = SeededGenerator()
    private static let limit = 8192

    init(seeds: [[UInt8]], words: [[UInt8]]) {
        self.seeds = seeds
        self.words = words
    }

    /// Runs `body` with each of `count` inputs.
    ///
    /// Other tests run in between: a test that never suspends takes a thread from them, and they exceed their limits.
    mutating func forEach(_ count: Int, _ body: ([UInt8]) -> Void) async {
        for _ in 0..<count {
            body(next())
            await Task.yield()
        }
    }

    /// Returns a seed with one to four changes.
    mutating func next() -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes) }
        return Array(bytes.prefix(Self.limit))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...64, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        case 1:
            if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place)
        case 5: bytes.removeSubrange(place...)
        default:
            // The head of this one and the tail of another.
            let other = seeds.randomElement(using: &random) ?? []
            bytes.replaceSubrange(
                place..., with: other.suffix(Int.random(in: 0...other.count, using: &random)))
        }
    }
}
