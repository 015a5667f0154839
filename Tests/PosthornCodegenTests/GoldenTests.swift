import Foundation
import TestSupport
import Testing

@Suite("Golden folders", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GoldenTests {
    @Test("The generated files match the folder", arguments: GoldenCase.all)
    func generatedFilesMatchTheFolder(_ golden: GoldenCase) throws {
        let generated = try golden.generated()
        if GoldenCase.isRecording {
            try golden.record(generated)
            Issue.record("recorded; run again without POSTHORN_RECORD")
            return
        }
        let expected = try golden.expected()
        #expect(generated.keys.sorted() == expected.keys.sorted())
        for (name, text) in generated {
            #expect(text == expected[name], "\(golden.testDescription)/\(name)")
        }
    }

    @Test("There are enough golden folders")
    func hasEnoughGoldenFolders() throws {
        let good = try GoldenCase.all.filter {
            try $0.expected().keys.contains { $0.hasPrefix("E") }
        }
        #expect(good.count >= 12)
        #expect(GoldenCase.all.count - good.count >= 40)
    }

    @Test("The Swift of each good folder is compiled by PosthornGoldenTests")
    func goodFoldersAreCompiled() throws {
        let links = GoldenCase.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "PosthornGoldenTests/Generated")
        for golden in GoldenCase.all
        where try golden.expected().keys.contains(where: { $0.hasPrefix("E") }) {
            let link = links.appending(component: golden.testDescription)
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)
            #expect(
                target == "../../PosthornCodegenTests/Cases/\(golden.testDescription)/Expected")
        }
    }

    @Test("No two folders have the same diagnostics")
    func diagnosticsAreDistinct() throws {
        var folders: [String: String] = [:]
        for golden in GoldenCase.all {
            guard let text = try golden.expected()["diagnostics.txt"] else { continue }
            #expect(folders[text] == nil, "\(golden.testDescription)")
            folders[text] = golden.testDescription
        }
    }
}
