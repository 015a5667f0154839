import Foundation
import Testing

/// Counts the cases of a published set and prints the counts.
final class Tally {
    private let name: String
    private var passed = 0
    private var refused: [String: Int] = [:]
    private var run = 0

    init(_ name: String) { self.name = name }

    /// A case that had to be accepted or rejected, and was.
    func pass(_ isRight: Bool, _ what: String) {
        run += 1
        if isRight { passed += 1 }
        #expect(isRight, "\(name): \(what)")
    }

    /// A case that is rejected on purpose.
    func refuse(_ why: String) {
        run += 1
        refused[why, default: 0] += 1
    }

    /// Prints the counts and requires that all cases of the set were run.
    func end(cases: Int) {
        #expect(run == cases, "\(name)")
        let reasons = refused.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        print(
            "vectors: \(name): run \(run), passed \(passed), refused \(refused.values.reduce(0, +))"
                + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"))
    }
}

/// A file of Project Wycheproof.
struct Wycheproof: Decodable {
    struct Group: Decodable {
        var type: String?
        var keySize: Int?
        var ivSize: Int?
        var tagSize: Int?
        var privateKeyPem: String?
        var `private`: JSONAny?
        var tests: [Case]
    }

    struct Case: Decodable {
        var tcId: Int
        var comment: String
        var flags: [String]
        var result: String
        var key: String?
        var iv: String?
        var aad: String?
        var msg: String?
        var ct: String?
        var tag: String?
        var label: String?
        var ikm: String?
        var salt: String?
        var info: String?
        var size: Int?
        var okm: String?
        var password: String?
        var iterationCount: Int?
        var dkLen: Int?
        var dk: String?
        var jwe: JSONAny?
        var pt: String?

        var isValid: Bool { result == "valid" || result == "acceptable" }
    }

    var numberOfTests: Int
    var testGroups: [Group]

    init(_ name: String) throws {
        let file = Vector.folder.appending(path: "wycheproof/\(name)_test.json")
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }
}

/// Any JSON value, to be written again.
enum JSONAny: Codable {
    case null
    case text(String)
    case number(Double)
    case bool(Bool)
    case array([JSONAny])
    case object([String: JSONAny])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSONAny].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONAny].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .text(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    var text: String? { if case .text(let value) = self { value } else { nil } }
    var object: [String: JSONAny]? { if case .object(let value) = self { value } else { nil } }
    subscript(name: String) -> JSONAny? { object?[name] }
    var bytes: Data { get throws { try JSONEncoder().encode(self) } }
}
