@testable import PosthornCore
import Testing

@Suite("Accept-Language from the environment")
struct AcceptLanguageTests {
    @Test(arguments: [
        ([:], nil as String?), (["LANG": "C"], nil), (["LANG": "C.UTF-8"], nil),
        (["LANG": "POSIX"], nil), (["LANG": ""], nil), (["LANG": "de_AT.UTF-8"], "de-AT, de;q=0.9"),
        (["LANG": "de"], "de"), (["LANG": "sr_RS@latin"], "sr-RS, sr;q=0.9"),
        (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": ""], "fr-FR, fr;q=0.9"),
        (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "nl"], "nl"),
        (["LANG": "de_DE", "LC_ALL": "C", "LANGUAGE": "fr"], nil),
        (
            ["LANG": "de_DE.UTF-8", "LANGUAGE": "de_AT:en_GB:en"],
            "de-AT, en-GB;q=0.9, en;q=0.8, de-DE;q=0.7, de;q=0.6"
        ),
        (
            ["LANG": "en_US", "LANGUAGE": "de_AT:de_CH:fr_FR"],
            "de-AT, de-CH;q=0.9, de;q=0.8, fr-FR;q=0.7, fr;q=0.6, en-US;q=0.5, en;q=0.4"
        ),
        (["LANG": "de", "LANGUAGE": "::"], "de"), (["LANG": " de_AT "], "de-AT, de;q=0.9"),
        (["LANG": "en_US.UTF-8:en"], "en-US, en;q=0.9"), (["LANG": "de_AT:en"], "de-AT, de;q=0.9"),
        (["LANG": "german"], nil),
        (["LANG": "d\r\nX: y"], nil), (["LANG": "thislanguage"], nil), (["LANG": "é"], nil),
        (
            ["LANG": "a1", "LANGUAGE": "aa:bb:cc:dd:ee:ff:gg:hh:ii:jj"],
            "aa, bb;q=0.9, cc;q=0.8, dd;q=0.7, ee;q=0.6, ff;q=0.5, gg;q=0.4, hh;q=0.3, ii;q=0.2"
        ),
    ])
    func readsLanguagesFromEnvironmentVariables(
        _ environment: [String: String], _ expected: String?
    ) {
        #expect(AcceptLanguage.value(in: environment) == expected)
    }

    @Test func requestAndCallSiteOverrideEnvironment() throws {
        var store = Store()
        store.configuration.acceptLanguage = "de, en;q=0.9"
        #expect(try store.request(for: Ping()).header("Accept-Language") == ["de, en;q=0.9"])
        let own = Ping { $0.header("accept-language", "fr") }
        #expect(try store.request(for: own).header("Accept-Language") == ["fr"])
        let without = store.with { $0.remove(.header("Accept-Language")) }
        #expect(try without.request(for: Ping()).header("Accept-Language") == [])
        store.configuration.acceptLanguage = nil
        #expect(try store.request(for: Ping()).header("Accept-Language") == [])
    }
}
