import Foundation
import Testing

@testable import PosthornCore
@_spi(Generated) @testable import PosthornJSON

/// The format `string` of numbers.
@Suite("Number formats")
struct NumberFormatTests {
    private func read<Number: JSONFormattable>(_ type: Number.Type, _ text: String) throws -> Number
    where Number.Format == NumberFormat {
        try Array(text.utf8).withUnsafeBufferPointer {
            var reader = JSONReader($0)
            let number = try Number(json: &reader, as: .string)
            try reader.finish()
            return number
        }
    }

    private func write<Number: JSONFormattable>(_ number: Number) throws -> String
    where Number.Format == NumberFormat {
        var writer = JSONWriter()
        try number.write(json: &writer, as: .string)
        try writer.finish()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (#""0""#, 0), (#""-5""#, -5), (#""9223372036854775807""#, Int64.max),
        (#""-9223372036854775808""#, Int64.min), ("5", 5), (#""1.0""#, 1), (#""1e2""#, 100),
        (#""\u0035""#, 5),
    ])
    func readsStringsAndNumbers(_ text: String, _ number: Int64) throws {
        #expect(try read(Int64.self, text) == number)
    }

    @Test(arguments: [
        #""""#, #"" 5""#, #""5 ""#, #""+5""#, #""05""#, #""0x5""#, #""five""#, #""5""5""#,
        #""9223372036854775808""#, #""0.5""#, #""null""#, #""[5]""#, "null", "true", "[5]", "{}",
    ])
    func refusesOtherValues(_ text: String) {
        #expect(throws: JSONError.self) { try read(Int64.self, text) }
    }

    @Test func errorNamesTypeAndPlace() {
        let error = #expect(throws: JSONError.self) {
            try Array(#"{"n":"x"}"#.utf8).withUnsafeBufferPointer {
                var reader = JSONReader($0)
                _ = try [String: Int64](json: &reader, as: .string)
            }
        }
        #expect(error?.expected == "a number that Int64 can hold, in a string")
    }

    @Test func allTypesRoundTrip() throws {
        #expect(try write(Int.min) == #""-9223372036854775808""#)
        #expect(try read(Int.self, #""-9223372036854775808""#) == .min)
        #expect(try write(Int32.max) == #""2147483647""#)
        #expect(try read(Int32.self, #""2147483647""#) == .max)
        #expect(try write(UInt64.max) == #""18446744073709551615""#)
        #expect(try read(UInt64.self, #""18446744073709551615""#) == .max)
        #expect(try write(0.1) == #""0.1""#)
        #expect(try read(Double.self, #""0.1""#) == 0.1)
        #expect(try write(Float(0.1)) == #""0.1""#)
        #expect(try read(Float.self, #""0.1""#) == 0.1)
        let digits = "12345678901234567890.123456789"
        let decimal = try #require(Decimal(string: digits))
        #expect(try write(decimal) == "\"\(digits)\"")
        #expect(try read(Decimal.self, "\"\(digits)\"") == decimal)
    }

    @Test func numberThatIsNotFiniteIsNotWritten() {
        let error = #expect(throws: JSONError.self) {
            var writer = JSONWriter()
            writer.beginObject()
            writer.write("weight", Double.nan, as: .string)
            try writer.finish()
        }
        #expect(error?.message.hasPrefix("weight is a number") == true)
    }

    @Test(arguments: ["true", "{}", "[5]"])
    func errorAllowsNumbers(_ text: String) {
        let error = #expect(throws: JSONError.self) { try read(Int64.self, text) }
        #expect(error?.expected == "a number, in a string or not")
    }

    @Test func headerFieldsAreReadExactly() {
        #expect(UInt64(headerText: "18446744073709551615") == .max)
        #expect(Double(headerText: "+1.5") == 1.5)
        #expect(Decimal(headerText: "-0.10") == Decimal(string: "-0.1"))
        for text in ["nan", "inf", "0x10", "1 ", "+-1", "", "1_000"] {
            #expect(Double(headerText: text) == nil, "\(text)")
            #expect(Float(headerText: text) == nil, "\(text)")
            #expect(Decimal(headerText: text) == nil, "\(text)")
        }
        #expect(UInt64(headerText: "-1") == nil)
        #expect(Decimal(headerText: String(repeating: "7", count: 39)) == nil)
    }
}
