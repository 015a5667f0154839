import Posthorn
import Testing

@Suite("Header fields")
struct HeaderFieldTests {
    @Test(arguments: ["plain", "a b", "a\tb", "", "é", "日本", "👍", "a,b;c=\"d\"", "\u{a0}x\u{a0}"])
    func acceptsValidValues(_ value: String) throws {
        #expect(try built { $0.header("X-A", value) }.header("X-A") == [value])
    }

    @Test(arguments: [
        "a\rb", "a\nb", "a\r\nX-Evil: 1", "\r\n", "a\0b", "a\u{7f}b", "a\u{1b}[0m", "a\u{8}", "\n",
        "a\n ", "a\r\n folded", "\u{b}", "\u{c}",
    ])
    func valuesWithControlCharactersAreRefused(_ value: String) throws {
        for single in [true, false] {
            let error = try #require(throws: APIError.self) {
                try built {
                    if single {
                        $0.header("X-A", value)
                    } else {
                        $0.header("X-A", ["fine", value])
                    }
                }
            }
            #expect(error.code == .invalidParameter)
            #expect(
                error.message == "the value of the header field X-A holds a line break or another "
                    + "control")
            #expect(!error.description.contains(value))
        }
        let atCallSite = #expect(throws: APIError.self) {
            try Store().with { $0.header("X-A", value) }.request(for: Ping())
        }
        #expect(atCallSite?.code == .invalidParameter)
    }

    @Test(arguments: [" a", "a ", "\ta", "a\t", " ", "\t"])
    func valuesWithSurroundingWhitespaceAreRefused(_ value: String) {
        let error = #expect(throws: APIError.self) { try built { $0.header("X-A", value) } }
        #expect(
            error?.message == "the value of the header field X-A starts or ends with a blank")
    }

    @Test(arguments: [
        ("", "“”"), ("a b", "“a b”"), ("a:", "“a:”"), ("a\r\nb", "“a??b”"), ("é", "“?”"),
        ("a\0", "“a?”"), ("(a)", "“(a)”"), ("a\u{7f}", "“a?”"), (":path", "“:path”"),
        ("a\u{2028}b", "“a?b”"), ("{a}", "“{a}”"),
    ])
    func invalidNamesAreRefused(_ name: String, _ shown: String) {
        let error = #expect(throws: APIError.self) { try built { $0.header(name, "v") } }
        #expect(error?.code == .invalidParameter)
        #expect(error?.message == "\(shown) is not a header field's name")
    }

    @Test(arguments: [
        "Content-Length", "content-length", "Host", "HOST", "Transfer-Encoding", "Connection",
        "Keep-Alive", "Upgrade", "TE", "Trailer", "Proxy-Authorization", "Proxy-Connection",
    ])
    func connectionFieldsAreRefused(_ name: String) {
        let error = #expect(throws: APIError.self) { try built { $0.header(name, "1") } }
        #expect(error?.code == .invalidParameter)
        #expect(error?.message == "the header field \(name) belongs to the connection")
    }

    @Test func repeatedFieldKeepsItsOrder() throws {
        let request = try built { $0.header("X-A", [3, 1, 2]) }
        #expect(request.header("X-A") == ["3", "1", "2"])
    }

    @Test func invalidFieldFailsBeforeSending() async {
        let transport = StubTransport()
        let store = Store(transport).with { $0.header("X-A", "a\r\nb") }
        await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(transport.requests.isEmpty)
    }
}
