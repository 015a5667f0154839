import Foundation
import TestSupport
import Testing

@Suite("Golden cases", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GoldenTests {
    @Test("The generated files match the case", arguments: GoldenCase.all)
    func generatedFilesMatchTheCase(_ golden: GoldenCase) throws {
        let generated = golden.generated()
        if GoldenCase.isRecording {
            try golden.record(generated)
            Issue.record("recorded; run again without POSTHORN_RECORD")
            return
        }
        let expected = golden.expected
        #expect(generated.keys.sorted() == expected.keys.sorted())
        for (name, text) in generated {
            #expect(text == expected[name], "\(golden.testDescription)/\(name)")
        }
    }

    @Test("There are enough golden cases")
    func hasEnoughGoldenCases() {
        let good = GoldenCase.all.count(where: \.isGood)
        #expect(good >= 50)
        #expect(GoldenCase.all.count - good >= 280)
    }

    @Test("Each text file has the form that recording writes", arguments: GoldenCase.refusals)
    func textFilesHaveTheirForm(_ file: URL) {
        let text = GoldenCase.text(of: file)
        #expect(RefusalFile(text).text == text)
    }

    @Test("Each case has a name of its own")
    func namesAreDistinct() {
        let names = GoldenCase.all.map(\.testDescription)
        #expect(Set(names).count == names.count)
    }

    @Test("The Swift of each good folder is compiled by PosthornGoldenTests")
    func goodFoldersAreCompiled() throws {
        let links = GoldenCase.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "PosthornGoldenTests/Generated")
        for golden in GoldenCase.all where golden.isGood {
            let link = links.appending(component: golden.testDescription)
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)
            #expect(
                target == "../../PosthornCodegenTests/Cases/\(golden.testDescription)/Expected")
        }
    }

    @Test("Each module that a case uses is a target")
    func modulesAreCompiled() throws {
        let root = GoldenCase.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manifest = try String(
            contentsOf: root.appending(component: "Package.swift"), encoding: .utf8)
        let modules = GoldenCase.all.flatMap { golden in
            golden.modules.keys.map { ($0, "\(golden.testDescription)/Modules/\($0)/Expected") }
        }
        #expect(!modules.isEmpty)
        for (name, path) in modules {
            #expect(manifest.contains("name: \"\(name)\""))
            #expect(manifest.contains("path: \"Tests/PosthornCodegenTests/Cases/\(path)\""))
        }
    }

    @Test("No two cases have the same diagnostics")
    func diagnosticsAreDistinct() {
        var cases: [String: String] = [:]
        for golden in GoldenCase.all {
            guard let text = golden.expected["diagnostics.txt"] else { continue }
            #expect(cases[text] == nil, "\(golden.testDescription)")
            cases[text] = golden.testDescription
        }
    }
}
