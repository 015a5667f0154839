import Foundation
import Testing

@testable import PosthornCurl

/// The list of libcurl's quirks, its folder and its page.
@Suite(.timeLimit(.minutes(1)))
struct QuirkTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    private static func names(in folder: String) throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: folder).path)
        return Set(files.map { $0.replacing(".swift", with: "") })
    }

    @Test func workaroundsAreActiveWithTheVersionsThatNeedThem() {
        #expect(CurlLibrary.version >= 0x07_58_00)
        for quirk in Quirk.all { #expect(quirk.affects(0x07_58_01), "\(quirk)") }
        #expect(Quirk.priorKnowledgeReuse.affects(0x07_ff_ff))
        #expect(!Quirk.priorKnowledgeReuse.affects(0x08_00_00))
        var configuration = SessionConfiguration()
        #expect(!configuration.needsConnectionPerRequest)
        configuration.httpVersion = .http2PriorKnowledge
        #expect(configuration.needsConnectionPerRequest == (CurlLibrary.version < 0x08_00_00))
    }

    @Test func folderHasTheFilesOfTheList() throws {
        let listed = Quirk.all.flatMap(\.files) + ["Quirk"]
        #expect(try Self.names(in: "Sources/PosthornCurl/Quirks") == Set(listed))
        let tests = try Self.names(in: "Tests/PosthornCurlTests")
        for quirk in Quirk.all { #expect(tests.isSuperset(of: quirk.tests), "\(quirk)") }
    }

    @Test func pageHasTheRowsOfTheList() throws {
        let page = try String(
            contentsOf: Self.root.appending(path: "Documentation/SessionLoop.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter {
            $0.hasPrefix("| `") && $0.contains("Tests`")
        }
        #expect(rows.count == Quirk.all.count)
        for quirk in Quirk.all {
            let row = rows.first { $0.hasPrefix("| `\(quirk.name)` | \(quirk.symptom) |") }
            let release = quirk.fixedIn.map { "\($0 >> 16).\($0 >> 8 & 255).\($0 & 255)" }
            #expect(row?.contains("| \(release ?? "not known") |") == true, "\(quirk.symptom)")
            for name in quirk.files + quirk.tests {
                #expect(row?.contains("`\(name)`") == true, "\(name)")
            }
        }
    }
}
