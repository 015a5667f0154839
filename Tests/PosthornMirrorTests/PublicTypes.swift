import Foundation

/// The public types of the libraries as their sources declare them.
///
/// The sources are formatted: the indentation of a line tells which braces are around it.
enum PublicTypes {
    /// The names without the module, such as `TransportMetrics.Connection`.
    ///
    /// Left out are SPI, and what no function that reflects takes: noncopyable types, and enums without a case.
    static func all() throws -> Set<String> {
        var found: Set<String> = []
        for folder in libraries {
            let files = try FileManager.default.subpathsOfDirectory(atPath: sources + folder)
            for file in files where file.hasSuffix(".swift") {
                let text = try String(
                    contentsOfFile: sources + folder + "/" + file, encoding: .utf8)
                found.formUnion(types(in: text))
            }
        }
        return found
    }

    static let libraries = [
        "PosthornAWS", "PosthornCache", "PosthornCore", "PosthornCrypto", "PosthornCurl",
        "PosthornDrift", "PosthornFoundation", "PosthornHTTP", "PosthornImageDecoding",
        "PosthornImages",
        "PosthornJOSE", "PosthornJSON", "PosthornKeys", "PosthornLegacy", "PosthornLoading",
        "PosthornLogging", "PosthornMessageSignatures", "PosthornMetrics", "PosthornOAuth",
        "PosthornOutbox",
        "PosthornPathMonitor",
        "PosthornPropertyList", "PosthornRedis", "PosthornResilience", "PosthornSQLite",
        "PosthornServer", "PosthornStores", "PosthornTesting", "PosthornTracing",
        "PosthornWorkloadIdentity",
        "PosthornXML",
    ]

    private static let sources =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path + "/Sources/"

    private struct Scope {
        let indent: Int
        let name: String
        let isPublic: Bool
        let isEnum: Bool
        var hasCase = false
    }

    static func types(in text: String) -> Set<String> {
        var found: Set<String> = []
        var scopes: [Scope] = []
        func close(to indent: Int) {
            while let scope = scopes.last, scope.indent >= indent {
                let name = scopes.map(\.name).joined(separator: ".")
                if scope.isPublic, !scope.isEnum || scope.hasCase { found.insert(name) }
                scopes.removeLast()
            }
        }
        for line in text.split(separator: "\n") {
            let indent = line.prefix { $0 == " " }.count
            let words = line.dropFirst(indent)
            if words.hasPrefix("}") { close(to: indent) }
            if let last = scopes.last, indent == last.indent + 4,
                words.hasPrefix("case ") || words.hasPrefix("indirect case ")
            {
                scopes[scopes.count - 1].hasCase = true
            }
            guard let scope = scope(in: words, indent: indent) else { continue }
            scopes.append(scope)
            if words.hasSuffix("}") { close(to: indent) }
        }
        return found
    }

    private static func scope(in line: Substring, indent: Int) -> Scope? {
        let words = line.split { $0 == " " || $0 == ":" || $0 == "<" || $0 == "{" || $0 == "," }
        let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "extension"]
        guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count,
            words[..<place].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
        else { return nil }
        let isNamed =
            words[place] != "extension" && !line.contains("~Copyable") && !line.contains("@_spi(")
        return Scope(
            indent: indent, name: String(words[place + 1]),
            isPublic: isNamed && words[..<place].contains { $0 == "public" || $0 == "open" },
            isEnum: words[place] == "enum")
    }

    private static let modifiers: Set<Substring> = [
        "public", "open", "package", "internal", "private", "fileprivate", "final", "indirect",
        "nonisolated",
    ]
}
