import Foundation
import Testing

@_spi(Generated) @testable import PosthornCore
@_spi(Generated) @testable import PosthornJSON

/// The formats of durations, Booleans and UUIDs, and those of dates beside RFC 3339.
@Suite("Scalar formats")
struct ScalarFormatTests {
    private func read<Value: JSONFormattable>(_ text: String, as format: Value.Format) throws
        -> Value
    {
        try Array(text.utf8).withUnsafeBufferPointer {
            var reader = JSONReader($0)
            let value = try Value(json: &reader, as: format)
            try reader.finish()
            return value
        }
    }

    private func write<Value: JSONFormattable>(_ value: Value, as format: Value.Format) throws
        -> String
    {
        var writer = JSONWriter()
        try value.write(json: &writer, as: format)
        try writer.finish()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("PT5M", 300.0, "PT5M"), ("P1DT2H", 93_600, "P1DT2H"), ("P2W", 1_209_600, "P14D"),
        ("PT0.5S", 0.5, "PT0.5S"), ("PT0,5H", 1800, "PT30M"), ("-PT1H", -3600, "-PT1H"),
        ("PT0S", 0, "PT0S"), ("P0D", 0, "PT0S"), ("PT90S", 90, "PT1M30S"), ("+PT1S", 1, "PT1S"),
        ("PT0.123456789S", 0.123456789, "PT0.123456789S"),
        ("PT0.30000000000000004S", 0.3, "PT0.3S"),
    ])
    func isoDurations(_ text: String, _ seconds: Double, _ written: String) throws {
        let duration: Duration = try read("\"\(text)\"", as: .iso)
        #expect(try write(duration, as: .iso) == "\"\(written)\"")
        #expect(abs(duration / .seconds(1) - seconds) < 1e-9)
    }

    @Test(arguments: [
        "", "P", "PT", "P1DT", "P1Y", "P1M", "PT5", "5M", "PT1M1H", "PT1M1M", "PT0.5H1M", "pt5m",
        "PT5M ", "PT.S", "PT1.S", "P99999999999999999999D", "P9999999999999999999D", "PT--1S",
    ])
    func refusesOtherISODurations(_ text: String) {
        let error = #expect(throws: JSONError.self) {
            try read("\"\(text)\"", as: .iso) as Duration
        }
        #expect(error?.expected == "a duration of ISO 8601 without years and months")
    }

    @Test(arguments: [
        ("5m", 300.0, "5m"), ("1h30m", 5400, "1h30m"), ("100ms", 0.1, "100ms"), ("0", 0, "0s"),
        ("1h30m0s", 5400, "1h30m"), ("1.5h", 5400, "1h30m"), (".5s", 0.5, "500ms"),
        ("-2s", -2, "-2s"), ("1d2h", 93_600, "26h"), ("1w", 604_800, "168h"), ("3us", 3e-6, "3us"),
        ("3µs", 3e-6, "3us"), ("3μs7ns", 3.007e-6, "3us7ns"), ("1y", 31_536_000, "8760h"),
    ])
    func goDurations(_ text: String, _ seconds: Double, _ written: String) throws {
        let duration: Duration = try read("\"\(text)\"", as: .go)
        #expect(try write(duration, as: .go) == "\"\(written)\"")
        #expect(abs(duration / .seconds(1) - seconds) < 1e-9)
    }

    @Test(arguments: [
        "", "5", "m", "5 m", "5M", "1h 30m", "-", "1e3s", ".s", "99999999999999999999s",
    ])
    func refusesOtherGoDurations(_ text: String) {
        #expect(throws: JSONError.self) { try read("\"\(text)\"", as: .go) as Duration }
    }

    @Test func numbersOfSeconds() throws {
        #expect(try read("0.1", as: .seconds) as Duration == .milliseconds(100))
        #expect(try read("-1.5", as: .seconds) as Duration == .milliseconds(-1500))
        #expect(try read("2.5", as: .millis) as Duration == .microseconds(2500))
        #expect(try write(Duration.milliseconds(1500), as: .seconds) == "1.5")
        #expect(try write(Duration.seconds(-90), as: .seconds) == "-90")
        #expect(try write(Duration.microseconds(2500), as: .millis) == "2.5")
        #expect(try write(Duration.nanoseconds(1), as: .seconds) == "0.000000001")
        #expect(try write(Duration(attoseconds: 600_000_000), as: .seconds) == "0.000000001")
        #expect(try write(Duration(attoseconds: -400_000_000), as: .go) == "\"0s\"")
        for text in ["1e300", "\"5\"", "true", "null"] {
            #expect(throws: JSONError.self) { try read(text, as: .seconds) as Duration }
        }
    }

    @Test func longestDurations() throws {
        let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
        for format in [DurationFormat.iso, .go, .seconds, .millis] {
            #expect(try write(longest, as: format).isEmpty == false)
            #expect(try write(Duration.zero - longest, as: format).contains("-"))
        }
    }

    @Test func booleans() throws {
        #expect(try read("1", as: .int) == true)
        #expect(try read("0", as: .int) == false)
        #expect(try write(true, as: .int) == "1")
        #expect(try read("\"yes\"", as: .words("yes", "no")) == true)
        #expect(try write(false, as: .words("yes", "no")) == "\"no\"")
        #expect(Bool(headerText: "0", as: .int) == false)
        #expect(Bool(headerText: "2", as: .int) == nil)
        for text in ["2", "true", "\"1\"", "0.5", "-1"] {
            let error = #expect(throws: JSONError.self) { try read(text, as: .int) as Bool }
            #expect(error?.expected == "0 or 1")
        }
        for text in ["\"YES\"", "true", "\"\"", "1"] {
            let error = #expect(throws: JSONError.self) {
                try read(text, as: .words("yes", "no")) as Bool
            }
            #expect(error?.expected == "'yes' or 'no'")
        }
    }

    @Test func bareUUIDs() throws {
        let uuid = try #require(UUID(uuidString: "6B1F8F1E-0D3C-4A55-9D52-0A4F4C1F2B3E"))
        #expect(try write(uuid, as: .bare) == "\"6b1f8f1e0d3c4a559d520a4f4c1f2b3e\"")
        #expect(try read("\"6B1F8F1E0D3C4A559D520A4F4C1F2B3E\"", as: .bare) == uuid)
        for text in ["6b1f8f1e-0d3c-4a55-9d52-0a4f4c1f2b3e", "6b1f", ""] {
            #expect(throws: JSONError.self) { try read("\"\(text)\"", as: .bare) as UUID }
        }
    }

    @Test(arguments: [
        "Sat, 21 Nov 2026 10:23:00 +0000", "21 Nov 2026 10:23:00 GMT", "21 Nov 26 10:23 UT",
        "sat, 21 nov 2026 10:23:00 Z", "Sat, 21 Nov 2026 05:23:00 EST",
        "Sat,21 Nov 2026 06:23:00 EDT (Eastern (Daylight) Time)", "21 Nov 126 02:23 PST",
        "Sat, 21 Nov 2026 12:23:00 +0200", "Fri, 20 Nov 2026 23:53 -1030", "21 Nov 2026 10:23:00 A",
        " Sat, 21 Nov\r\n 2026 10:23:00 UTC ",
    ])
    func mailDates(_ text: String) throws {
        let json = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let date: Date = try read(json, as: .rfc2822)
        #expect(try write(date, as: .rfc2822) == #""Sat, 21 Nov 2026 10:23:00 +0000""#)
    }

    @Test(arguments: [
        "", "Sat, 21 Nov 2026 10:23:00", "Sat, 21 Nov 2026 10:23:00 CET", "21 Nov 2026 10:23:00 J",
        "Sam, 21 Nov 2026 10:23:00 GMT", "31 Nov 2026 10:23:00 GMT", "21 Nov 2026 24:00:00 GMT",
        "21 Nov 2026 10:23:60 GMT", "21 Nov 2026 10:23:00 +0260", "21 Nov 2026 10:23:00 +02:00",
        "21 Nov 2026 10:23:00 GMT (", "Sat, Sun, 21 Nov 2026 10:23:00 GMT", "0 Nov 2026 1:2 GMT",
    ])
    func refusesOtherMailDates(_ text: String) {
        #expect(throws: JSONError.self) { try read("\"\(text)\"", as: .rfc2822) as Date }
    }

    @Test(arguments: [
        ("2026-11-21T10:23:00.123456Z", "2026-11-21T10:23:00.123456Z"),
        ("2026-11-21T12:23:00.5+02:00", "2026-11-21T10:23:00.5Z"),
        ("2026-11-21T10:23:00Z", "2026-11-21T10:23:00Z"),
        ("1955-01-01T00:00:00.000001Z", "1955-01-01T00:00:00.000001Z"),
    ])
    func microsecondsSurvive(_ text: String, _ written: String) throws {
        let date: Date = try read("\"\(text)\"", as: .nanos)
        #expect(try write(date, as: .nanos) == "\"\(written)\"")
    }

    @Test func nanosecondsComeBackAsTheSameDate() throws {
        for fraction in stride(from: 1, to: 1_000_000_000, by: 98_765_431) {
            let digits = String(fraction + 1_000_000_000).dropFirst()
            let date: Date = try read("\"2026-11-21T10:23:00.\(digits)Z\"", as: .nanos)
            let copy: Date = try read(write(date, as: .nanos), as: .nanos)
            #expect(copy == date)
        }
        let date = Date(timeIntervalSinceReferenceDate: 817_000_000.1.nextUp)
        #expect(try read(write(date, as: .nanos), as: .nanos) == date)
        for seconds in [Double.nan, .infinity, 1e15] {
            #expect(throws: JSONError.self) {
                try write(Date(timeIntervalSince1970: seconds), as: .nanos)
            }
        }
    }

    @Test func localDates() throws {
        let date = Date(timeIntervalSince1970: 1_795_256_580.5)
        #expect(try read("\"2026-11-21T10:23:00.5\"", as: .local) == date)
        #expect(try read("\"2026-11-21 10:23:00.5\"", as: .local) == date)
        #expect(try write(date, as: .local) == "\"2026-11-21T10:23:00.500\"")
        for text in ["2026-11-21T10:23:00Z", "2026-11-21T10:23:00+02:00", "2026-11-21"] {
            let error = #expect(throws: JSONError.self) {
                try read("\"\(text)\"", as: .local) as Date
            }
            #expect(error?.expected == "a date and time without an offset")
        }
    }

    @Test func numbersInStrings() throws {
        let date = Date(timeIntervalSince1970: 1_795_256_580.25)
        #expect(try read("\"1795256580.25\"", as: .unixString) == date)
        #expect(try read("1795256580.25", as: .unixString) == date)
        #expect(try write(date, as: .unixString) == "\"1795256580.25\"")
        #expect(try read("\"1795256580250\"", as: .millisString) == date)
        #expect(try write(date, as: .millisString) == "\"1795256580250\"")
        #expect(Date(headerText: "1795256580.25", as: .unixString) == date)
        for text in ["\"\"", "\" 5\"", "\"5s\"", "true", "{}"] {
            #expect(throws: JSONError.self) { try read(text, as: .unixString) as Date }
        }
        // The fraction of seconds is a number in both directions.
        #expect(try read("1795256580.25", as: .unix) == date)
        #expect(try write(date, as: .unix) == "1795256580.25")
    }

    @Test("An empty array is an empty map, and in a union an array")
    func emptyArrays() throws {
        func read(_ text: String) throws -> [String: Int] {
            try Array(text.utf8).withUnsafeBufferPointer {
                try JSONReader.read([String: Int].self, from: $0)
            }
        }
        #expect(try read("[ ]").isEmpty)
        #expect(try self.read("[]", as: .unix) as [String: Date] == [:])
        for text in ["[1]", "[[]]", "[", "[}", "\"\""] {
            let error = #expect(throws: JSONError.self) { try read(text) }
            #expect(error?.expected == "an object")
        }
        let maps = try Array("[[],{}]".utf8).withUnsafeBufferPointer {
            try JSONReader.read([[String: Int]].self, from: $0)
        }
        #expect(maps == [[:], [:]])
        let (map, dates, list) = try Array("[]".utf8).withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            return (
                try reader.attempt([String: Int].self),
                try reader.attempt([String: Date].self, as: .unix), try reader.attempt([Int].self)
            )
        }
        #expect(map == nil && dates == nil && list == [])
    }
}
