import Foundation
import TestSupport
import Testing

@testable import PosthornCore
@testable import PosthornJSON

/// The 318 documents of JSONTestSuite and their verdicts.
@Suite("JSONTestSuite", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct JSONTestSuite {
    private struct Entry: Decodable {
        var b64: String?
        var size: Int?
    }

    /// What this reader makes of the documents for which either is right.
    ///
    /// Numbers of any size are numbers; `JSONValue` keeps all their digits. Text is valid UTF-8
    /// without a byte order mark and without halves of surrogate pairs; at most 512 levels.
    private static let acceptedByChoice: Set<String> = [
        "i_number_double_huge_neg_exp", "i_number_huge_exp", "i_number_neg_int_huge_exp",
        "i_number_pos_double_huge_exp", "i_number_real_neg_overflow",
        "i_number_real_pos_overflow", "i_number_real_underflow", "i_number_too_big_neg_int",
        "i_number_too_big_pos_int", "i_number_very_big_negative_int",
        "i_structure_500_nested_arrays",
    ]

    private static func documents() throws -> [(name: String, bytes: [UInt8])] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Vectors/json-test-suite.json")
        let entries = try JSONDecoder().decode([String: Entry].self, from: Data(contentsOf: file))
        return try entries.sorted { $0.key < $1.key }.map { key, entry in
            let name = String(key.dropLast(".json".count))
            if let text = entry.b64 {
                return (name, Array(try #require(Data(base64Encoded: text))))
            }
            let unit = name.contains("object") ? "[{\"\":" : "["
            let count = try #require(entry.size) / unit.utf8.count
            return (name, Array(String(repeating: unit, count: count).utf8))
        }
    }

    /// Takes any value and forgets it.
    private struct Skipped: JSONReadable {
        init(json: inout JSONReader) throws { try json.pass() }
    }

    @Test func acceptsAndRefusesAsExpected() throws {
        let documents = try Self.documents()
        #expect(documents.count == 318)
        for (name, bytes) in documents {
            let isRead = (try? JSONReader.read(JSONValue.self, from: bytes)) != nil
            let expected = name.hasPrefix("y_") || Self.acceptedByChoice.contains(name)
            #expect(isRead == expected, "\(name)")
            let isSkipped = (try? JSONReader.read(Skipped.self, from: bytes)) != nil
            #expect(isSkipped == expected, "\(name), skipped")
        }
    }

    @Test func acceptedDocumentsRoundTrip() throws {
        for (name, bytes) in try Self.documents() {
            guard let value = try? JSONReader.read(JSONValue.self, from: bytes) else { continue }
            let written = try JSONWriter.bytes(of: value)
            #expect(try JSONReader.read(JSONValue.self, from: written) == value, "\(name)")
        }
    }
}
