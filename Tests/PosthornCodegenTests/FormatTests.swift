import Foundation
import TestSupport
import Testing

@Suite("Formatting", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct FormatTests {
    @Test("Generated Swift passes the formatter's lint")
    func generatedSwiftPassesLint() throws {
        let root = GoldenCase.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "format", "lint", "--strict", "--recursive",
            "--configuration", root.appending(component: ".swift-format-generated").path,
            GoldenCase.folder.path,
        ]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let text = String(
            decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(text == "")
    }
}
