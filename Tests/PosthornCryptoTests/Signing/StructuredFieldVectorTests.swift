import Foundation
import Posthorn
import PosthornCrypto
import RawStructuredFieldValues
import Testing

/// The library's parser on the httpwg's cases of what signatures use: dictionaries, inner lists,
/// parameters, strings, byte sequences, integers.
@Suite("Structured fields")
struct StructuredFieldVectorTests {
    struct Case: Decodable {
        var name: String
        var raw: [String]?
        var headerType: String
        var mustFail: Bool?
        var canFail: Bool?
        var canonical: [String]?
    }

    @Test func parserMatchesHTTPWGVectors() throws {
        let cases = try SigningVectors.decoder.decode(
            [Case].self, from: SigningVectors.data("structured-fields.json"))
        var tally = SigningTally("structured fields (dictionaries, lists, strings, bytes)")
        for vector in cases {
            let text = (vector.raw ?? []).joined(separator: ", ")
            let written = written(text, vector.headerType)
            let isRight =
                if vector.mustFail == true {
                    written == nil
                } else if written == nil {
                    vector.canFail == true
                } else {
                    written == (vector.canonical ?? vector.raw ?? []).joined(separator: ", ")
                }
            #expect(isRight, "\(vector.name): \(text)")
            if isRight { tally.passed += 1 } else { tally.refuse("wrong") }
        }
        tally.print()
        #expect(tally.ran > 300)
    }

    /// The library leaves base64 to who uses it: ours is strict, as the signers' is.
    private static func isStrict(_ item: Item) -> Bool {
        guard case .undecodedByteSequence(let text) = item.rfc9651BareItem else { return true }
        return Data(base64Encoded: text)?.base64EncodedString() == text
    }

    private func written(_ text: String, _ type: String) -> String? {
        var parser = StructuredFieldValueParser(Array(text.utf8))
        var writer = StructuredFieldValueSerializer()
        let bytes: [UInt8]? =
            switch type {
            case "dictionary":
                (try? parser.parseDictionaryFieldValue()).flatMap {
                    try? writer.writeDictionaryFieldValue($0)
                }
            case "list":
                (try? parser.parseListFieldValue()).flatMap { try? writer.writeListFieldValue($0) }
            default:
                (try? parser.parseItemFieldValue()).flatMap { item in
                    Self.isStrict(item) ? try? writer.writeItemFieldValue(item) : nil
                }
            }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
