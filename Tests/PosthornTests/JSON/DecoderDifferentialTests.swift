import Foundation
import TestSupport
import Testing

@testable import PosthornCore
@testable import PosthornJSON

/// Posthorn's decoder of your own types against Foundation's.
///
/// The values, the error cases, the types and the coding paths are the same, except:
/// - An object with a member twice is an error; Foundation takes the first.
/// - A number that its type can't hold is an error with a path; Foundation reports none.
/// - An integer of `1.0000000000000001` or `1e-400` is an error, and the `Decimal` `0e-400` is zero. The
///   integer `18446744073709551615.0`, which no `Double` holds, is an error of Foundation.
/// - An invalid date of `.iso8601` is an error with its path; Foundation reports that of the enclosing value.
/// - The keys of a map have the type of the standard library with every key strategy, so errors hide them.
/// - `allKeys` has the order of the document; Foundation's has none.
///
/// `POSTHORN_DECODER_DOCUMENTS=1000000` compares more documents, `POSTHORN_SEED` others.
@Suite(
    "Comparison of decoders with Foundation", .timeLimit(.minutes(60 * slowness)), .oneIssueAtLimit)
struct DecoderDifferentialTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count =
        environment["POSTHORN_DECODER_DOCUMENTS"].flatMap { Int($0) } ?? 2_000

    @Test func randomTypesDecodeLikeFoundation() throws {
        var random = SeededGenerator()
        var documents = RandomDocuments()
        var differences = 0
        var successes = 0
        for number in 0..<Self.count {
            let shape = documents.shape(0, &random)
            let text = documents.text(for: shape, &random)
            let decoder = documents.decoder(&random)
            decoder.userInfo[Probed.plan] = Probed.Plan(shape)
            let theirs = Self.transcript {
                try decoder.decode(Probed.self, from: Data(text.utf8)).text
            }
            decoder.userInfo[Probed.plan] = Probed.Plan(shape)
            let ours = Self.transcript {
                try JSONDocument.decode(Probed.self, from: text, DecodingSettings(of: decoder)).text
            }
            if theirs.hasPrefix("=") { successes += 1 }
            guard ours != theirs else { continue }
            differences += 1
            guard differences <= 10 else { continue }
            Issue.record(
                """
                \(number), seed \(random.seed), \(documents.settings)
                shape      \(shape)
                document   \(text)
                Posthorn   \(ours)
                Foundation \(theirs)
                """)
        }
        #expect(differences == 0)
        #expect(successes > Self.count / 5)
    }

    private static func transcript(_ body: () throws -> String) -> String {
        do { return "= " + (try body()) } catch { return Probed.describe(error) }
    }
}

extension JSONDocument {
    /// Decodes a text; text that is not JSON is the error that Foundation throws for it.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from text: String, _ settings: DecodingSettings = .standard
    ) throws -> Value {
        let document: JSONDocument
        do {
            document = try Array(text.utf8).withUnsafeBufferPointer { bytes in
                var reader = JSONReader(bytes)
                let document = try reader.readDocument()
                try reader.finish()
                return document
            }
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: "not JSON", underlyingError: error))
        }
        return try ValueDecoder(document, settings).decode(type)
    }
}

/// Makes shapes, documents that mostly fit them, and settings.
struct RandomDocuments {
    private static let names = [
        "a", "b", "userName", "user_name", "_id", "is_paid_", "größe", "tag", "super", "x y", "7",
    ]
    /// What the last decoder was set to.
    private(set) var settings = ""

