import Testing

@testable import PosthornSpec

@Suite("Number comparison")
struct NumberOrderTests {
    /// Each less than the next.
    private static let ascending = [
        "-1e99999999999999999999", "-9223372036854775808", "-10", "-9.5", "-1", "-1e-5", "0",
        "1e-99999999999999999999", "0.00001", "0.3", "0.30000000000000001", "1", "1.5e0", "2", "15",
        "9007199254740992", "9007199254740993", "9223372036854775807", "1e30", "1.01E+30", "1e400",
    ]

    @Test("Numbers are compared exactly")
    func comparesExactly() throws {
        let numbers = try Self.ascending.map { try #require(NumberOrder($0)) }
        for left in numbers.indices {
            for right in numbers.indices {
                #expect((numbers[left] < numbers[right]) == (left < right))
                #expect((numbers[left] == numbers[right]) == (left == right))
            }
        }
    }

    @Test(
        "Different spellings of a number are equal",
        arguments: [
            ("0", "-0"), ("0", "0.000"), ("0", "0e7"), ("1", "1.0"), ("100", "1e2"),
            ("0.1", "1e-1"),
            ("-12.50", "-1.25e1"),
        ])
    func differentSpellingsAreEqual(_ left: String, right: String) throws {
        #expect(try #require(NumberOrder(left)) == #require(NumberOrder(right)))
    }

    @Test(
        "Invalid numbers are refused",
        arguments: ["", "-", "1.", ".5", "01", "1e", "0x1", "nan"])
    func refusesInvalidNumbers(_ text: String) {
        #expect(NumberOrder(text) == nil)
    }
}
