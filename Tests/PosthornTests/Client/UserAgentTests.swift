import Posthorn
import Testing

@Suite("What a program calls itself")
struct UserAgentTests {
    @Test(arguments: [
        ("/usr/bin/shop-demo", "shop-demo Posthorn (Linux)"),
        ("shop", "shop Posthorn (Linux)"),
        ("", "Posthorn (Linux)"), ("/usr/bin/", "Posthorn (Linux)"),
        ("/opt/my shop(1)", "my_shop_1_ Posthorn (Linux)"),
        ("/opt/größe", "gr__e Posthorn (Linux)"),
        ("a\r\nX-A: b", "a_X-A__b Posthorn (Linux)"),
    ])
    func isAToken(_ path: String, _ expected: String) {
        #expect(UserAgent.value(program: path) == expected)
    }
}
