import Foundation
import Testing

@testable import PosthornCore
@testable import PosthornJSON

@Suite("HTTP dates")
struct HTTPDateTests {
    /// The three forms of RFC 9110, section 5.6.7, and a day with one digit.
    static let forms = [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ]

    @Test(arguments: forms)
    func parsesAllThreeFormats(_ text: String) throws {
        let date = Date(timeIntervalSince1970: 784_111_777)
        #expect(Date(headerText: text, as: .http) == date)
        let read = try Array("\"\(text)\"".utf8).withUnsafeBufferPointer {
            var reader = JSONReader($0)
            return try Date(json: &reader, as: .http)
        }
        #expect(read == date)
        #expect(try date.parameterText(as: .http) == Self.forms[0])
    }

    /// What is more than 50 years ahead is of the century before.
    @Test(
        arguments: [
            ("Sunday, 06-Nov-94 08:49:37 GMT", "2026-11-24T12:00:00Z", "1994-11-06T08:49:37Z"),
            ("Saturday, 21-Nov-26 10:23:00 GMT", "2026-11-24T12:00:00Z", "2026-11-21T10:23:00Z"),
            ("Tuesday, 24-Nov-76 12:00:00 GMT", "2026-11-24T12:00:00Z", "2076-11-24T12:00:00Z"),
            ("Tuesday, 24-Nov-76 12:00:01 GMT", "2026-11-24T12:00:00Z", "1976-11-24T12:00:01Z"),
            ("Wednesday, 25-Nov-76 11:00:00 GMT", "2026-11-24T12:00:00Z", "1976-11-25T11:00:00Z"),
            ("Friday, 01-Jan-77 00:00:00 GMT", "2026-11-24T12:00:00Z", "1977-01-01T00:00:00Z"),
            ("Friday, 01-Jan-77 00:00:00 GMT", "2030-11-24T12:00:00Z", "2077-01-01T00:00:00Z"),
            ("Sunday, 29-Feb-96 00:00:00 GMT", "2044-02-28T00:00:00Z", "1996-02-29T00:00:00Z"),
            ("Friday, 31-Dec-99 23:59:59 GMT", "2099-12-31T00:00:00Z", "2099-12-31T23:59:59Z"),
            ("Friday, 31-Dec-99 23:59:59 GMT", "2100-01-01T00:00:00Z", "2099-12-31T23:59:59Z"),
        ])
    func twoDigitYearIsAtMost50YearsAhead(_ text: String, _ now: String, _ expected: String) throws
    {
        let now = try #require(InternetDate.date(from: now))
        var text = text
        let date = text.withUTF8 { InternetDate.http(from: $0, now: now) }
        #expect(date == InternetDate.date(from: expected))
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37", "Sunday, 31-Feb-94 08:49:37 GMT",
        "Sunday, 06-Nov-94 24:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 94",
        "Sun Nov  6 08:49:37 1994 GMT", "sunday, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 CET",
    ])
    func invalidDatesAreRefused(_ text: String) {
        #expect(Date(headerText: text, as: .http) == nil)
    }
}
