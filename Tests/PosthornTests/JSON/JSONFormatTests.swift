import Foundation
import Testing

@testable import PosthornCore
@testable import PosthornJSON

@Suite("Date and data formats")
struct JSONFormatTests {

    private func read(_ text: String, as format: DateFormat) throws -> Date {
        try Array(text.utf8).withUnsafeBufferPointer {
            var reader = JSONReader($0)
            let date = try Date(json: &reader, as: format)
            try reader.finish()
            return date
        }
    }

    private func write(_ date: Date, as format: DateFormat) throws -> String {
        var writer = JSONWriter()
        try date.write(json: &writer, as: format)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (DateFormat.rfc3339, #""2026-11-21T10:23:00.500Z""#, 1_795_256_580.5),
        (.unix, "1795256580", 1_795_256_580), (.unix, "1795256580.5", 1_795_256_580.5),
        (.millis, "1795256580500", 1_795_256_580.5), (.day, #""2026-11-21""#, 1_795_219_200),
        (.http, #""Sat, 21 Nov 2026 10:23:00 GMT""#, 1_795_256_580),
        (.http, #""Thu, 01 Jan 1970 00:00:00 GMT""#, 0),
        (.http, #""Wed, 31 Dec 1969 23:59:59 GMT""#, -1), (.day, #""1969-12-31""#, -86_400),
        (.millis, "-1", -0.001),
    ])
    func datesRoundTrip(_ format: DateFormat, _ text: String, _ seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try read(text, as: format) == date)
        #expect(try write(date, as: format) == text)
    }

    @Test(arguments: [
        (DateFormat.rfc3339, #""2026-02-30T00:00:00Z""#), (.rfc3339, "1"), (.unix, #""1""#),
        (.day, #""2026-11-21T00:00:00Z""#), (.day, #""2026-13-01""#), (.millis, "null"),
        (.http, #""Saturday, 21 Nov 2026 10:23:00 GMT""#),
        (.http, #""Sat, 21 Nov 2026 25:23:00 GMT""#), (.http, #""Sat, 21 Nov 2026 10:23:00 CET""#),
    ])
    func invalidDatesAreRefused(_ format: DateFormat, _ text: String) {
        #expect(throws: JSONError.self) { try read(text, as: format) }
    }

    @Test(arguments: [
        (DataFormat.base64, "+/8="), (.base64url, "-_8"), (.hex, "fbff"),
    ])
    func dataRoundTrips(_ format: DataFormat, _ text: String) {
        #expect(format.text(for: Data([0xfb, 0xff])) == text)
        #expect(format.data(from: text) == Data([0xfb, 0xff]))
    }

    @Test(arguments: [
        (DataFormat.base64, "-_8="), (.base64url, "+/8"), (.hex, "f"), (.hex, "fg"), (.base64, "a"),
        // Padding that is missing, too much, or not at the end.
        (.base64, "aGk"), (.base64, "aGk=="), (.base64, "=aGk"), (.base64, "aG=k"),
        (.base64, "a==="),
        (.base64, "="), (.base64, "=="), (.base64, "===="), (.base64, "aGVs===="),
        (.base64, "aGk=aGVs"), (.base64, "aGk=aGk="), (.base64, "aA==aA=="), (.base64, " aGk="),
        (.base64, "aGk=\n"), (.base64, "aG\nk="), (.base64url, "aA="), (.base64url, "aG=k"),
        (.base64url, "a"), (.base64url, "===="), (.base64url, "aGVs="), (.base64url, "aGVs===="),
    ])
    func invalidDataIsRefused(_ format: DataFormat, _ text: String) throws {
        #expect(format.data(from: text) == nil)
        #expect(Data(headerText: text, as: format) == nil)
        let json = try JSONWriter.bytes(of: text)
        #expect(throws: JSONError.self) {
            try json.withUnsafeBufferPointer {
                var reader = JSONReader($0)
                _ = try Data(json: &reader, as: format)
            }
        }
    }

    @Test(arguments: [
        (DataFormat.base64, "", ""), (.base64, "aA==", "h"), (.base64, "aGk=", "hi"),
        (.base64, "aGV5", "hey"), (.base64url, "", ""), (.base64url, "aA", "h"),
        (.base64url, "aA==", "h"), (.base64url, "aGk", "hi"), (.base64url, "aGk=", "hi"),
        (.base64url, "aGV5", "hey"),
    ])
    func acceptsBase64Padding(_ format: DataFormat, _ text: String, _ bytes: String) {
        #expect(format.data(from: text) == Data(bytes.utf8))
    }
}
