import Foundation
import Posthorn
import TestSupport
import Testing

@testable import PosthornHTTP

/// Which cookies a store accepts, keeps and sends.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CookieStoreTests {
    /// A clock that tests move.
    final class Clock: Sendable {
        private let time = Locked(Date(timeIntervalSince1970: 1_700_000_000))
        var now: Date { time.withLock { $0 } }
        func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
    }

    static let site = "https://www.shop.example/a/b"

    @Test(
        arguments: [
            ("http://www.example.com/", "com"), ("http://www.example.com/", "COM"),
            ("http://www.example.com/", ".com"), ("http://www.example.co.uk/", "co.uk"),
            ("http://www.example.co.uk/", "Co.Uk"), ("http://a.github.io/", "github.io"),
            // A dot at the end of either.
            ("http://www.example.co.uk./", "co.uk"), ("http://www.example.co.uk./", "co.uk."),
            ("http://www.example.co.uk./", ".co.uk."), ("http://www.example.co.uk/", "co.uk."),
            ("http://www.example.com/", "example.com."),
            ("http://www.example.com./", "example.com"),
            // Others' domains.
            ("http://www.example.com/", "other.com"), ("http://example.com/", "www.example.com"),
            ("http://badexample.com/", "example.com"), ("http://127.0.0.1/", "0.0.1"),
            ("http://1.2.3.4/", "3.4"), ("http://[::1]/", "1"),
        ])
    func refusesForeignAndPublicSuffixDomains(_ url: String, _ domain: String) {
        let store = CookieStore()
        #expect(!store.set("a=b; domain=\(domain)", from: url))
        #expect(store.cookies.isEmpty)
    }

    @Test func publicSuffixHostSetsHostOnlyCookies() {
        let store = CookieStore()
        #expect(store.set("a=b; domain=github.io", from: "http://github.io/"))
        #expect(store.field(for: "http://github.io/") == "a=b")
        #expect(store.field(for: "http://other.github.io/") == nil)
        #expect(store.set("a=b; domain=127.0.0.1", from: "http://127.0.0.1/"))
        #expect(store.field(for: "http://127.0.0.1/") == "a=b")
    }

    @Test func withoutSuffixListCookiesAreHostOnly() {
        #expect(PublicSuffixes.load("libpsl-that-is-not-there.so") == nil)
        let store = CookieStore(limits: .init(), clock: { Date() }, suffixes: nil)
        #expect(!store.set("a=b; domain=example.com", from: "http://www.example.com/"))
        #expect(store.set("c=d; domain=www.example.com", from: "http://www.example.com/"))
        #expect(store.field(for: "http://www.example.com/") == "c=d")
        #expect(store.field(for: "http://x.www.example.com/") == nil)
    }

    @Test(
        arguments: [
            ("https", "__Host-a=1; Secure; Path=/", true),
            ("https", "__host-a=1; Secure; Path=/", true),
            ("https", "__Host-a=1; Path=/", false), ("https", "__Host-a=1; Secure", false),
            ("https", "__Host-a=1; Secure; Path=/a", false),
            ("https", "__Host-a=1; Secure; Path=/; Domain=shop.example", false),
            ("https", "__HOST-a=1; Secure; Path=/; Domain=www.shop.example", false),
            ("http", "__Host-a=1; Secure; Path=/", false),
            ("https", "__Secure-a=1; Secure", true), ("https", "__Secure-a=1", false),
            ("http", "__Secure-a=1; Secure", false), ("https", "__SeCuRe-a=1", false),
            ("http", "a=1; Secure", false), ("https", "a=1; Secure", true),
            ("https", "=__Host-a=1", false), ("https", "__Host-a", false),
        ])
    func enforcesSecureAttributeAndNamePrefixes(_ scheme: String, _ field: String, _ isTaken: Bool)
    {
        #expect(CookieStore().set(field, from: "\(scheme)://www.shop.example/") == isTaken)
    }

    @Test func httpResponseDoesNotOverwriteSecureCookie() {
        let store = CookieStore()
        store.set("sid=good; Secure; Path=/login; Domain=shop.example", from: Self.site)
        let plain = "http://www.shop.example/login/x"
        #expect(!store.set("sid=evil; Path=/login", from: plain))
        #expect(!store.set("sid=evil; Path=/login/x", from: plain))
        #expect(!store.set("sid=evil; Path=/login; Domain=shop.example", from: plain))
        #expect(!store.set("sid=; Max-Age=0; Path=/login; Domain=shop.example", from: plain))
        #expect(store.set("sid=other; Path=/", from: plain))
        #expect(store.field(for: "https://www.shop.example/login") == "sid=good; sid=other")
        #expect(store.field(for: "http://www.shop.example/login") == "sid=other")
    }

    @Test(arguments: [1, 8, 11, 12, 31, 127])
    func controlCharactersAreRefused(_ code: Int) throws {
        let character = String(try #require(UnicodeScalar(code)))
        let store = CookieStore()
        #expect(!store.set("a\(character)=b", from: Self.site))
        #expect(!store.set("a=b\(character)c", from: Self.site))
        #expect(!store.set("a=b; path=/\(character)", from: Self.site))
    }

    @Test func cookieHeaderNeverContainsLineBreak() {
        let store = CookieStore()
        store.set("a=b\r\nX-Evil: 1", from: Self.site)
        store.set("c=d\u{0}e", from: Self.site)
        #expect(store.field(for: Self.site) == "a=b; c=d")
    }

    @Test func enforcesCountAndSizeLimits() {
        let store = CookieStore()
        let value = String(repeating: "x", count: 4000)
        for number in 0..<300 { store.set("n\(number)=\(value)", from: Self.site) }
        #expect(store.cookies.count == 50)
        #expect(store.cookies.last?.name == "n299")
        #expect(store.field(for: Self.site)?.utf8.count ?? 0 <= 8192)
        #expect(store.field(for: Self.site)?.isEmpty == false)
        #expect(!store.set("big=\(value)\(value)", from: Self.site))
        for number in 0..<4000 { store.set("a=1", from: "https://h\(number).example/") }
        #expect((2700...3000).contains(store.cookies.count))
        #expect(store.field(for: "https://h3999.example/") == "a=1")
    }

    @Test func evictsInsecureAndLeastRecentlyUsedFirst() {
        var limits = CookieStore.Limits()
        limits.perDomain = 3
        let store = CookieStore(limits: limits, clock: { Date() }, suffixes: .system)
        store.set("secure=1; Secure; Path=/s", from: Self.site)
        store.set("used=1; Path=/u", from: Self.site)
        store.set("unused=1; Path=/n", from: Self.site)
        _ = store.field(for: "https://www.shop.example/u")
        store.set("new=1", from: Self.site)
        #expect(store.cookies.map(\.name) == ["secure", "used", "new"])
    }

    @Test func cookiesExpire() {
        let clock = Clock()
        let store = CookieStore(clock: { clock.now })
        store.set("short=1; Max-Age=60", from: Self.site)
        store.set("both=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT; Max-Age=30", from: Self.site)
        store.set("session=1", from: Self.site)
        store.set("long=1; Max-Age=99999999999999999999", from: Self.site)
        #expect(store.field(for: Self.site) == "short=1; both=1; session=1; long=1")
        clock.advance(30)
        #expect(store.field(for: Self.site) == "short=1; session=1; long=1")
        clock.advance(30)
        #expect(store.cookies.map(\.name) == ["session", "long"])
        clock.advance(400 * 86_400)
        #expect(store.cookies.map(\.name) == ["session"])
        store.set("session=; Max-Age=-1", from: Self.site)
        #expect(store.cookies.isEmpty)
    }

    @Test func cookiesAreSharedAcrossPortsButNotStores() {
        let store = CookieStore()
        store.set("a=b; Path=/", from: "http://h.example:8080/")
        #expect(store.field(for: "http://h.example:9090/") == "a=b")
        #expect(CookieStore().field(for: "http://h.example:8080/") == nil)
    }

    @Test func keepsAttributes() throws {
        let store = CookieStore()
        store.set("a=b; HttpOnly; SameSite=Strict; Secure; Path=/x", from: Self.site)
        let cookie = try #require(store.cookies.first)
        #expect(cookie.isHTTPOnly && cookie.isSecure && cookie.isHostOnly)
        #expect(cookie.sameSite == .strict)
        #expect(cookie.path == "/x")
        #expect(cookie.domain == "www.shop.example")
        #expect(cookie.expires == nil)
    }

    @Test func descriptionsHideValues() {
        let store = CookieStore()
        store.set("name=canary", from: Self.site)
        var dumped = ""
        dump(store, to: &dumped)
        dump(store.cookies, to: &dumped)
        #expect(!dumped.contains("canary"))
        #expect(!"\(store) \(store.cookies)".contains("canary"))
        #expect(store.cookies.first?.description == "name=… for www.shop.example")
    }

    @Test func removesCookies() {
        let store = CookieStore()
        store.set("a=1", from: Self.site)
        store.set("b=1", from: Self.site)
        store.remove { $0.name == "a" }
        #expect(store.cookies.map(\.name) == ["b"])
        store.removeAll()
        #expect(store.cookies.isEmpty)
    }

    @Test func fileStoresPersistentCookiesOnly() throws {
        let path = NSTemporaryDirectory() + "posthorn-cookies-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try CookieStore(file: URL(filePath: path))
        #expect(store.cookies.isEmpty)
        store.set("kept=1; Max-Age=3600; Domain=shop.example; SameSite=Lax", from: Self.site)
        store.set("gone=1", from: Self.site)
        try store.save(to: URL(filePath: path))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let read = try CookieStore(file: URL(filePath: path))
        #expect(read.cookies == store.cookies.filter { $0.name == "kept" })
        #expect(read.field(for: "https://other.shop.example/a/b") == "kept=1")
        try Data("{".utf8).write(to: URL(filePath: path))
        let error = #expect(throws: TransportError.self) {
            try CookieStore(file: URL(filePath: path))
        }
        #expect(error?.code == .resource)
        #expect(throws: TransportError.self) {
            try store.save(to: URL(filePath: "/nowhere/cookies"))
        }
    }

    @Test func cookieWithLineBreakInFileIsIgnored() throws {
        let path = NSTemporaryDirectory() + "posthorn-cookies-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let cookie =
            #"{"name":"a","value":"b\r\nX: y","domain":"h","isHostOnly":true,"path":"/","#
            + #""isSecure":false,"isHTTPOnly":false}"#
        try Data(#"{"version":1,"cookies":[\#(cookie)]}"#.utf8).write(to: URL(filePath: path))
        #expect(try CookieStore(file: URL(filePath: path)).cookies.isEmpty)
    }
}
