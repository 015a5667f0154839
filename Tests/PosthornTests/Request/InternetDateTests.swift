import Foundation
import Testing

@testable import PosthornCore
@testable import PosthornJSON

@Suite("RFC 3339 dates")
struct InternetDateTests {
    /// Epoch seconds by `date -u -d … +%s`.
    static let known: [(String, Double)] = [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:01Z", 1),
        ("1969-12-31T23:59:59Z", -1),
        ("2000-01-01T00:00:00Z", 946_684_800),
        ("2000-02-29T12:00:00Z", 951_825_600),
        ("2000-03-01T00:00:00Z", 951_868_800),
        ("1900-03-01T00:00:00Z", -2_203_891_200),
        ("2024-02-29T23:59:59Z", 1_709_251_199),
        ("2026-11-21T10:23:00Z", 1_795_256_580),
        ("2038-01-19T03:14:08Z", 2_147_483_648),
        ("2100-02-28T23:59:59Z", 4_107_542_399),
        ("2100-03-01T00:00:00Z", 4_107_542_400),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("0000-01-01T00:00:00Z", -62_167_219_200),
        ("1970-01-01T00:00:00.500Z", 0.5),
        ("1969-12-31T23:59:59.999Z", -0.001),
        ("2026-11-21T10:23:00.007Z", 1_795_256_580.007),
    ]

    @Test(arguments: known)
    func roundTrips(_ text: String, _ seconds: Double) throws {
        #expect(InternetDate.text(for: Date(timeIntervalSince1970: seconds)) == text)
        let date = try #require(InternetDate.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-5)
        #expect(InternetDate.text(for: date) == text)
    }

    @Test(
        arguments: [
            ("2026-11-21T12:23:00+02:00", 1_795_256_580),
            ("2026-11-21T04:53:00-05:30", 1_795_256_580),
            ("2026-11-21T10:23:00+00:00", 1_795_256_580),
            ("2026-11-21T10:23:00-00:00", 1_795_256_580),
            ("2026-11-21t10:23:00z", 1_795_256_580), ("2026-11-21 10:23:00Z", 1_795_256_580),
            ("2026-11-21T10:23:00.5Z", 1_795_256_580.5),
            ("2026-11-21T10:23:00.123456789Z", 1_795_256_580.123_456_789),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("2016-12-31T23:59:60.5Z", 1_483_228_800.5),
            ("2016-12-31T15:59:60-08:00", 1_483_228_800),
            ("2017-01-01T05:29:60+05:30", 1_483_228_800), ("1970-01-01T00:00:00+23:59", -86_340),
        ] as [(String, Double)])
    func readsOtherFormats(_ text: String, _ seconds: Double) throws {
        let date = try #require(InternetDate.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-5)
    }

    @Test(arguments: [
        "", " ", "2026", "2026-11-21", "10:23:00Z", "2026-11-21T10:23Z", "2026-11-21T10:23:00",
        "2026-11-21T10:23:00+0200", "2026-11-21T10:23:00+02", "2026-11-21T10:23:00+24:00",
        "2026-11-21T10:23:00+02:60", "2026-11-21T10:23:00.Z", "2026-11-21T10:23:00,5Z",
        "2026-13-21T10:23:00Z", "2026-00-21T10:23:00Z", "2026-11-31T10:23:00Z",
        "2026-11-00T10:23:00Z", "2026-02-29T10:23:00Z", "2100-02-29T10:23:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z", "2026-11-21T10:23:61Z",
        "2026-11-21T10:23:60Z", "2026-11-21T23:58:60Z", "2026-11-21T00:00:60Z",
        "2026-12-31T23:59:60+01:00", "2026-12-31T23:59:60-08:00", "2026-12-31T23:59:61Z",
        "26-11-21T10:23:00Z", "2026-1-21T10:23:00Z", "+2026-11-21T10:23:00Z",
        "-2026-11-21T10:23:00Z", "2026-11-21T10:23:00ZZ", "2026-11-21T10:23:00Z ",
        " 2026-11-21T10:23:00Z", "2026/11/21T10:23:00Z", "2026-11-21X10:23:00Z",
        "٢٠٢٦-11-21T10:23:00Z", "20261121T102300Z", "1795256580", "2026-11-21T10:23:0aZ",
    ])
    func refusesInvalidDates(_ text: String) {
        #expect(InternetDate.date(from: text) == nil)
    }

