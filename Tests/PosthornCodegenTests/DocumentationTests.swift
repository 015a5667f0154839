import Foundation
import PosthornCodegen
import PosthornSpec
import Testing

/// Every example of the reference pages is a spec that generates without an error.
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

    @Test("Each example generates", arguments: pages.map(\.lastPathComponent))
    func exampleGenerates(_ name: String) throws {
        let page = try String(contentsOf: Self.folder.appending(component: name), encoding: .utf8)
        let examples = page.components(separatedBy: "```yaml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(!examples.isEmpty)
        for example in examples {
            let result = SpecReader.read([SourceFile(path: "Example.yaml", text: example)])
            #expect(result.diagnostics.filter { $0.severity == .error } == [])
            let document = try #require(result.document)
            let swift = Generator(document).swift(for: "Example.yaml", shownAs: "Example.yaml")
            #expect(swift?.contains("public struct") == true)
        }
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
