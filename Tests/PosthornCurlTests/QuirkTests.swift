import Foundation
import TestSupport
import Testing

@testable import PosthornCurl

/// The list of libcurl's quirks, its folder and its page.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct QuirkTests {
    private static let quirks: KeyValuePairs = [
        "priorKnowledgeReuse": Quirk.priorKnowledgeReuse,
        "sequentialAddresses": Quirk.sequentialAddresses,
        "stalledAttempts": Quirk.stalledAttempts, "loggedStreams": Quirk.loggedStreams,
        "hiddenGoAway": Quirk.hiddenGoAway, "wordedChunkErrors": Quirk.wordedChunkErrors,
    ]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    private static func names(in folder: String) throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: folder).path)
        return Set(files.map { $0.replacing(".swift", with: "") })
    }

    @Test func workaroundsAreActiveWithTheVersionsThatNeedThem() {
        #expect(CurlLibrary.version >= 0x07_58_00)
        for (name, quirk) in Self.quirks { #expect(quirk.affects(0x07_58_01), "\(name)") }
        #expect(Quirk.priorKnowledgeReuse.affects(0x07_ff_ff))
        #expect(!Quirk.priorKnowledgeReuse.affects(0x08_00_00))
        var configuration = SessionConfiguration()
        #expect(!configuration.needsConnectionPerRequest)
        configuration.httpVersion = .http2PriorKnowledge
        #expect(configuration.needsConnectionPerRequest == (CurlLibrary.version < 0x08_00_00))
    }

    /// The page has a row for each quirk with its release, its files in the folder, and its suites.
    @Test func pageAndFolderHaveTheSameWorkarounds() throws {
        let source = try String(
            contentsOf: Self.root.appending(path: "Sources/PosthornCurl/Quirks/Quirk.swift"),
            encoding: .utf8)
        #expect(
            source.matches(of: #/static let (\w+) = Quirk/#).map { String($0.1) }
                == Self.quirks.map(\.key))
        let page = try String(
            contentsOf: Self.root.appending(path: "Documentation/SessionLoop.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter {
            $0.hasPrefix("| `") && $0.contains("Tests`")
        }
        var files: Set<String> = ["Quirk"]
        let suites = try Self.names(in: "Tests/PosthornCurlTests")
        #expect(rows.count == Self.quirks.count)
        for (row, (name, quirk)) in zip(rows, Self.quirks) {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let release = quirk.fixedIn.map { "\($0 >> 16).\($0 >> 8 & 255).\($0 & 255)" }
            #expect(cells.count == 5 && cells[0] == "`\(name)`")
            #expect(cells[2] == release ?? "not known")
            files.formUnion(cells[3].matches(of: #/`([^`]+)`/#).map { String($0.1) })
            let tests = cells[4].matches(of: #/`([^`]+)`/#).map { String($0.1) }
            #expect(!tests.isEmpty && suites.isSuperset(of: tests), "\(row)")
        }
        #expect(try Self.names(in: "Sources/PosthornCurl/Quirks") == files)
    }
}
