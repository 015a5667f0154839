import Foundation
import Posthorn
import Testing

/// JSON in the charset that `Content-Type` names.
@Suite("Charsets of responses")
struct CharsetTests {
    struct Name: Codable, Equatable {
        var name: String
    }

    /// A body that has the bytes in place of `¿`.
    private static func body(_ text: String, _ bytes: [UInt8]) -> Data {
        let parts = text.split(separator: "¿", omittingEmptySubsequences: false)
        return Data(parts[0].utf8) + bytes + Data(parts[1].utf8)
    }

    private static let samples: [(charset: String, bytes: [UInt8], text: String)] = [
        ("GBK", [0xc4, 0xe3], "你"), ("gb18030", [0x81, 0x30, 0x84, 0x36], "¥"),
        ("Shift_JIS", [0x95, 0x5c, 0x83, 0x5c], "表ソ"), ("\"windows-1251\"", [0xcf], "П"),
        ("iso-8859-1", [0xfc], "ü"), ("ISO-8859-2", [0xb1], "ą"), ("us-ascii", [0x61], "a"),
        ("utf-8", Array("ü".utf8), "ü"), ("UTF-8", Array("ü".utf8), "ü"),
        // Servers name Latin-1 without looking.
        ("iso-8859-1", Array("ü".utf8), "ü"), ("x-klingon", Array("ü".utf8), "ü"),
    ]

    @Test(arguments: samples.indices)
    func json(_ index: Int) async throws {
        let (charset, bytes, text) = Self.samples[index]
        let plain = Store(
            responding: .body(
                Self.body(#"{"name":"¿"}"#, bytes), type: "application/json; charset=\(charset)"))
        #expect(try await plain.send(Probe(Name.self)) == Name(name: text))
        let wrapped = Store(
            responding: .body(
                Self.body(#"{"code":0,"data":{"name":"¿"}}"#, bytes),
                type: "application/vnd.shop+json;charset=\(charset);v=1")
        ).with { $0.responsePolicy = .envelope(code: "code", payload: "data", success: 0) }
        #expect(try await wrapped.send(Probe(Name.self)) == Name(name: text))
    }

    @Test(
        arguments: [
            ("gbk", [0xc4], "the body is not gbk, as the response says"),
            ("shift_jis", [0x81], "the body is not shift_jis, as the response says"),
            (
                "x-klingon", [0xff],
                "the body is not UTF-8, and the charset x-klingon of the response is not known here"
            ),
            (
                "<canary>", [0xff],
                "the body is not UTF-8, and the charset of the response is not known here"
            ),
        ] as [(String, [UInt8], String)])
    func invalidBytesAreAnError(_ charset: String, _ bytes: [UInt8], _ message: String) async {
        let body = Self.body(#"{"name":"¿"}"#, bytes)
        let store = Store(responding: .body(body, type: "application/json; charset=\(charset)"))
        let error = await #expect(throws: APIError.self) { try await store.send(Probe(Name.self)) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == message)
        #expect(error?.response?.body == body)
    }

    @Test func longBodiesAreConvertedWhole() async throws {
        let bytes = (0..<20_000).flatMap { _ in [0xc4, 0xe3] as [UInt8] }
        let store = Store(
            responding: .body(
                Self.body(#"{"name":"¿"}"#, bytes), type: "application/json; charset=gbk"))
        let name = try await store.send(Probe(Name.self)).name
        #expect(name == String(repeating: "你", count: 20_000))
    }

    @Test func bytesStayAsTheyAre() async throws {
        let store = Store(responding: .body(Data([0xc4, 0xe3]), type: "text/plain; charset=gbk"))
            .with { $0.responsePolicy = .raw }
        #expect(try await store.send(Probe(Data.self)) == Data([0xc4, 0xe3]))
    }
}
