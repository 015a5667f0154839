import Posthorn
import Testing

@Suite("Cookies of a request")
struct CookieTests {
    @Test func cookiesAreJoinedInTheirOrder() throws {
        let request = try built {
            try $0.cookie("a", "1")
            try $0.cookie("b", String?.none)
            try $0.cookie("c", 2)
            try $0.cookie("a", "3")
        }
        #expect(request.header("Cookie") == ["c=2; a=3"])
    }

    @Test func cookiesJoinAHeaderFieldOfTheCaller() throws {
        let request = try built {
            try $0.header("Cookie", "x=y")
            try $0.cookie("a", "1")
        }
        #expect(request.header("Cookie") == ["x=y; a=1"])
    }

    @Test(arguments: ["a;b", "a b", "a,b", "a\"b", "a\\b", "ä", "a\r\nb"])
    func aValueThatWouldEndTheCookieIsRefused(_ value: String) {
        let error = #expect(throws: APIError.self) { try built { try $0.cookie("c", value) } }
        #expect(error?.code == .invalidParameter)
        #expect(error?.description.contains(value) == false)
    }

    @Test func aNameThatIsNoTokenIsRefused() {
        #expect(throws: APIError.self) { try built { try $0.cookie("a=b", "1") } }
    }
}
