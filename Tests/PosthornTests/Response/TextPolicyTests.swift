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
            ("text/html; charset=GBK", [0xc4, 0xe3, 0xba, 0xc3], "你好"),
            ("text/html; charset=gb2312", [0x80 + 0x44, 0xe3, 0x61], "你a"),
            ("text/plain; charset=Shift_JIS", [0x93, 0xfa, 0x96, 0x7b, 0x87, 0x40], "日本①"),
            ("text/plain; charset=EUC-JP", [0xc6, 0xfc], "日"),
            ("text/plain; charset=ISO-2022-JP", [0x1b, 0x24, 0x42, 0x46, 0x7c], "日"),
            ("text/plain; charset=euc-kr", [0xc7, 0xd1], "한"),
            ("text/plain; charset=big5", [0xa7, 0x41], "你"),
            ("text/plain; charset=windows-1251", [0xcf, 0xf0], "Пр"),
            ("text/plain; charset=koi8-r", [0xf0], "П"),
            ("text/plain; charset=ISO-8859-2", [0xb1], "ą"),
            ("text/plain; charset=iso-8859-15", [0xa4], "€"),
            ("text/plain; charset=iso-8859-9", [0xfd], "ı"),
            ("text/plain; charset=tis-620", [0xa1], "ก"),
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
            ("text/html; charset=\"GBK\"", [0xc4], "the body is not gbk"),
            ("text/plain; charset=Windows-1253", [0xd2], "the body is not windows-1253"),
            ("text/plain; charset=EUC-JP", [0xa4, 0x20], "the body is not euc-jp"),
            (
                "text/plain; charset=x-klingon", [0x61],
                "the charset x-klingon of the response is not known here"
            ),
            (
                "text/plain; charset=<canary>", [0x61],
                "the charset of the response is not known here"
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
