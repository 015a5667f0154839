import Foundation
import Testing

/// Types and files that the pages name exist.
@Suite("Names and links in documentation")
struct PageTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Example.root.appending(path: path), encoding: .utf8)
    }

    /// All that is public in the modules that users import, in one text.
    private static let sources: String = {
        ["PosthornCore", "PosthornCache", "PosthornCurl", "PosthornHTTP", "PosthornJSON"].flatMap {
            module -> [String] in
            let folder = Example.root.appending(path: "Sources/\(module)")
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
                .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
        }.joined()
    }()

    @Test("Each pattern names declared types")
    func patternsNameDeclaredTypes() throws {
        let page = try Self.text("Documentation/Architecture.md")
        let section =
            page.components(separatedBy: "\n## Patterns\n").dropFirst().first?
            .components(separatedBy: "\n## ").first ?? ""
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(
            rows.compactMap { $0.split(separator: "|").first.map { $0.dropFirst().dropLast() } }
                == [
                    "least knowledge", "factory", "strategy", "closures in place of a delegate",
                ])
        for row in rows {
            let types = row.matches(of: /`([A-Z]\w+)`/).map { String($0.1) }
            #expect(!types.isEmpty)
            for type in types {
                let kinds = ["struct", "final class", "class", "protocol", "enum"]
                #expect(
                    kinds.contains { kind in
                        [":", " ", "<"].contains { end in
                            Self.sources.contains("public \(kind) \(type)\(end)")
                        }
                    }, "\(type)")
            }
        }
    }

    @Test(
        "Links lead to existing files",
        arguments: [
            "README.md", "Documentation/Architecture.md", "Documentation/CallSteps.md",
            "Documentation/ThreatModel.md", "Documentation/Robustness.md",
            "Documentation/RobustnessContent.md", "Documentation/RobustnessLimits.md",
            "Documentation/CoverageLayers.md",
            "Documentation/Caching.md", "Documentation/Migrating.md", "Documentation/Coverage.md",
            "Documentation/MigratingFromAlamofire.md",
            "Documentation/Session.md", "Documentation/UserURLs.md", "Documentation/Calls.md",
            "Documentation/Tasks.md",
            "Documentation/Responses.md", "Documentation/OwnCiphers.md",
            "Documentation/AWS.md", "Documentation/Certificates.md", "Documentation/Ciphers.md",
            "Documentation/Fleet.md", "Documentation/FleetFailures.md",
            "Documentation/Outbox.md", "Documentation/Signing.md", "Documentation/SignIn.md",
            "Documentation/KeySets.md",
            "Documentation/JSONValue.md",
            "Documentation/Testing.md", "Documentation/TestServers.md",
            "Documentation/WorkloadIdentity.md",
            "Documentation/Spec/Auth.md",
            "Documentation/Spec/Cipher.md", "Documentation/Spec/Sign.md",
            "Documentation/Spec/Multipart.md",
            "Documentation/Spec/Response.md", "Documentation/Spec/Streams.md",
            "Documentation/Spec/Upload.md",
        ])
    func linksLeadToExistingFiles(_ path: String) throws {
        let folder = Example.root.appending(path: path).deletingLastPathComponent()
        let links = try Self.text(path).matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
        for link in links {
            let file = folder.appending(path: link).standardizedFileURL
            #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
        }
    }
}