    mutating func shape(_ depth: Int, _ random: inout SeededGenerator) -> Shape {
        let name = Self.names.randomElement(using: &random) ?? "a"
        guard depth < 4 else { return leaf(&random) }
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<4: return leaf(&random)
        case 4..<8:
            let members = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                Shape.Member(
                    name: Self.names.randomElement(using: &random) ?? "a",
                    access: Shape.Access.allCases.randomElement(using: &random) ?? .required,
                    shape: shape(depth + 1, &random))
            }
            return .object(members)
        case 8: return .list(shape(depth + 1, &random))
        case 9: return .optional(shape(depth + 1, &random))
        case 10: return .nested(name, shape(depth + 1, &random))
        case 11: return .nestedList(name, shape(depth + 1, &random))
        case 12:
            return Bool.random(using: &random)
                ? .inherited(Bool.random(using: &random) ? name : nil, shape(depth + 1, &random))
                : .forwarded(shape(depth + 1, &random))
        default: return .names
        }
    }

    private func leaf(_ random: inout SeededGenerator) -> Shape {
        .leaf(Leaf.all.randomElement(using: &random) ?? Leaf(Int.self))
    }

    mutating func decoder(_ random: inout SeededGenerator) -> JSONDecoder {
        let decoder = JSONDecoder()
        let choices = (0..<4).map { _ in Int.random(in: 0..<6, using: &random) }
        settings = "settings \(choices)"
        switch choices[0] {
        case 0: decoder.keyDecodingStrategy = .convertFromSnakeCase
        case 1:
            decoder.keyDecodingStrategy = .custom { path in
                Probed.Key(
                    stringValue: "\(path.count)" == "3"
                        ? "a" : path[path.count - 1].stringValue.lowercased())
            }
        default: break
        }
        switch choices[1] {
        case 0: decoder.dateDecodingStrategy = .secondsSince1970
        case 1: decoder.dateDecodingStrategy = .millisecondsSince1970
        case 2: decoder.dateDecodingStrategy = .iso8601
        case 3: decoder.dateDecodingStrategy = JSON.decoder.dateDecodingStrategy
        case 4: decoder.dateDecodingStrategy = .custom { _ in throw CancellationError() }
        default: break
        }
        switch choices[2] {
        case 0: decoder.dataDecodingStrategy = .deferredToData
        case 1: decoder.dataDecodingStrategy = JSON.decoder.dataDecodingStrategy
        default: break
        }
        if choices[3] < 3 {
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "NaN")
        }
        return decoder
    }

    /// Returns a document that fits a shape, except for some of its values.
    func text(for shape: Shape, _ random: inout SeededGenerator) -> String {
        if Int.random(in: 0..<14, using: &random) == 0 { return any(0, &random) }
        let space = ["", "", "", " ", "\n"].randomElement(using: &random) ?? ""
        switch shape {
        case .leaf(let leaf): return space + text(for: leaf.name, &random) + space
        case .object(let members):
            return object(
                members.map { ($0.name, text(for: $0.shape, &random)) }, &random)
        case .list(let shape):
            let texts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                text(for: shape, &random)
            }
            return "[\(space)\(texts.joined(separator: ",\(space)"))]"
        case .optional(let shape):
            return Int.random(in: 0..<4, using: &random) == 0 ? "null" : text(for: shape, &random)
        case .nested(let name, let shape):
            return object([(name, object([(name, text(for: shape, &random))], &random))], &random)
        case .nestedList(let name, let shape):
            return object([(name, "[\(text(for: shape, &random)),1]")], &random)
        case .inherited(let name, let shape):
            return object([(name ?? "super", text(for: shape, &random))], &random)
        case .forwarded(let shape): return text(for: shape, &random)
        case .names: return object([], &random)
        }
    }

    /// Returns an object with most of the members, and others, in any order.
    private func object(
        _ members: [(name: String, text: String)], _ random: inout SeededGenerator
    ) -> String {
        var texts: [String: String] = [:]
        for member in members where Int.random(in: 0..<12, using: &random) > 0 {
            texts[member.name] = member.text
        }
        for _ in 0..<[0, 0, 1, 3, 20].randomElement(using: &random, or: 0) {
            let name = Self.names.randomElement(using: &random, or: "a")
            let number = Int.random(in: 0..<30, using: &random)
            texts[number < 10 ? name : "other\(number)", default: any(3, &random)] += ""
        }
        let written = texts.sorted { $0.key < $1.key }.shuffled(using: &random).map { name, text in
            "\(quoted(name, &random)):\(text)"
        }
        return "{\(written.joined(separator: ","))}"
    }

    private func quoted(_ name: String, _ random: inout SeededGenerator) -> String {
        guard Int.random(in: 0..<6, using: &random) == 0 else { return "\"\(name)\"" }
        return "\"" + name.unicodeScalars.map { String(format: "\\u%04x", $0.value) }.joined()
            + "\""
    }

    private func any(_ depth: Int, _ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<(depth < 3 ? 9 : 7), using: &random) {
        case 0: "null"
        case 1: ["true", "false"].randomElement(using: &random, or: "true")
        case 2, 3: number(&random)
        case 4: quoted("text", &random)
        case 5: "{}"
        case 6: "[]"
        case 7: "[\(any(depth + 1, &random)),\(any(depth + 1, &random))]"
        default: object([("a", any(depth + 1, &random))], &random)
        }
    }

    private func number(_ random: inout SeededGenerator) -> String {
        [
            "0", "-0", "1", "-1", "1.0", "1.5", "1e2", "-12e-1", "120e-1", "127", "128", "-128",
            "-129", "255", "256", "32767", "32768", "65535", "65536", "2147483647", "2147483648",
            "4294967295", "4294967296", "9007199254740993", "9223372036854775807",
            "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
            "18446744073709551615", "18446744073709551616", "0.1", "1e308", "1e309", "-1e309",
            "1e-320", "3.4028235e38", "3.5e38", "1e-46", "0.30000000000000004",
            "170141183460469231731687303715884105727", "-170141183460469231731687303715884105728",
            "123456789012345678901234567890.12345678", "1.7976931348623157e308", "1e19", "1E+3",
            "\(Int.random(in: -1_000_000...1_000_000, using: &random))",
            "\(Double.random(in: -1e6...1e6, using: &random))",
            "\(Double(bitPattern: UInt64.random(in: 0..<(2047 << 52), using: &random)))",
        ].randomElement(using: &random, or: "0")
    }

    private func text(for type: String, _ random: inout SeededGenerator) -> String {
        let list = { (element: String, random: inout SeededGenerator) in
            let texts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                text(for: element, &random)
            }
            return "[\(texts.joined(separator: ","))]"
        }
        switch type {
        case "Bool": return ["true", "false"].randomElement(using: &random, or: "true")
        case "String":
            return [
                "\"\"", "\"plain\"", "\"a longer text of 24 bytes\"", #""\u00e9\n\ud83d\ude00""#,
                "\"größe\"",
            ]
            .randomElement(using: &random, or: "\"\"")
        case "Double", "Float":
            let special = ["\"inf\"", "\"-inf\"", "\"NaN\"", "\"nan\""]
            return Int.random(in: 0..<5, using: &random) == 0
                ? special.randomElement(using: &random, or: "1") : number(&random)
        case "Date":
            return [
                "\"2026-11-21T10:23:00Z\"", "\"2026-11-21T10:23:00.5+01:00\"", "\"today\"", "1.5",
                "1795256580",
            ].randomElement(using: &random, or: "0")
        case "Data":
            return ["\"aGk=\"", "\"aGk\"", "\"\"", "[1,2,255]", "[256]", #""aG\u006b=""#]
                .randomElement(using: &random, or: "\"\"")
        case "URL":
            return ["\"https://example.com/a?b=c\"", "\"\"", "\"/a\"", #""http:\/\/e.org""#]
                .randomElement(using: &random, or: "\"\"")
        case "UUID":
            return ["\"6B1F8F1E-0D3C-4a55-9d52-0a4f4c1f2b3e\"", "\"6b1f8f1e\"", #""\u0036""#]
                .randomElement(using: &random, or: "\"\"")
        case "Color":
            return ["\"red\"", "\"green\"", "\"blue\""].randomElement(using: &random, or: "1")
        case "Level": return ["1", "2", "3", "2.0"].randomElement(using: &random, or: "1")
        case "Array<Int>", "Set<Int>": return list("Int", &random)
        case "Array<String>": return list("String", &random)
        case "Array<Date>": return list("Date", &random)
        case "Array<Array<Double>>":
            return "[\(list("Double", &random)),\(list("Double", &random))]"
        case "Array<Optional<Color>>": return "[\"red\",null]"
        case "Dictionary<String, Int>", "Dictionary<Int, String>":
            return object([("7", number(&random)), ("snake_case", number(&random))], &random)
        case "Dictionary<String, Data>":
            return object([("a_b", text(for: "Data", &random))], &random)
        case "Dictionary<String, Dictionary<String, Bool>>":
            return object([("a_b", #"{"c_d":true}"#)], &random)
        case "Required", "Optionals":
            let types = ["Int", "String", "Double", "Bool", "Int", "Float", "Date", "Color"]
            var members = zip("abcdefgh", types).map { (String($0), text(for: $1, &random)) }
            members += "ijklmnopqr".map { (String($0), number(&random)) }
            members += [
                ("s", "[1,null]"), ("u", text(for: "URL", &random)),
                ("w", text(for: "Data", &random)),
            ]
            return object(members, &random)
        default: return number(&random)
        }
    }
}

extension Array {
    fileprivate func randomElement(using random: inout SeededGenerator, or other: Element)
        -> Element
    {
        randomElement(using: &random) ?? other
    }
}