    /// The three formats of HTTP dates have a leap second at the end of a day only.
    @Test(
        arguments: [
            ("Sat, 31 Dec 2016 %@ GMT", 1_483_142_400),
            ("Saturday, 31-Dec-16 %@ GMT", 1_483_142_400),
            ("Sat Dec 31 %@ 2016", 1_483_142_400),
        ] as [(String, Double)],
        [
            ("23:59:59", 86_399), ("23:59:60", 86_400), ("10:23:60", nil), ("23:58:60", nil),
            ("00:00:60", nil), ("23:59:61", nil), ("24:00:00", nil),
        ] as [(String, Double?)])
    func httpDateHasLeapSecondsAtMidnightOnly(
        _ format: (String, midnight: Double), _ time: (String, seconds: Double?)
    ) {
        let date = InternetDate.http(from: format.0.replacing("%@", with: time.0))
        #expect(date?.timeIntervalSince1970 == time.seconds.map { format.midnight + $0 })
    }

    /// Against Foundation's own calendar, a day of each month over 800 years.
    @Test func agreesWithFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let formatter = ISO8601DateFormatter()
        for year in stride(from: 1600, through: 2400, by: 1) {
            for month in 1...12 {
                let parts = DateComponents(year: year, month: month, day: 1 + (year + month) % 28)
                let date = try #require(calendar.date(from: parts))
                let text = try #require(InternetDate.text(for: date))
                #expect(text == formatter.string(from: date))
                #expect(InternetDate.date(from: text) == date)
            }
        }
    }

    /// Offsets without a colon, of the format `Date(iso8601)` only.
    @Test(
        arguments: [
            ("2026-11-21T12:23:00+0200", 1_795_256_580),
            ("2026-11-21T04:53:00-0530", 1_795_256_580),
            ("2026-11-21T12:23:00.000+02", 1_795_256_580),
            ("2026-11-21T10:23:00+0000", 1_795_256_580),
            ("2016-12-31T15:59:60-0800", 1_483_228_800), ("2026-11-21T10:23:00+020", nil),
            ("2026-11-21T10:23:00+2400", nil), ("2026-11-21T10:23:00+0260", nil),
            ("2026-11-21T10:23:00+02000", nil), ("2026-11-21T10:23:00+", nil),
            ("2026-11-21T10:23:00+2", nil), ("2026-11-21T10:23:00", nil),
            ("2026-11-21T10:23:00+0200Z", nil),
        ] as [(String, Double?)])
    func readsBasicOffsets(_ text: String, _ seconds: Double?) throws {
        #expect(try read(text, as: .iso8601)?.timeIntervalSince1970 == seconds)
        #expect(try read(text, as: .rfc3339) == nil)
    }

    @Test(arguments: known)
    func isoFormReadsAndWritesRFC3339(_ text: String, _ seconds: Double) throws {
        let date = try #require(try read(text, as: .iso8601))
        #expect(date == InternetDate.date(from: text))
        #expect(try DateFormat.iso8601.text(for: date) == text)
    }

    private func read(_ text: String, as format: DateFormat) throws -> Date? {
        var text = text
        return text.withUTF8 { format.date(from: $0) }
    }

    private struct Stamp: JSONReadable {
        var at: Date

        init(json: inout JSONReader) throws { at = try Date(json: &json, as: .rfc3339) }
    }

    @Test(arguments: [("2026-11-21T12:23:00+0200", true), ("2026-11-21", false)])
    func errorOfBasicOffsetNamesItsForm(_ text: String, _ isNamed: Bool) {
        let error = #expect(throws: JSONError.self) {
            try JSONReader.read(Stamp.self, from: Array(#""\#(text)""#.utf8))
        }
        #expect((error?.advice?.contains("`Date(iso8601)`") == true) == isNamed)
    }

    @Test func roundsToTheNearestMillisecond() throws {
        let date = Date(timeIntervalSince1970: 1.9996)
        #expect(InternetDate.text(for: date) == "1970-01-01T00:00:02Z")
        let before = Date(timeIntervalSince1970: -0.0004)
        #expect(InternetDate.text(for: before) == "1970-01-01T00:00:00Z")
    }
}
