import Foundation
import Posthorn
import Testing

/// Numbers keep all digits when they are decoded into your own types.
@Suite("Lossless numbers")
struct LosslessNumberTests {
    struct Foreign: Codable, Sendable {
        var price: Decimal
        var id: Int64
        var size: UInt64
        var any: JSONValue
    }

    private static let text =
        #"{"any":9007199254740993,"id":-9223372036854775808,"#
        + #""price":1234567890123456789.0123456789,"size":18446744073709551615}"#

    @Test func codableTypeKeepsAllDigits() async throws {
        let value = try await Store(responding: .json(Self.text)).send(Probe(Foreign.self))
        #expect(value.price == Decimal(string: "1234567890123456789.0123456789"))
        #expect(value.id == .min)
        #expect(value.size == .max)
        #expect(value.any == .number(JSONValue.Number(9_007_199_254_740_993)))
    }

    @Test(arguments: [
        "0.1", "1e400", "-0", "1.10", "123456789012345678901234567890.12345678901234567890",
        "9007199254740993",
    ])
    func jsonValueKeepsNumberText(_ number: String) async throws {
        let value = try await Store(responding: .json("[\(number)]")).send(Probe(JSONValue.self))
        #expect(value[0]?.number?.text == number)
    }
}
