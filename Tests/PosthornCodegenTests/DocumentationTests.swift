import Foundation
import Testing

/// The reference pages have one form; ``ExampleTests`` compiles what they show.
@Suite("Reference pages")
struct DocumentationTests {
    private static let folder = GoldenCase.folder.deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/Spec")

    /// All that the golden cases say.
    private static let said = GoldenCase.all.compactMap { $0.expected["diagnostics.txt"] }.joined()

    private static var pages: [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (found ?? [])
            .filter {
                $0.pathExtension == "md"
                    && !["README.md", "Inexpressible.md"].contains($0.lastPathComponent)
            }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    @Test("Each page has the same sections", arguments: pages.map(\.lastPathComponent))
    func pagesHaveTheSameSections(_ name: String) throws {
        let page = try String(contentsOf: Self.folder.appending(component: name), encoding: .utf8)
        let sections = page.split(separator: "\n").filter { $0.hasPrefix("## ") }
        #expect(
            sections == [
                "## Name", "## Format", "## Default", "## Generates", "## Example", "## Errors",
            ])
    }

    @Test(
        "The errors that a page lists are real diagnostics",
        arguments: pages.map(\.lastPathComponent))
    func listedErrorsAreRealDiagnostics(_ name: String) throws {
        let page = try String(contentsOf: Self.folder.appending(component: name), encoding: .utf8)
        let errors = page.components(separatedBy: "## Errors\n").dropFirst().joined()
        for line in errors.split(separator: "\n") {
            let message = try #require(line.firstMatch(of: /^- (?:Warning: )?`(.+)`$/)?.1)
            #expect(Self.said.contains(message), "\(message)")
        }
    }

    @Test("The index links every page")
    func indexLinksEveryPage() throws {
        let file = Self.folder.appending(component: "README.md")
        let index = try String(contentsOf: file, encoding: .utf8)
        for page in Self.pages.map(\.lastPathComponent) { #expect(index.contains("](\(page))")) }
    }

    @Test("Links of the index lead to existing files")
    func linksLeadToExistingFiles() throws {
        let index = try String(
            contentsOf: Self.folder.appending(component: "README.md"), encoding: .utf8)
        let links = index.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }
        #expect(!links.isEmpty)
        for link in links {
            let file = Self.folder.appending(path: link).standardizedFileURL
            #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
        }
    }
}
