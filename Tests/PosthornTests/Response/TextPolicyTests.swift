import Foundation
import Posthorn
import Testing

@Suite("Text policy")
struct TextPolicyTests {
    private func send(_ bytes: [UInt8], _ type: String?) async throws -> String {
        let store = Store(responding: .body(Data(bytes), type: type))
        return try await store.with { $0.responsePolicy = .text }.send(Probe(String.self))
    }

    @Test(
        arguments: [
            ("text/plain", Array("grün €".utf8), "grün €"),
            ("text/plain; charset=UTF-8", Array("grün".utf8), "grün"),
            ("text/plain; charset=\"utf-8\"", Array("grün".utf8), "grün"),
            ("text/plain;format=flowed;CharSet=Latin1", [0x67, 0xfc], "gü"),
            ("text/plain; charset=iso-8859-1", [0x80, 0x9f, 0xff], "€Ÿÿ"),
            ("text/plain; charset=windows-1252", [0x93, 0x61, 0x94, 0x81], "“a”\u{81}"),
            ("text/plain; charset='utf-8'", Array("grün".utf8), "grün"),
            ("text/plain; charset = utf_8 ;", Array("grün".utf8), "grün"),
            ("text/plain; charset=utf-8, text/plain; charset=utf-8", Array("grün".utf8), "grün"),
            ("text/plain; charset=ISO_8859-1", [0x67, 0xfc], "gü"),
            ("text/plain; charset=us-ascii", [0x61], "a"),
            ("text/plain; charset=utf-16", [0xac, 0x20], "€"),
            ("text/plain; charset=utf-16le", [0x3d, 0xd8, 0x00, 0xde], "😀"),
            ("text/plain; charset=utf-16be", [0x20, 0xac], "€"),
            // A byte order mark wins over what the field says.
            ("text/plain; charset=latin1", [0xef, 0xbb, 0xbf, 0xc3, 0xbc], "ü"),
            ("text/plain", [0xff, 0xfe, 0xac, 0x20], "€"),
            ("text/plain; charset=utf-8", [0xfe, 0xff, 0x20, 0xac], "€"),
            (nil, [0x61], "a"), ("text/html; charset=", [0x61], "a"), ("text/plain", [], ""),
        ] as [(String?, [UInt8], String)])
    func decodesTheCharset(_ type: String?, _ bytes: [UInt8], _ expected: String) async throws {
        #expect(try await send(bytes, type) == expected)
    }

    @Test(
        arguments: [
            ("text/plain", [0xff], "the body is not UTF-8"),
            ("text/plain; charset=utf-8", [0x67, 0xfc], "the body is not UTF-8"),
            ("text/plain; charset=us-ascii", [0x80], "the body is not US-ASCII"),
            ("text/plain; charset=utf-16", [0x61], "the body is not UTF-16LE"),
            ("text/plain; charset=utf-16le", [0x3d, 0xd8], "the body is not UTF-16LE"),
            (
                "text/html; charset=\"GBK\"", [0xc4, 0xe3],
                "the charset gbk of the response is not supported"
            ),
            (
                "text/plain; charset=Windows-1251", [0xcf],
                "the charset windows-1251 of the response is not supported"
            ),
            (
                "text/plain; charset=canary", [0x61],
                "the charset that the response names is not known here"
            ),
            ("image/png", [0x61], "the response is image/png, and the policy text reads text/*"),
        ] as [(String, [UInt8], String)])
    func invalidOrUnknownCharsetIsAnError(_ type: String, _ bytes: [UInt8], _ message: String) async
    {
        let error = await #expect(throws: APIError.self) { try await send(bytes, type) }
        #expect(error?.message == message)
        #expect(error?.response?.body == Data(bytes))
    }

    @Test func refusesOtherOutputTypes() async {
        let store = Store(responding: .body(Data("1".utf8), type: "text/plain")).with {
            $0.responsePolicy = .text
        }
        let error = await #expect(throws: APIError.self) { try await store.send(Probe(Int.self)) }
        #expect(error?.message == "the policy text gives a String and not Int")
    }
}
