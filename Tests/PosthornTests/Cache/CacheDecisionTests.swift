import Foundation
import Testing

import Posthorn
@testable import PosthornCache

/// Cache decisions as a table, without sockets and with the table's own clock.
@Suite("Cache decisions")
struct CacheDecisionTests {
    static let came = Date(timeIntervalSince1970: 1_795_255_200)
    static let tag = #""v1""#

    struct Case: CustomTestStringConvertible {
        var response: [HTTPField.Name: String]
        var request: [HTTPField.Name: String] = [:]
        var after: Double = 10
        var status = 200
        var rule: CachePolicy?
        var gives: String
        var testDescription: String { "\(response) \(request) after \(after) \(status)" }
    }

    private static func http(_ seconds: Double) -> String {
        InternetDate.http(for: came.addingTimeInterval(seconds)) ?? ""
    }

    private static let year = 31_536_000.0

    static let freshness: [Case] = [
        Case(response: [.cacheControl: "max-age=11"], gives: "reuse"),
        Case(response: [.cacheControl: "max-age=10"], gives: "send"),
        Case(response: [.cacheControl: "max-age=10", .eTag: tag], gives: "validate"),
        Case(response: [.cacheControl: "max-age=60", .age: "50"], gives: "send"),
        Case(response: [.cacheControl: "max-age=60", .age: "49"], gives: "reuse"),
        Case(response: [.cacheControl: "max-age=60", .age: "-50"], gives: "reuse"),
        Case(response: [.cacheControl: "s-maxage=60"], gives: "send"),
        Case(response: [.cacheControl: "max-age=60, s-maxage=1"], gives: "reuse"),
        Case(response: [.cacheControl: "max-age=0", .expires: http(60)], gives: "send"),
        Case(response: [.expires: http(11), .date: http(0)], gives: "reuse"),
        Case(response: [.expires: http(10), .date: http(0)], gives: "send"),
        Case(response: [.expires: "0"], gives: "send"),
        Case(response: [.expires: "Sunday, 21-Nov-27 10:00:00 GMT"], gives: "reuse"),
        Case(response: [.expires: "Sun Nov 21 10:00:00 2027"], gives: "reuse"),
        // A server whose clock is 100 seconds late has made the response 100 seconds ago, for all we know.
        Case(response: [.cacheControl: "max-age=105", .date: http(-100)], gives: "send"),
        Case(response: [.cacheControl: "max-age=60", .date: http(1000)], gives: "reuse"),
        // A tenth of the time since the last change, a week at most, and only where that is allowed.
        Case(response: [.lastModified: http(-110)], gives: "reuse"),
        Case(response: [.lastModified: http(-90)], gives: "validate"),
        Case(response: [.lastModified: http(-110)], status: 201, gives: "validate"),
        Case(
            response: [.lastModified: http(-110), .cacheControl: "public"], status: 201,
            gives: "reuse"),
        Case(response: [.lastModified: http(100)], gives: "validate"),
        Case(response: [.lastModified: http(-20 * year)], after: 604_799, gives: "reuse"),
        Case(response: [.lastModified: http(-20 * year)], after: 604_801, gives: "validate"),
        Case(response: [.cacheControl: "no-cache, max-age=60", .eTag: tag], gives: "validate"),
        Case(response: [.cacheControl: "no-cache=\"X\", max-age=60", .eTag: tag], gives: "reuse"),
    ]

    static let clocks: [Case] = [
        // Put back: nothing is known of the response's age, so it has no lifetime.
        Case(response: [.cacheControl: "max-age=60", .eTag: tag], after: -year, gives: "validate"),
        Case(response: [.cacheControl: "max-age=60"], after: -1, gives: "send"),
        Case(response: [.expires: http(2 * year)], after: -year, gives: "send"),
        Case(
            response: [.cacheControl: "max-age=60, stale-if-error=60"], after: -year, gives: "send"),
        Case(response: [.cacheControl: "max-age=60", .eTag: tag], after: year, gives: "validate"),
        Case(
            response: [.cacheControl: "max-age=60, stale-if-error=60"], after: year, gives: "send"),
        Case(
            response: [.cacheControl: "max-age=60", .eTag: tag], after: -year,
            rule: CachePolicy(maxAge: .seconds(60)), gives: "validate"),
        Case(
            response: [.cacheControl: "max-age=60", .eTag: tag],
            request: [.cacheControl: "max-stale"], after: -1, gives: "validate"),
        Case(
            response: [.cacheControl: "max-age=60"],
            request: [.cacheControl: "max-stale=9"], after: -year, gives: "send"),
    ]

