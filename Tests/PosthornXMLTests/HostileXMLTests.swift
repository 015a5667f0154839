import Foundation
import FoundationXML
import Posthorn
import PosthornTesting
import PosthornXML
import TestSupport
import Testing

/// Documents that crash Foundation's parser or make a reader slow.
@Suite("Hostile XML", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct HostileXMLTests {
    private static let wide: [String.Encoding] = [.utf16LittleEndian, .utf16BigEndian]

    @Test(arguments: [
        "<a><?x?></a>", "<?x?><a/>", "<?xml-stylesheet?><a/>", "<a/><?x?>",
        "<?x?><?y?><a><?z?></a>",
        "<?xml version='1.0'?><?x?><a/>", "<a><?x ?><!-- <?x?> --><?y?></a>",
        "<a><?\u{e9} a > b ?><?x?><!-- --></a>",
    ])
    func readsProcessingInstructionsWithoutData(_ text: String) throws {
        let documents =
            [Data(text.utf8), Data([0xef, 0xbb, 0xbf]) + Data(text.utf8)]
            + Self.wide.map { ("\u{feff}" + text).data(using: $0) ?? Data() }
        for data in documents {
            // A slice begins at another index.
            for data in [data, (Data([0]) + data).dropFirst()] {
                let body = try XMLBody(data)
                var names: [String] = []
                try body.events { if case .start(let name, _) = $0 { names.append(name) } }
                #expect(names == ["a"])
                #expect(body.data == data)
                #expect(try body.document().rootElement()?.name == "a")
            }
        }
    }

    @Test func instructionLikeTextIsUnchanged() throws {
        let text = "<a b='<?x?>'.><!-- <?x?> --><![CDATA[<?x?>]]><?x y?></a>".replacing(
            "b='<?x?>'.", with: "b='?>'")
        var seen: [XMLEvent] = []
        try XMLBody(Data(text.utf8)).events { seen.append($0) }
        #expect(
            seen == [.start(name: "a", attributes: ["b": "?>"]), .text("<?x?>"), .end(name: "a")])
    }

    @Test(arguments: [
        "<?x", "<?x?", "<??>", "<?>", "<a><?x??></a>", "<?xml?><a/>", "<a <?x?>/>",
        "<?x <?y?>", "<a>&<?x?></a>", "<a><!b <?x?></a>", "<a><!-- -- <?x?> --></a>",
        "<a></b><?x?>",
        "<a/>x<?x?>", "<a><![CDATA[<?x?></a>", "<a b='<?x?>'/>", "<1 <?x?>/>", "<a <?x <?y?>/>",
    ])
    func malformedInstructionsAreErrors(_ text: String) {
        #expect(throws: APIError.Cause.self) { try XMLBody(Data(text.utf8)).events { _ in } }
        #expect(throws: APIError.Cause.self) { try XMLBody(Data(text.utf8)).document() }
    }

    @Test(arguments: [
        ["<a", "></a", ">"], ["<a ", "=\"1\"/>"], ["<a><!--", "--></a>"], ["<a/><!--", "-->"],
        ["<a>", "</a>"], ["<a b='", "'/>"], ["<a><?x ", "?></a>"], ["<?", "?><a/>"],
        ["<?xml version='1.0' encoding='UTF-8'?><a><!--", "--></a>"],
    ])
    func invalidUTF8IsRefused(_ parts: [String]) {
        // A letter of Latin-1, NUL in two bytes, a surrogate, a character that is cut.
        let wrong: [[UInt8]] = [[0xc8], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]
        for bytes in wrong {
            let data = Data(parts.map { Data($0.utf8) }.joined(separator: bytes))
            let fault = #expect(throws: APIError.Cause.self) { try XMLBody(data).document() }
            #expect(
                fault?.message.hasPrefix("the document is not UTF-8 at byte \(parts[0].utf8.count)")
                    == true, "\(fault?.message ?? "")")
        }
    }

    /// libxml2 goes on behind each of these and finds an element, whose attributes it would compare with one
    /// another, before it says that the document is none.
    @Test(arguments: [
        "<r><a '>#'/></r>", "<r><a b=\">#\"/></r>", "<r></b '>#'></r>", "<r>< '>#'/></r>",
        "<r><? #?></r>", "<r><?1 #?></r>", "<r><?\u{d7} #?></r>", "<r><!--\u{1}#--></r>",
        "<r><!--\u{fffe}#--></r>", "<r><![CDATA[\u{1}#]]></r>", "<r><?x \u{b}#?></r>",
        "<?xml ><r><![CDATA[?><!--]]>#--></r>", "<r><?\u{d7} <!-- ?>#<!-- --></r>",
        "<r><?\u{e9} <!-- ?>#</r>", "<r><?\u{e9} <![CDATA[ ?>#</r>",
        "<r><?\u{d7} <![CDATA[ ?>#</r>",
    ])
    func attributeLimitCountsEveryElement(_ text: String) throws {
        let attributes = (0...1000).map { "a\($0)=''" }.joined(separator: " ")
        let text = text.replacing("#", with: "<b \(attributes)/>")
        for encoding in [.utf8] + Self.wide {
            let mark = encoding == .utf8 ? "" : "\u{feff}"
            let data = try #require((mark + text).data(using: encoding))
            #expect(throws: APIError.Cause.self) { try XMLBody(data) }
        }
    }

    /// Each has an instruction without data, of which Foundation's parser dies, behind what might hide it.
    @Test(arguments: [
        "<r><?\u{e9} <!-- ?><?x?><!-- --></r>", "<r><?\u{e9} <![CDATA[ ?><?x?>]]></r>",
    ])
    func hiddenInstructionIsRefused(_ text: String) {
        #expect(throws: APIError.Cause.self) { try XMLBody(Data(text.utf8)).events { _ in } }
    }

    @Test func commentsAreNotCounted() throws {
        let many = "<b " + String(repeating: "a='' ", count: 2000) + "/>"
        let text = "<?\u{e9}?><r \u{1f40e}='>'><!--\(many)--><![CDATA[\(many)]]><?x \(many)?></r>"
            .replacing("\u{1f40e}", with: "\u{e9}")
        for encoding in [.utf8] + Self.wide {
            let mark = encoding == .utf8 ? "" : "\u{feff}"
            let data = try #require((mark + text + "<!--\u{1f40e}-->").data(using: encoding))
            try XMLBody(data).events { _ in }
        }
    }

    @Test func latin1AllowsNonASCIINamesAndComments() throws {
        let text = "<?xml version='1.0' encoding='ISO-8859-1'?><é><!--é--></é>"
        let data = try #require(text.data(using: .isoLatin1))
        #expect(try XMLBody(data).document().rootElement()?.name == "é")
    }

    @Test func invalidEncodingInResponseIsAnError() async throws {
        let bytes = Data("<a>\u{e9}</a>".unicodeScalars.map { UInt8($0.value) })
        let stub = StubTransport(.on(nil, "*", response: .bytes(bytes, type: "text/xml")))
        let error = await #expect(throws: APIError.self) {
            try await Service(
                configuration: try ClientConfiguration(baseURL: "https://a.test", transport: stub)
            ).send(Call<[String: String]>())
        }
        #expect(error?.code == .decodingFailed && error?.response?.body.count == 8)
    }

    private struct Service: APIService {
        var configuration: ClientConfiguration
    }

    private struct Call<Value: Decodable & Sendable>: Endpoint {
        typealias Output = Value
        static var name: String { "call" }
        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/")
            request.responsePolicy = .xml
        }
    }

    private func value<Value: Decodable & Sendable>(
        _ text: String, as type: Value.Type
    ) async throws -> Value {
        let stub = StubTransport(
            .on(nil, "*", response: .bytes(Data(text.utf8), type: "text/xml")))
        return try await Service(
            configuration: try ClientConfiguration(baseURL: "https://a.test", transport: stub)
        ).send(Call<Value>())
    }

    /// Each inner element would copy all prefixes.
    @Test func namespacesTakeLinearTime() async throws {
        let vocabulary = "http://www.w3.org/2001/XMLSchema-instance"
        var text = ""
        for level in 0..<50 {
            text += "<n"
            for index in 0..<900 { text += " xmlns:p\(level)_\(index)='\(vocabulary)'" }
            text += ">"
        }
        for _ in 0..<20_000 { text += "<a xmlns:x='\(vocabulary)'/>" }
        text += String(repeating: "</n>", count: 50)
        let body = try XMLBody(Data(text.utf8))
        let clock = ContinuousClock()
        let reading = try clock.measure { try body.events { _ in } }
        let start = clock.now
        _ = try? await value(text, as: [String: String].self)
        let decoding = clock.now - start
        #expect(decoding < reading * 10, "\(decoding) beside \(reading)")
    }

    private static let own = "xmlns:i='urn:own'"
    private static let vocabulary = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"

    /// A prefix means what the nearest declaration says, and no longer than its element is open.
    @Test(arguments: [
        (
            "<r \(vocabulary)><a i:nil='1'/><b \(own) i:nil='1'/><c i:nil='1'/></r>",
            ["a": nil, "b": ["nil": "1"], "c": nil]
        ),
        (
            "<r \(own)><a \(vocabulary) i:nil='1'/><b i:nil='1'/></r>",
            ["a": nil, "b": ["nil": "1"]]
        ),
        (
            "<r><a xmlns:xsi='urn:own' xsi:nil='1'/><b xsi:nil='1'/></r>",
            ["a": ["nil": "1"], "b": nil]
        ),
    ])
    func namespacePrefixEndsWithItsElement(
        _ text: String, _ expected: [String: [String: String]?]
    ) async throws {
        #expect(try await value(text, as: [String: [String: String]?].self) == expected)
    }
}
