import PosthornSpec
import Testing

@Suite("Searches in the bytes of texts")
struct TextSearchTests {
    @Test(
        "A part is found at any place of a text",
        arguments: [
            ("shop-api-key", "api-key", true), ("shop-api-key", "shop", true),
            ("shop-api-key", "api_key", false), ("größe der Bestellung", "der", true),
            ("größe", "groesse", false), ("", "a", false), ("a", "", true),
        ])
    func findsParts(_ text: String, _ part: String, _ isFound: Bool) {
        #expect(text.hasPart(part) == isFound)
    }

    @Test("A part is found after a NUL, where a text of C ends")
    func findsPartAfterNUL() {
        #expect("x\0-auth-token".hasPart("-auth"))
        #expect(!"x\0-auth-token".hasPart("-key"))
    }

    @Test("A byte is found, and only where the text has it")
    func findsBytes() {
        #expect("a@b".hasByte(0x40))
        #expect("a\0b@c".hasByte(0x40))
        #expect(!"a".hasByte(0))
        #expect(!"".hasByte(0x40))
    }

    @Test("All bytes are compared, those of long texts and of none too")
    func comparesAllBytes() {
        let long = String(repeating: "a", count: 100)
        #expect(long.allBytes { $0 == 0x61 })
        #expect(!(long + "b").allBytes { $0 == 0x61 })
        #expect(!"größe".allBytes { $0 < 0x80 })
        #expect("".allBytes { _ in false })
    }
}
