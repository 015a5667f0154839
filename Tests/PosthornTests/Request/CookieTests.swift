import Posthorn
import Testing

@Suite("Request cookies")
struct CookieTests {
    @Test func cookiesKeepTheirOrder() throws {
        let request = try built {
            $0.cookie("a", "1")
            $0.cookie("b", String?.none)
            $0.cookie("c", 2)
            $0.cookie("a", "3")
        }
        #expect(request.header("Cookie") == ["c=2; a=3"])
    }

    @Test func cookiesAreAppendedToCookieHeaderField() throws {
        let request = try built {
            $0.header("Cookie", "x=y")
            $0.cookie("a", "1")
        }
        #expect(request.header("Cookie") == ["x=y; a=1"])
    }

    @Test func laterCookieHeaderFieldReplacesTheEarlierOne() throws {
        let request = try built {
            $0.header("Cookie", ["x=y", "z=1"])
            $0.header("cookie", "a=1;  b=2")
            $0.cookie("c", "3")
        }
        #expect(request.header("Cookie") == ["a=1;  b=2; c=3"])
    }

    @Test(arguments: ["a;b", "a b", "a,b", "a\"b", "a\\b", "ä", "a\r\nb"])
    func invalidCookieValueIsRefused(_ value: String) {
        let error = #expect(throws: APIError.self) { try built { $0.cookie("c", value) } }
        #expect(error?.code == .invalidParameter)
        #expect(error?.description.contains(value) == false)
    }

    @Test func invalidCookieNameIsRefused() {
        #expect(throws: APIError.self) { try built { $0.cookie("a=b", "1") } }
    }
}
