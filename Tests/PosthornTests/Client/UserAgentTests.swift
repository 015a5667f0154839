import Posthorn
import Testing

@Suite("User-Agent")
struct UserAgentTests {
    @Test(arguments: [
        ("/usr/bin/shop-demo", "shop-demo Posthorn (Linux)"),
        ("shop", "shop Posthorn (Linux)"),
        ("", "Posthorn (Linux)"), ("/usr/bin/", "Posthorn (Linux)"),
        ("/opt/my shop(1)", "my_shop_1_ Posthorn (Linux)"),
        ("/opt/größe", "gr__e Posthorn (Linux)"),
        ("a\r\nX-A: b", "a_X-A__b Posthorn (Linux)"),
    ])
    func programNameIsAValidToken(_ path: String, _ expected: String) {
        #expect(UserAgent.value(program: path) == expected)
    }
}
