import Foundation
import Posthorn
import Testing

@Suite("JSON bodies")
struct BodyTests {
    private func body(
        _ method: HTTPRequest.Method, _ endpoint: @escaping Layer = { _ in }
    ) throws -> String? {
        let store = Store { $0.body("channel", "web") }
        return try store.request(
            for: Ping {
                $0.method(method, "/ping")
                try endpoint(&$0)
            }
        ).bodyText
    }

    @Test(arguments: [
        (HTTPRequest.Method.post, #"{"channel":"web"}"# as String?),
        (.put, #"{"channel":"web"}"#), (.patch, #"{"channel":"web"}"#),
        (.get, nil), (.head, nil), (.delete, nil), (.options, nil),
    ])
    func commonFieldsAreAddedToPostPutAndPatchOnly(
        _ method: HTTPRequest.Method, _ expected: String?
    )
        throws
    {
        #expect(try body(method) == expected)
    }

    @Test func deleteWithBodySendsIt() throws {
        #expect(try body(.delete) { $0.body("id", 1) } == #"{"channel":"web","id":1}"#)
    }

    @Test(arguments: [
        (Whole(["a": 1]), #"{"channel":"web","a":1}"#),
        (Whole(["channel": "own", "a": "b"]), #"{"a":"b","channel":"own"}"#),
        (Whole([String: Int]()), #"{"channel":"web"}"#),
        (Whole([1, 2]), "[1,2]"),
        (Whole([String]()), "[]"),
        (Whole("text"), #""text""#),
        (Whole(true), "true"),
        (Whole(Date(timeIntervalSince1970: 0)), #""1970-01-01T00:00:00Z""#),
        (Whole([Date(timeIntervalSince1970: 0)]), #"["1970-01-01T00:00:00Z"]"#),
        (Whole(Data([1, 2, 3])), #""AQID""#),
        (Whole(Decimal(sign: .plus, exponent: -2, significand: 1999)), "19.99"),
        (Whole(URL(filePath: "/a b")), #""file:///a%20b""#),
        (Whole(Receipt?.none), "null"),
    ])
    func commonFieldsAreMergedIntoObjectsOnly(_ value: Whole, _ expected: String) throws {
        #expect(try body(.post) { try value.set(&$0) } == expected)
    }

    @Test func wholeValueIsSentUnchangedWithoutCommonFields() throws {
        #expect(try built(.post) { $0.body(["b": 1, "a": 2]) }.bodyText == #"{"a":2,"b":1}"#)
    }

    @Test func contentTypeIsSentOnlyWithABody() throws {
        let posted = try built(.post) { $0.body("a", "x/y") }
        #expect(posted.headers[.contentType] == "application/json")
        #expect(posted.bodyText == #"{"a":"x/y"}"#)
        #expect(try built(.post) { _ in }.headers[.contentType] == nil)
    }

    @Test func datesAndDataHaveTheirJSONFormat() throws {
        let request = try built(.post) {
            $0.body("at", Date(timeIntervalSince1970: 1.5))
            $0.body("bytes", Data([255]))
            $0.body("id", UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10)))
        }
        #expect(
            request.bodyText
                == #"{"at":"1970-01-01T00:00:01.500Z","bytes":"/w==","#
                + #""id":"00000000-0000-0000-0000-00000000000a"}"#)
    }

    private struct Item: Encodable, Sendable {
        var price: Double
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func nonFiniteNumbersAreRefused(_ number: Double) {
        let error = #expect(throws: APIError.self) {
            try built(.post) { $0.body("items", [Item(price: number)]) }
        }
        #expect(error?.code == .encodingFailed)
        #expect(
            error?.message == "the body can't be written as JSON: items[0].price is a number that "
                + "JSON does not have")
    }

    @Test func errorPathHidesDictionaryKeys() {
        let error = #expect(throws: APIError.self) {
            try built(.post) { $0.body("items", ["canary": Double.nan]) }
        }
        #expect(
            error?.message == "the body can't be written as JSON: items[*] is a number that "
                + "JSON does not have")
    }

    @Test func dateOutOfRangeIsRefused() {
        let error = #expect(throws: APIError.self) {
            try built(.post) { $0.body("at", Date.distantFuture.addingTimeInterval(1e12)) }
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.message.contains("year does not have four digits") == true)
    }
}

/// A value of any type, for tables.
struct Whole: Sendable, CustomTestStringConvertible {
    let set: @Sendable (inout RequestBuilder) throws -> Void
    let write: @Sendable (QueryStyle) throws -> String
    let testDescription: String
    private let setQuery: @Sendable (inout RequestBuilder, String?, QueryStyle?) throws -> Void

    init(_ value: some Encodable & Sendable) {
        set = { $0.body(value) }
        write = { try $0.text(of: value) }
        setQuery = { request, name, style in
            if let name {
                request.query(name, encoding: value, style: style)
            } else {
                request.query(encoding: value, style: style)
            }
        }
        testDescription = "\(type(of: value)) \(value)"
    }

    func query(
        _ request: inout RequestBuilder, _ name: String? = nil, _ style: QueryStyle? = nil
    ) throws {
        try setQuery(&request, name, style)
    }
}
