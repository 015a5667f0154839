import Foundation
import Testing

/// The reference pages have one form; ``ExampleTests`` compiles what they show.
@Suite("Reference pages")
struct DocumentationTests {
    private static let folder = GoldenCase.folder.deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/Spec")

    private static var pages: [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (found ?? [])
            .filter { $0.pathExtension == "md" && $0.lastPathComponent != "README.md" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    @Test("Each page has the same sections", arguments: pages.map(\.lastPathComponent))
    func pageHasItsSections(_ name: String) throws {
        let page = try String(contentsOf: Self.folder.appending(component: name), encoding: .utf8)
        let sections = page.split(separator: "\n").filter { $0.hasPrefix("## ") }
        #expect(
            sections == [
                "## Name", "## Form", "## Default", "## Generates", "## Example", "## Errors",
            ])
    }

    @Test("The index links each page")
    func indexIsWhole() throws {
        let file = Self.folder.appending(component: "README.md")
        let index = try String(contentsOf: file, encoding: .utf8)
        for page in Self.pages.map(\.lastPathComponent) { #expect(index.contains("](\(page))")) }
    }
}