    static let requestDirectives: [Case] = [
        Case(
            response: [.cacheControl: "max-age=60"], request: [.cacheControl: "no-cache"],
            gives: "send"),
        Case(
            response: [.cacheControl: "max-age=60", .eTag: tag],
            request: [.cacheControl: "no-cache"], gives: "validate"),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.cacheControl: "no-store"],
            gives: "send"),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.pragma: "no-cache"], gives: "send"),
        Case(
            response: [.cacheControl: "max-age=60"],
            request: [.pragma: "no-cache", .cacheControl: "max-age=60"], gives: "reuse"),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.cacheControl: "max-age=9"],
            gives: "send"),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.cacheControl: "max-age=10"],
            gives: "reuse"),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.cacheControl: "min-fresh=51"],
            gives: "send"),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.cacheControl: "min-fresh=50"],
            gives: "reuse"),
        Case(
            response: [.cacheControl: "max-age=5"], request: [.cacheControl: "max-stale=5"],
            gives: "reuse"),
        Case(
            response: [.cacheControl: "max-age=5"], request: [.cacheControl: "max-stale=4"],
            gives: "send"),
        Case(
            response: [.cacheControl: "max-age=5"], request: [.cacheControl: "max-stale"],
            gives: "reuse"),
        Case(
            response: [.cacheControl: "max-age=5, must-revalidate"],
            request: [.cacheControl: "max-stale"], gives: "send"),
        Case(
            response: [.cacheControl: "max-age=5"], request: [.cacheControl: "only-if-cached"],
            gives: "unavailable"),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.cacheControl: "only-if-cached"],
            gives: "reuse"),
        Case(
            response: [.cacheControl: "max-age=60", .eTag: tag], request: [.ifNoneMatch: tag],
            gives: "reuse"),
        // A caller with conditions of its own asks the server itself.
        Case(
            response: [.cacheControl: "max-age=5", .eTag: tag], request: [.ifNoneMatch: tag],
            gives: "send"),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.range: "bytes=0-1"], gives: "reuse"),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.range: "bytes=0-1,4-5"],
            gives: "send"
        ),
        Case(
            response: [.cacheControl: "max-age=60"], request: [.range: "bytes=90-"], gives: "send"),
    ]

    static let errors: [Case] = [
        Case(response: [.cacheControl: "max-age=5, stale-if-error=5"], gives: "validate"),
        Case(response: [.cacheControl: "max-age=5, stale-if-error=4"], gives: "send"),
        Case(
            response: [.cacheControl: "max-age=5, stale-if-error=5, must-revalidate"], gives: "send"
        ),
        Case(
            response: [.cacheControl: "max-age=5, stale-if-error=5"],
            request: [.cacheControl: "no-cache"], gives: "send"),
        Case(response: [:], rule: CachePolicy(staleIfError: .seconds(10)), gives: "validate"),
        Case(response: [:], rule: CachePolicy(staleIfError: .seconds(9)), gives: "send"),
        Case(response: [:], rule: CachePolicy(maxAge: .seconds(11)), gives: "reuse"),
        Case(response: [:], rule: CachePolicy(maxAge: .seconds(10)), gives: "send"),
        Case(response: [.age: "999"], rule: CachePolicy(maxAge: .seconds(11)), gives: "reuse"),
        Case(
            response: [.cacheControl: "max-age=0"], rule: CachePolicy(maxAge: .seconds(11)),
            gives: "reuse"),
        Case(
            response: [.cacheControl: "no-cache"], rule: CachePolicy(maxAge: .seconds(11)),
            gives: "send"),
        Case(response: [:], status: 404, rule: CachePolicy(maxAge: .seconds(11)), gives: "send"),
    ]

    /// `stale-while-revalidate` (RFC 5861, section 3).
    static let revalidation: [Case] = {
        let rules = "max-age=5, stale-while-revalidate=5"
        return [
            Case(response: [.cacheControl: rules], gives: "reuseStale"),
            Case(response: [.cacheControl: rules], after: 4, gives: "reuse"),
            Case(response: [.cacheControl: rules], after: 11, gives: "send"),
            Case(response: [.cacheControl: rules, .eTag: tag], gives: "reuseStale"),
            Case(response: [.cacheControl: rules, .eTag: tag], after: 11, gives: "validate"),
            Case(response: [.cacheControl: rules], after: -1, gives: "send"),
            Case(response: [.cacheControl: rules + ", must-revalidate"], gives: "send"),
            Case(response: [.cacheControl: rules + ", no-cache"], gives: "send"),
            Case(
                response: [.cacheControl: rules], request: [.cacheControl: "no-cache"],
                gives: "send"),
            Case(
                response: [.cacheControl: rules], request: [.cacheControl: "max-age=9"],
                gives: "send"),
            Case(
                response: [.cacheControl: rules], request: [.cacheControl: "min-fresh=1"],
                gives: "send"),
            Case(
                response: [.cacheControl: rules], request: [.cacheControl: "only-if-cached"],
                gives: "unavailable"),
            Case(
                response: [.cacheControl: rules, .eTag: tag], request: [.ifNoneMatch: tag],
                gives: "send"),
            // These limit the age or the staleness themselves.
            Case(
                response: [.cacheControl: rules], request: [.cacheControl: "max-age=60"],
                gives: "send"),
            Case(
                response: [.cacheControl: rules], request: [.cacheControl: "max-stale=1"],
                gives: "send"),
            Case(
                response: [.cacheControl: rules], rule: CachePolicy(maxAge: .zero), gives: "send"),
        ]
    }()

    @Test(arguments: freshness + clocks + requestDirectives + errors + revalidation)
    func decidesByFreshnessAndDirectives(_ example: Case) {
        var (headers, request) = (HTTPFields(), HTTPFields())
        for (name, value) in example.response { headers[name] = value }
        for (name, value) in example.request { request[name] = value }
        let response = TransportResponse(
            status: .init(code: example.status), headers: headers, body: Data("0123456789".utf8),
            bodyIntegrity: .length)
        let stored = StoredResponse(response, to: [:], sentAt: Self.came, receivedAt: Self.came)
        let decision = CacheDecision(
            request, stored: [stored], at: Self.came.addingTimeInterval(example.after),
            example.rule)
        #expect("\(decision)".prefix { $0 != "(" } == example.gives)
    }

    @Test(arguments: [
        ("", 200, TransportResponse.BodyIntegrity.length, true), ("no-store", 200, .length, false),
        ("No-Store, max-age=60", 200, .length, false), ("private", 200, .length, true),
        ("max-age=60", 200, .unverified, false), ("max-age=60", 206, .length, false),
        ("max-age=60", 304, .length, false), ("max-age=60", 404, .chunked, true),
        ("no-store, must-understand", 200, .length, true),
        ("no-store, must-understand", 599, .length, false),
    ])
    func storesOnlyCacheableResponses(
        rules: String, status: Int, proof: TransportResponse.BodyIntegrity, isKept: Bool
    ) {
        let status = HTTPResponse.Status(code: status)
        let headers: HTTPFields = [.cacheControl: rules]
        func may(_ request: HTTPFields, _ headers: HTTPFields, redirected: Bool = false) -> Bool {
            let hop = RedirectPolicy.Hop(
                method: .get, url: "https://one.test/", status: .found,
                target: "https://two.test/")
            return CacheAdmission.mayStore(
                TransportResponse(
                    status: status, headers: headers, bodyIntegrity: proof,
                    redirects: redirected ? [hop] : []), to: request)
        }
        #expect(may([:], headers) == isKept)
        #expect(!may([:], headers, redirected: true))
        #expect(!may([.cacheControl: "no-store"], headers))
        #expect(!may([.range: "bytes=0-"], headers))
        var everything = headers
        everything[.vary] = "Accept, *"
        #expect(!may([:], everything))
    }

    @Test func usesNewestMatchingVariant() {
        func stored(_ language: String?, _ body: String, _ seconds: Double) -> StoredResponse {
            var request = HTTPFields()
            request[.acceptLanguage] = language
            let time = Self.came.addingTimeInterval(seconds)
            return StoredResponse(
                TransportResponse(
                    status: .ok, headers: [.vary: "accept-language", .cacheControl: "max-age=60"],
                    body: Data(body.utf8), bodyIntegrity: .length), to: request, sentAt: time,
                receivedAt: time)
        }
        let all = [stored("de", "old", 0), stored("de", "new", 1), stored("fr", "fr", 2)]
        func body(_ request: HTTPFields) -> String? {
            let decision = CacheDecision(
                request, stored: all, at: Self.came.addingTimeInterval(3))
            guard case .reuse(let stored) = decision else { return nil }
            return String(decoding: stored.body, as: UTF8.self)
        }
        #expect(body([.acceptLanguage: "de"]) == "new")
        #expect(body([.acceptLanguage: "fr"]) == "fr")
        #expect(body([.acceptLanguage: "en"]) == nil)
        #expect(body([:]) == nil)
    }

    @Test(
        arguments: [
            (#""v1""#, #""v1""#, true), (#"W/"v1""#, #""v1""#, true), (#""v2""#, #""v1""#, false),
            (nil, #""v1""#, true), (#""v1""#, nil, false),
        ] as [(String?, String?, Bool)])
    func notModifiedMatchesStoredResponseByETag(tag: String?, own: String?, isMeant: Bool) {
        var (headers, updates) = (HTTPFields(), HTTPFields())
        headers[.eTag] = own
        updates[.eTag] = tag
        let stored = StoredResponse(
            TransportResponse(status: .ok, headers: headers), to: [:], sentAt: Self.came,
            receivedAt: Self.came)
        #expect(stored.isMeant(by: updates) == isMeant)
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    // The literal is a token; the type has no other initializer.
    fileprivate static let pragma = HTTPField.Name("Pragma")!
}
