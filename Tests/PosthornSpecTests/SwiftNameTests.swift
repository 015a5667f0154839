import PosthornSpec
import Testing

@Suite("Swift names")
struct SwiftNameTests {
    @Test(
        "A wire name becomes lowerCamelCase",
        arguments: [
            ("placed_at", "placedAt"), ("X-Device-ID", "deviceID"), ("x-request-id", "requestID"),
            ("X-2FA", "x2fa"),
            ("session_id", "sessionID"), ("sessionId", "sessionID"), ("order_ids", "orderIDs"),
            ("callback-url", "callbackURL"), ("getHttpUrl", "getHTTPURL"), ("identity", "identity"),
            ("valid", "valid"), ("ip_address", "ipAddress"), ("USER_ID", "userID"), ("x", "x"),
            ("id", "id"), ("ID", "id"),
            ("IDs", "ids"), ("userID", "userID"), ("HTTPStatus", "httpStatus"),
            ("IN_PROGRESS", "inProgress"), ("filter[name]", "filterName"), ("$top", "top"),
            ("@type", "type"), ("a.b/c:d", "aBCD"), ("_private", "private"), ("v2", "v2"),
            ("Accept-Language", "acceptLanguage"), ("__x__", "x"), ("URL", "url"),
            ("sha256", "sha256"), ("OAuthToken", "oAuthToken"),
        ])
    func convertsToLowerCamelCase(_ wireName: String, swiftName: String) {
        #expect(SwiftName.camelCase(wireName) == swiftName)
    }

    @Test(
        "Names that cannot be Swift names give nil",
        arguments: [
            "", "_", "1st", "🙂", "café", "a\"b", "a`b", "\\(x)", "a\nb", "a(b)", "a\u{202E}b",
            "a;b", "а", "ａ", "e\u{301}", "a b=1",
        ])
    func invalidNamesGiveNil(_ wireName: String) {
        #expect(SwiftName.camelCase(wireName) == nil)
    }

    @Test(
        "Keywords get backticks", arguments: [("in", "`in`"), ("default", "`default`"), ("x", "x")])
    func keywordsGetBackticks(_ name: String, swift: String) {
        #expect(SwiftName.escaped(name) == swift)
    }
}
