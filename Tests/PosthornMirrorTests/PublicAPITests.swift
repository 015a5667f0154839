import Foundation
import TestSupport
import Testing

/// The public API of each library is the reviewed list in `API/`, and all of it is documented.
///
/// The compiler's symbol graphs are the source. `POSTHORN_RECORD=1` writes the lists. A module whose API
/// depends on a trait has a list for the API with the trait.
@Suite("Public API", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct PublicAPITests {
    static let modules = [
        "PosthornAWS", "PosthornCache", "PosthornCore", "PosthornCrypto", "PosthornCurl",
        "PosthornDrift", "PosthornFoundation", "PosthornHTTP", "PosthornImageDecoding",
        "PosthornImages",
        "PosthornJOSE", "PosthornJSON", "PosthornKeys", "PosthornLegacy", "PosthornLoading",
        "PosthornLogging", "PosthornMessageSignatures", "PosthornMetrics", "PosthornOAuth",
        "PosthornOutbox", "PosthornPathMonitor",
        "PosthornPropertyList", "PosthornRedis", "PosthornResilience", "PosthornSQLite",
        "PosthornServer", "PosthornStores", "PosthornTesting", "PosthornTracing",
        "PosthornWorkloadIdentity", "PosthornXML",
    ]

    private static let traits = {
        var traits: [String: String] = [:]
        #if CodableXML
            traits["PosthornXML"] = "+CodableXML"
        #endif
        #if Redis
            traits["PosthornRedis"] = "+Redis"
        #endif
        #if SQLite
            traits["PosthornSQLite"] = "+SQLite"
        #endif
        return traits
    }()

    @Test(arguments: modules)
    func matchesReviewedList(_ module: String) throws {
        let list = try SymbolGraph.symbols(of: module).map { symbol in
            "\(symbol.path.joined(separator: ".")): \(symbol.declaration)\n"
        }.sorted().joined()
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "API/\(module)\(Self.traits[module] ?? "").txt")
        if ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1" {
            try list.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded; run again without POSTHORN_RECORD")
            return
        }
        let reviewed = try String(contentsOf: file, encoding: .utf8)
        let lines = { (text: String) in Set(text.split(separator: "\n")) }
        let added = lines(list).subtracting(lines(reviewed)).sorted()
        let removed = lines(reviewed).subtracting(lines(list)).sorted()
        #expect(added.isEmpty, "added; review them, and record with POSTHORN_RECORD=1")
        #expect(
            removed.isEmpty, "removed; tell it in the changelog, and record with POSTHORN_RECORD=1")
    }

    /// The lists of `import Posthorn`, and all lists, have few types.
    ///
    /// The same count in a shell:
    /// `grep -hE '^[^:]+: (@[^ ]+ )*(final class|class|struct|enum|protocol|actor) ' Posthorn{Core,Curl,HTTP,JSON}.txt | wc -l`
    @Test func publicTypesAreFew() throws {
        let posthorn = ["PosthornCore", "PosthornCurl", "PosthornHTTP", "PosthornJSON"]
        #expect(try posthorn.flatMap(Self.types).count <= 201)
        #expect(try Self.modules.flatMap(Self.types).count <= 376)
    }

    /// What a module adds to a type of Swift or Foundation would be in the completion list of each user of that type.
    ///
    /// Lists of models read and write documents; other arrays do not have these members.
    /// Witnesses of this package's protocols are SPI.
    @Test func foreignTypesHaveNoNewMembers() throws {
        let own = Set(try Self.modules.flatMap(Self.types))
        let foreign = try Self.modules.flatMap(Self.reviewed).filter { line in
            let path = line.prefix { $0 != ":" && $0 != "(" }.split(separator: ".")
            return path.count > 1 && !own.contains(path[0])
        }
        let ofModels = foreign.filter { $0.hasPrefix("Array.") && $0.contains("jsonData") }
        #expect(ofModels.count == 2)
        #expect(foreign.filter { !ofModels.contains($0) } == [])
    }

    /// The lines of a module's list.
    private static func reviewed(_ module: String) throws -> [Substring] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "API/\(module).txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    /// The paths of the types in a module's list.
    private static func types(of module: String) throws -> [Substring] {
        let type = /([^:]+): (?:@\S+ )*(?:final class|class|struct|enum|protocol|actor) .*/
        return try reviewed(module).compactMap { try type.wholeMatch(in: $0)?.1 }
    }

    @Test(arguments: modules)
    func documentsEverySymbol(_ module: String) throws {
        let undocumented = try SymbolGraph.symbols(of: module).filter { !$0.isDocumented }
        #expect(undocumented.map { $0.path.joined(separator: ".") } == [])
    }
}

/// What the compiler says of a module's public symbols.
private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        let path: [String]
        let declaration: String
        let isDocumented: Bool

        private enum Key: String, CodingKey {
            case pathComponents, declarationFragments, docComment
        }

        private struct Fragment: Decodable { let spelling: String }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            path = try fields.decode([String].self, forKey: .pathComponents)
            declaration = try fields.decode([Fragment].self, forKey: .declarationFragments)
                .map(\.spelling).joined().replacing("\n", with: " ")
            isDocumented = fields.contains(.docComment)
        }
    }

    let symbols: [Symbol]

    /// The symbols of a module that was built with the tests.
    static func symbols(of module: String) throws -> [Symbol] {
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let scratch = products.deletingLastPathComponent().deletingLastPathComponent()
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }

        let extract = Process()
        extract.executableURL = URL(filePath: "/usr/bin/env")
        extract.arguments =
            [
                try #require(tool()), "-module-name", module, "-output-dir", output.path,
                "-minimum-access-level", "public", "-skip-synthesized-members",
                "-target", "\(machine)-unknown-linux-gnu",
                "-I", products.appending(path: "Modules").path,
                "-I", root.appending(path: "Sources/CCurl").path,
                "-I", root.appending(path: "Sources/CImageDecoders").path,
                "-I", root.appending(path: "Sources/CHiredis").path,
                "-I", scratch.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite").path,
            ] + headers(below: scratch.appending(path: "checkouts")).flatMap { ["-I", $0] }
        let errors = Pipe()
        extract.standardError = errors
        try extract.run()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        extract.waitUntilExit()
        try #require(extract.terminationStatus == 0, "\(String(decoding: message, as: UTF8.self))")

        let graphs = try FileManager.default.contentsOfDirectory(
            at: output, includingPropertiesForKeys: nil
        ).filter { $0.lastPathComponent.hasSuffix(".symbols.json") }
        try #require(!graphs.isEmpty)
        return try graphs.flatMap {
            try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)).symbols
        }
    }

    /// The program of the toolchain that runs the tests.
    private static func tool() -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.lazy
            .map { URL(filePath: "\($0)/swift").resolvingSymlinksInPath() }
            .map {
                $0.deletingLastPathComponent().appending(path: "swift-symbolgraph-extract").path
            }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static var machine: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }

    /// The folders with the headers of the C targets that dependencies have.
    private static func headers(below checkouts: URL) -> [String] {
        let list = { (url: URL) in
            (try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil))
                ?? []
        }
        return list(checkouts)
            .flatMap { list($0.appending(path: "Sources")) }
            .map { $0.appending(path: "include").path }
            .filter { FileManager.default.fileExists(atPath: $0) }
    }
}
