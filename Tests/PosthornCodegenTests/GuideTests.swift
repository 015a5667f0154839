import Foundation
import TestSupport
import Testing

/// A page of the documentation that is read from its start to its end.
private struct Guide {
    let name: String
    let text: String

    init(_ name: String) {
        self.name = name
        let path = name == "README" ? "README.md" : "Documentation/\(name).md"
        let page = Example.root.appending(path: path)
        text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    }

    /// What it shows in Swift, but for a package's manifest.
    var blocks: [String] {
        text.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
            .filter { !$0.hasPrefix("// swift-tools-version") }
    }
}

/// What the guides show compiles as their readers' code does.
@Suite("Guides", .timeLimit(.minutes(10 * slowness)), .oneIssueAtLimit)
struct GuideTests {
    struct Shown: Sendable, CustomTestStringConvertible {
        let guide: String
        let number: Int
        let code: String
        var testDescription: String { "\(guide) \(number)" }
    }

    private static func shown(in guides: String...) -> [Shown] {
        guides.flatMap { guide in
            Guide(guide).blocks.enumerated().map {
                Shown(guide: guide, number: $0.offset + 1, code: $0.element)
            }
        }
    }

    private func compile(_ code: String) throws {
        let compiler = try ExampleCompiler()
        defer { compiler.removeFiles() }
        try compiler.add(code, as: "Example.swift")
        let problems = try compiler.problems()
        #expect(problems == "")
    }

    @Test(
        "Each example file compiles",
        arguments: shown(
            in: "Calls", "Certificates", "Ciphers", "Errors", "JSONValue", "Middleware",
            "Migrating",
            "MigratingFromAlamofire",
            "Observability", "Overload", "Session", "Signing", "Tasks",
            "Testing", "TestServers", "UserURLs", "WorkloadIdentity"))
    func exampleFilesCompile(_ shown: Shown) throws { try compile(shown.code) }

    @Test(
        "Examples that build on each other compile together",
        arguments: ["KeySets", "OwnCiphers", "SignIn"])
    func dependentExamplesCompileTogether(_ guide: String) throws {
        try compile(Guide(guide).blocks.joined(separator: "\n"))
    }

    @Test(
        "Each function fragment compiles", arguments: shown(in: "Caching", "README", "Retries"))
    func functionFragmentsCompile(_ shown: Shown) throws {
        let imports = shown.code.split(separator: "\n").filter { $0.hasPrefix("import ") }
        let body = shown.code.replacing(/(?m)^import .*/, with: "").replacing(
            "…",
            with:
                "common: .init(deviceID: \"test\", channel: .web), ciphers: .init(partner: .plaintext)"
        )
        let names = body.matches(of: /(?m)^let (\w+) =/).map { String($0.1) }
        try compile(
            """
            import Foundation
            import Posthorn
            import Shop
            \(imports.joined(separator: "\n"))

            func example(
                shop: ShopAPI, items: [LineItem], id: String, secret: Data, device: String
            ) async\(body.contains("\n} catch {") ? "" : " throws") {
            \(body)
            _ = (\(names.joined(separator: ", ")))
            }
            """)
    }

    @Test("The examples about loading compile as one function")
    func loadingExamplesCompile() throws {
        let body = Guide("Loading").blocks.joined(separator: "\n")
            .replacing(/(?m)^import .*\n/, with: "")
        let names = body.matches(of: /(?m)^let (\w+) =/).map { String($0.1) }
        try compile(
            """
            import Foundation
            import Posthorn
            import PosthornCache
            import PosthornImageDecoding
            import PosthornLoading
            import Shop

            struct NoPreview: Error { let status: Int }

            func example(
                shop: ShopAPI, session: CurlSession, url: String, pixels: [UInt8], grey: [UInt8],
                common: ShopAPI.Common, ciphers: ShopAPI.Ciphers, show: ([UInt8]?) -> Void,
                spinner: (Bool) -> Void
            ) async throws {
            \(body)
            _ = (\(names.joined(separator: ", ")))
            }
            """)
    }

    @Test(
        "Each guide has examples",
        arguments: [
            ("Session", 8), ("Certificates", 6), ("Tasks", 4), ("Migrating", 5),
            ("MigratingFromAlamofire", 5),
            ("Signing", 1), ("Testing", 7), ("TestServers", 2),
            ("Caching", 2), ("Retries", 3), ("Calls", 6), ("Responses", 3), ("OwnCiphers", 4),
            ("Ciphers", 1), ("README", 4), ("Errors", 3),
            ("Observability", 2), ("Middleware", 3), ("Overload", 1), ("Loading", 8),
            ("JSONValue", 4), ("SignIn", 7), ("KeySets", 2), ("WorkloadIdentity", 2),
        ]
    )
    func eachGuideHasExamples(_ guide: String, least: Int) {
        #expect(Guide(guide).blocks.count >= least)
    }

    /// The complete examples are files of other tests, which run them.
    @Test(
        "Complete examples match the tested files",
        arguments: [
            ("OwnCiphers", "PosthornCryptoTests/OwnCiphers/SaltedCipher.swift"),
            ("OwnCiphers", "PosthornCryptoTests/OwnCiphers/SaltedServer.swift"),
            ("OwnTransports", "PosthornTests/Transport/FolderTransport.swift"),
            ("Responses", "PosthornTests/Response/OKPolicy.swift"),
            ("SignIn", "PosthornOAuthTests/SignIn/BoundTokens.swift"),
            ("KeySets", "PosthornOAuthTests/SignIn/IDToken.swift"),
            ("SignIn", "PosthornOAuthTests/SignIn/Program.swift"),
            ("SignIn", "PosthornOAuthTests/SignIn/Browser.swift"),
            ("SignIn", "PosthornOAuthTests/SignIn/StoredTokens.swift"),
            ("SignIn", "PosthornOAuthTests/SignIn/WebServer.swift"),
            ("SignIn", "PosthornOAuthTests/SignIn/Device.swift"),
            ("SignIn", "PosthornOAuthTests/SignIn/ServiceAccount.swift"),
        ])
    func completeExamplesMatchTestedFiles(_ guide: String, _ path: String) throws {
        let file = Example.root.appending(path: "Tests/\(path)")
        let code = try String(contentsOf: file, encoding: .utf8)
            .replacing(/(?m)^ *\/\/ swift-format-ignore.*\n/, with: "")
        #expect(Guide(guide).blocks.contains(code))
    }

    @Test("Each section of the session guide has an example")
    func sessionSectionsHaveExamples() {
        let session = Guide("Session")
        #expect(session.text.components(separatedBy: "\n## ").count - 1 == session.blocks.count)
    }

    @Test("The README links the migration guides")
    func readmeLinksMigrationGuides() throws {
        let readme = try String(
            contentsOf: Example.root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("(Documentation/Migrating.md)"))
        #expect(readme.contains("(Documentation/MigratingFromAlamofire.md)"))
    }

    @Test(
        "Each library has code before and after migration",
        arguments: [
            ("AFNetworking", "Migrating"), ("URLSession", "Migrating"),
            ("Alamofire", "MigratingFromAlamofire"), ("Moya", "MigratingFromAlamofire"),
        ])
    func librariesHaveCodeBeforeAndAfter(_ library: String, _ guide: String) {
        let section =
            Guide(guide).text.components(separatedBy: "## From \(library)\n").dropFirst()
            .first?.components(separatedBy: "\n## ").first ?? ""
        for part in ["Before", "After", "```swift\n"] { #expect(section.contains(part)) }
    }
}
