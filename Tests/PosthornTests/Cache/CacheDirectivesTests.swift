import Testing

import Posthorn
@testable import PosthornCache

@Suite("Cache-Control directives")
struct CacheDirectivesTests {
    @Test(
        arguments: [
            ("max-age=60", 60), ("MAX-AGE=60", 60), ("no-transform , max-age=60", 60),
            ("max-age=\"60\"", 60), ("max-age=0060", 60), ("x=\"max-age=5, y\", max-age=60", 60),
            ("x=\"a\\\", max-age=5\", max-age=60", 60), ("max-age=60, max-age=5", 5),
            ("max-age=99999999999999999999", 1 << 31), ("max-age=4294967296", 1 << 31),
            // What is no number of seconds lasts for none.
            ("max-age=-60", 0), ("max-age=60.5", 0), ("max-age='60'", 0), ("max-age=", 0),
            ("max-age=a60", 0), ("max-age", 0), ("max-age=\"60", 0),
            ("xmax-age=60", nil), ("x=\"max-age=60\"", nil), ("", nil),
            // Blanks around the `=`, and semicolons between directives, are not in the standard.
            ("max-age =60", 60), ("max-age = \"60\"", 60), ("public; max-age=60", 60),
            ("max-age=60; public", 60), ("x=\"a; max-age=5\"", nil),
        ] as [(String, Int64?)])
    func parsesSecondsOfMaxAge(field: String, seconds: Int64?) {
        #expect(CacheDirectives([.cacheControl: field]).seconds("max-age") == seconds)
    }

    @Test(arguments: ["no-store; max-age=60", "private ;no-store", "no-store;", "NO-STORE , x"])
    func findsNoStoreBesideOtherDirectives(field: String) {
        #expect(CacheDirectives([.cacheControl: field]).has("no-store"))
    }

    @Test func joinsSeveralHeaderLines() {
        var headers = HTTPFields()
        headers.append(HTTPField(name: .cacheControl, value: "no-store"))
        headers.append(HTTPField(name: .cacheControl, value: "max-age=1"))
        let directives = CacheDirectives(headers)
        #expect(directives.has("no-store") && directives.seconds("max-age") == 1)
    }

    @Test func noCacheWithFieldNamesAppliesToThoseFieldsOnly() {
        let named = CacheDirectives([.cacheControl: "no-cache=\"Set-Cookie, X-Once\""])
        #expect(named.fields(of: "no-cache").map(\.canonicalName) == ["set-cookie", "x-once"])
        #expect(!named.isWhole("no-cache"))
        #expect(CacheDirectives([.cacheControl: "no-cache"]).isWhole("no-cache"))
        #expect(CacheDirectives([.cacheControl: "no-cache=\"(\""]).isWhole("no-cache"))
        for field in ["no-cache, no-cache=\"Set-Cookie\"", "no-cache=\"X\", no-cache=\"\""] {
            #expect(CacheDirectives([.cacheControl: field]).isWhole("no-cache"))
        }
    }
}
