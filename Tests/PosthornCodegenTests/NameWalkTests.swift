import PosthornCodegen
import TestSupport
import Testing

@testable import PosthornSpec

/// Every name that Swift, Foundation, Posthorn or generated code has, at every place where a spec gives
/// names: it is refused there, or what is generated compiles.
@Suite("Reserved names", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct NameWalkTests {
    /// Words with a meaning in some places of Swift, and names in the bodies of generated functions.
    private static let others = [
        "actor", "any", "async", "borrowing", "consume", "consuming", "convenience", "copy",
        "destination", "didSet", "discard", "dynamic", "each", "final", "get", "indirect",
        "isolated", "json", "lazy", "left", "macro", "mutating", "nonisolated", "none", "object",
        "open", "optional", "override", "package", "page", "postfix", "prefix", "required", "right",
        "sending", "set", "some", "then", "to", "unowned", "unsafe", "weak", "willSet", "yield",
    ]

    private static let names: [String] = {
        let members = [
            ReservedNames.endpoints, ReservedNames.parameters, ReservedNames.returnedHeaders,
            ReservedNames.fields, ReservedNames.cases, ReservedNames.failures,
            ReservedNames.ciphers, ReservedNames.credentials, ReservedNames.responses,
            SwiftKeywords.all, Set(others),
        ]
        let types = ReservedNames.types.map { $0.prefix(1).lowercased() + $0.dropFirst() }
        // Names that differ in capitals alone are neighbours, and so come into different parts.
        return members.reduce(into: Set(types)) { $0.formUnion($1) }
            .sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    }()

    /// The rules that refuse a name, wherever it is.
    private static let refusals: Set<String> = [
        "every service has a member of this name",
        "generated code needs this Swift name for itself",
        "a cipher has a lowerCamelCase name that is not built in",
        "a credential has a lowerCamelCase name that is not built in",
        "a response policy has a lowerCamelCase name that is not built in",
        "a value of an enum has a lowerCamelCase Swift name of its own",
        "two names cannot become one Swift name", "the destination of a file has this Swift name",
    ]

    /// The names in parts, as a service declares at most a hundred of a kind.
    private static let parts: [[String]] = (0..<4).map { part in
        names.indices.filter { $0 % 4 == part }.map { names[$0] }
    }

    /// What has one name per line at each place.
    private static func spec(_ names: [String]) -> String {
        // An object with one of these as its key is no object.
        let members = names.filter { $0 != "enum" && $0 != "swift" }
        func each(_ indent: Int, of names: [String], _ value: (String) -> String) -> String {
            names.map { String(repeating: " ", count: indent) + value($0) + "\n" }.joined()
        }
        func each(_ indent: Int, _ value: (String) -> String) -> String {
            each(indent, of: names, value)
        }
        func numbered(_ name: String, from first: Int, by count: Int, _ key: String) -> String {
            stride(from: 0, to: names.count, by: count).map { start in
                let some = names[start..<min(start + count, names.count)].enumerated()
                return "  \(name)\(start):\n    GET: /x\n    \(key):\n"
                    + some.map { "      \(first + $0): { type: Row, name: \($1) }\n" }.joined()
            }.joined()
        }
        func endpoint(_ name: String, _ key: String, _ type: String, _ more: String = "") -> String
        {
            "  \(name):\n    POST: /x\n\(more)    \(key):\n"
                + each(6, of: members) { "\($0): \(type)" }
        }
        return "service: WalkAPI\nauth:\n" + each(2) { "\($0): bearer" }
            + "ciphers:\n" + each(2) { "\($0): Seals." }
            + "responses:\n" + each(2) { "\($0): Reads." }
            + "common:\n  headers:\n" + each(4) { "\($0): { type: String, name: \($0) }" }
            + "endpoints:\n" + each(2) { "\($0): { GET: /x, returns: Data }" }
                + """
                  walkAll:
                    POST: /x
                    query: { a?: Date, b: Int = 1, c?: [UUID], d?: URL, e: Decimal = 1.5, f?: Float }
                    body: { a1: Data, b1: JSON, c1?: Int?, d1: "[String: Row]", e1: Bool, f1: Double }
                    returns: Row
                    errors: { 404: Row, 5xx: Row }
                    timeout: 3s
                    retry: { attempts: 4 }
                    cache: { maxAge: 5m }
                    idempotent: true
                  walkFile: { GET: /f, returns: File }
                  walkBytes: { GET: /f, returns: Bytes }
                  walkEvents: { GET: /f, returns: events of Row }
                  walkUpload: { PUT: /f, upload: image/png }
                  walkParts: { POST: /f, multipart: { f: File, g: Row } }
                  walkPages: { GET: /f, query: { page: Int = 1 }, returns: "[Row]", pages: { page: page } }

                """
            + endpoint("inQuery", "query", "String") + endpoint("inHeaders", "headers", "String")
            + endpoint("inBody", "body", "String")
            + endpoint("leftOut", "query", "{ type: String, default: x }", "    returns: File\n")
            + endpoint("inForm", "form", "{ type: String, length: 1...3 }")
            + endpoint("inParts", "multipart", "File")
            + endpoint("enumsInPlace", "query", "m | n", "    returns: events of Row\n")
            + endpoint("objectsInPlace", "body", "{ x: Int, d: Date, e: Data }")
            + numbered("failing", from: 400, by: 150, "errors")
            + numbered("responding", from: 200, by: 90, "returns")
            + "  inAnswer:\n    GET: /x\n    returns:\n      type: Row\n      headers:\n"
            + each(8) { "\($0): String" }
            + "types:\n  Row: { text: String, date: Date, data: Data }\n"
            + "  Required1:\n" + each(4, of: members) { "\($0): String" }
            + "  Optional1:\n" + each(4, of: members) { "\($0)?: \"[Int]\"" }
            + "  Default1:\n" + each(4, of: members) { "\($0): Int = 3" }
            + "  Limited1:\n" + each(4, of: members) { "\($0): { type: String, length: 1...3 }" }
            + "  Objects1:\n" + each(4, of: members) { "\($0): { x: Int, d: Date, e: Data }" }
            + "  Enums1:\n" + each(4, of: members) { "\($0): m | n" }
            + "  Open1:\n    enum:\n" + each(6) { "\($0): \"\($0)\"" }
            + "  Closed1:\n    open: false\n    enum:\n" + each(6) { "\($0): \"\($0)\"" }
            + "  Union1:\n    by: kind\n    oneOf:\n" + each(6) { "\"\($0)\": Row" }
            + "  Tried1:\n    oneOf:\n"
            + names.enumerated().map { "      \($1): Way\($0)\n" }.joined()
            + names.indices.map { "  Way\($0): { way\($0): String }\n" }.joined()
    }

    @Test("Each name is refused or compiles at every place", arguments: parts.indices)
    func everyNameIsRefusedOrCompiles(_ part: Int) throws {
        var lines = Self.spec(Self.parts[part]).split(separator: "\n").map(String.init)
        let count = lines.count
        // A refused name may hide what else is wrong.
        for _ in 0..<8 {
            let source = SourceFile(path: "Walk.yaml", text: lines.joined(separator: "\n"))
            let result = SpecReader.read([source])
            let errors = result.diagnostics.filter { $0.severity == .error }
            guard !errors.isEmpty else {
                #expect(count - lines.count < 100)
                let document = try #require(result.document)
                let swift = Generator(document).swift(for: source.path, shownAs: source.path)
                let compiler = try ExampleCompiler()
                defer { compiler.removeFiles() }
                try compiler.add(try #require(swift), as: "Walk.swift")
                #expect(try compiler.problems() == "")
                return
            }
            for error in errors { #expect(Self.refusals.contains(error.rule), "\(error)") }
            let refused = Set(errors.map { $0.mark.line - 1 })
            lines = lines.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
        }
        Issue.record("the reader does not come to an end")
    }
}
