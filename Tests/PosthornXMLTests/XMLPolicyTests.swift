import Foundation
import FoundationXML
@_spi(Generated) import Posthorn
import PosthornTesting
import PosthornXML
import Testing

@Suite("XML policy")
struct XMLPolicyTests {
    struct Order: Codable, Hashable, Sendable {
        var id: Int
        var item: [String]
        var at: Date?
    }

    private struct Service: APIService {
        var configuration: ClientConfiguration
    }

    private struct Call<Value: Decodable & Sendable>: Endpoint {
        typealias Output = Value
        static var name: String { "call" }
        var spec: @Sendable (inout RequestBuilder) throws -> Void = { _ in }
        func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/orders")
            request.responsePolicy = .xml
            try spec(&request)
        }
    }

    private func send<Value: Decodable & Sendable>(
        _ text: String, _ type: Value.Type, mediaType: String = "application/xml"
    ) async throws -> Value {
        let stub = StubTransport(.on(nil, "*", response: .bytes(Data(text.utf8), type: mediaType)))
        return try await Service(
            configuration: try ClientConfiguration(baseURL: "https://a.test", transport: stub)
        ).send(Call<Value>())
    }

    @Test(
        "A document is read in the charset that the response names, whatever it declares",
        arguments: [
            ("GBK", [0xc4, 0xe3], "你"), ("shift_jis", [0x95, 0x5c], "表"),
            ("windows-1251", [0xcf], "П"), ("iso-8859-2", [0xb1], "ą"),
        ] as [(String, [UInt8], String)])
    func readsNamedCharset(_ charset: String, _ bytes: [UInt8], _ text: String) throws {
        for declaration in ["", "<?xml version='1.0'?>", "<?xml version='1.0' encoding='x'?>"] {
            let response = TransportResponse(
                status: .ok, headers: [.contentType: "application/xml; charset=\(charset)"],
                body: Data("\(declaration)<a>".utf8) + bytes + Data("</a>".utf8))
            var texts = ""
            try response.value(XMLBody.self, by: .xml).events { event in
                if case .text(let text) = event { texts += text }
            }
            #expect(texts == text)
        }
    }

    @Test(arguments: [
        ("xml:lang='de' xsi:type='t' id='1'", ["id": "1"]),
        ("x:id='2' id='1' a:id='3'", ["id": "1"]), ("x:id='2' a:id='3'", ["id": "3"]),
        ("xlink:href='/a'", ["href": "/a"]), ("my:nil='true'", ["nil": "true"]),
        ("xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='t'", [:]),
        ("xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='1'", nil),
        ("xmlns:xsi='urn:own' xsi:nil='1'", ["nil": "1"]),
    ])
    func ignoresAttributesOfOtherVocabularies(
        _ attributes: String, _ expected: [String: String]?
    ) async throws {
        #expect(try await send("<r \(attributes)/>", [String: String]?.self) == expected)
    }

    @Test func elementOverridesForeignAttribute() async throws {
        let text = "<r xlink:href='/a'><href>/b</href></r>"
        #expect(try await send(text, [String: String].self) == ["href": "/b"])
    }

    /// XML Schema, part 2: the lexical forms of decimal, integer and double.
    @Test(arguments: [
        ("007", 7.0), ("+5", 5), (".5", 0.5), ("5.", 5), ("-.5", -0.5), ("-007.50", -7.5),
        ("5.e1", 50),
        ("0012345678901234567.8", 12_345_678_901_234_567.8),
        ("+0.1234567890123456789", 0.1234567890123456789),
    ])
    func readsXMLSchemaNumbers(_ text: String, _ expected: Double) async throws {
        let document = "<r><a>\(text)</a></r>"
        #expect(try await send(document, [String: Double].self) == ["a": expected])
        #expect(try await send(document, [String: Float].self) == ["a": Float(expected)])
        let decimals = try await send(document, [String: Decimal].self)
        let digits = text.hasPrefix("+") ? String(text.dropFirst()) : text
        #expect(decimals["a"] == Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX")))
        if let whole = Int(exactly: expected), whole < 1000 {
            #expect(try await send(document, [String: Int].self) == ["a": whole])
        }
    }

    @Test(arguments: [".", "+", "-", "+.", "", "+-5", "1..2", "e5", ".e5"])
    func refusesInvalidXMLSchemaNumbers(_ text: String) async {
        await #expect(throws: APIError.self) {
            try await send("<r><a>\(text)</a></r>", [String: Double].self)
        }
    }

    @Test func arrayCannotBeTheRoot() async throws {
        let error = await #expect(throws: APIError.self) {
            try await send("<r><a/></r>", [String].self)
        }
        #expect(
            error?.message == "a document of XML has one root, and Array<String> is a list")
        await #expect(throws: APIError.self) { try await send("<r/>", [Int]?.self) }
    }

    #if CodableXML
        @Test func codableTypeRoundTrips() async throws {
            let text =
                "<?xml version=\"1.0\"?><order><id>7</id><item>a &amp; b</item><item>c</item>"
                + "<at>1970-01-01T00:00:01Z</at></order>"
            let order = Order(id: 7, item: ["a & b", "c"], at: Date(timeIntervalSince1970: 1))
            #expect(try await send(text, Order.self) == order)
            #expect(try await send(text, Order.self, mediaType: "application/atom+xml") == order)
            let stub = StubTransport(
                .on(nil, "*", response: .bytes(Data(text.utf8), type: "text/xml")))
            let service = Service(
                configuration: try ClientConfiguration(baseURL: "https://a.test", transport: stub))
            #expect(
                try await service.send(Call<Order> { try $0.xml(order, root: "order") }) == order)
            #expect(stub.requests[0].headers[.contentType] == "application/xml")
            #expect(stub.requests[0].headers[.accept] == "application/xml, text/xml")
            let sent = stub.requests[0].body
            #expect(try await send(String(decoding: sent, as: UTF8.self), Order.self) == order)
        }
    #endif

    #if CodableXML
        @Test(arguments: [
            ("<order><id>x</id></order>", "id has another type, expected Int"),
            ("<order><item>a</item></order>", "id is missing"),
        ])
        func decodingErrorNamesThePath(_ text: String, _ cause: String) async {
            let error = await #expect(throws: APIError.self) { try await send(text, Order.self) }
            #expect(error?.code == .decodingFailed)
            #expect(
                error?.message == "the response does not have the expected shape: \(cause)",
                "\(error?.message ?? "")")
        }
    #endif

    @Test(arguments: ["<a>", "<a></b>", "<a>\n<b>&nope;</b></a>", "{}", "<a/><b/>", "<a/", "<a/>x"])
    func invalidXMLErrorHasLine(_ text: String) async throws {
        let error = await #expect(throws: APIError.self) { try await send(text, Order.self) }
        #expect(error?.code == .decodingFailed)
        let message = error?.message ?? ""
        #expect(message.hasPrefix("it is not valid XML: line "), "\(message)")
        #expect(error?.response?.body == Data(text.utf8))
        let body = try await send(text, XMLBody.self)
        #expect(throws: APIError.Cause.self) { try body.events { _ in } }
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>",
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
    ])
    func doctypeIsRefused(_ text: String) async {
        let error = await #expect(throws: APIError.self) { try await send(text, XMLBody.self) }
        #expect(error?.message.hasPrefix("the document has a DOCTYPE") == true)
        #expect(throws: (any Error).self) {
            try XMLBody(Data(text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }))
        }
    }

    @Test(arguments: [(256, true), (257, false), (100_000, false)])
    func nestingIsLimitedTo256Levels(_ depth: Int, _ isRead: Bool) async throws {
        let text =
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        let error = await #expect(throws: APIError.self) { try await send(text, Order.self) }
        #expect(error?.message.contains("nested more than 256 levels") == !isRead)
        let body = try await send(text, XMLBody.self)
        if isRead { try body.events { _ in } }
        if !isRead { #expect(throws: APIError.Cause.self) { try body.document() } }
    }

    #if !CodableXML
        @Test func codableTypeWithoutTraitHasAdvice() async {
            let error = await #expect(throws: APIError.self) {
                try await send("<order><id>7</id></order>", Order.self)
            }
            #expect(
                error?.message == "Order is no type of a spec, which is what is read here as XML")
            #expect(error?.advice?.contains("traits: [\"CodableXML\"]") == true)
        }
    #endif

    @Test func eventsComeInDocumentOrder() async throws {
        let body = try await send("<a x=\"1\">t<b/><![CDATA[<c>]]></a>", XMLBody.self)
        var events: [XMLEvent] = []
        try body.events { events.append($0) }
        #expect(
            events == [
                .start(name: "a", attributes: ["x": "1"]), .text("t"),
                .start(name: "b", attributes: [:]), .end(name: "b"), .text("<c>"), .end(name: "a"),
            ])
        struct Enough: Error {}
        var count = 0
        #expect(throws: Enough.self) {
            try body.events { _ in
                count += 1
                throw Enough()
            }
        }
        #expect(count == 1)
    }

    @Test func returnsDocumentTree() async throws {
        let body = try await send("<a><b>1</b><b>2</b></a>", XMLBody.self)
        let document = try body.document()
        #expect(try document.nodes(forXPath: "/a/b").map(\.stringValue) == ["1", "2"])
        #expect(throws: APIError.Cause.self) { try XMLBody(Data("<a>".utf8)).document() }
    }

    @Test func otherMediaTypeIsRefused() async {
        let error = await #expect(throws: APIError.self) {
            try await send("<a/>", XMLBody.self, mediaType: "application/json")
        }
        #expect(error?.code == .unacceptableMediaType)
    }

    @Test func emptyBodyIsNilOrAnError() async throws {
        #expect(try await send(" \n", Order?.self) == nil)
        let error = await #expect(throws: APIError.self) { try await send("", Order.self) }
        #expect(error?.message == "the response has no body")
    }

    /// A document whose entities would be read if it got past the check; in the declared encoding.
    private static func sneaky(_ encoding: String, _ encode: (String) -> Data) -> Data {
        encode(
            "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>"
                + "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><r>&x;</r>")
    }

    /// UTF-7 with everything but letters in base 64; the declaration as it is.
    private static func utf7(_ text: String) -> Data {
        let end = text.range(of: "?>")?.upperBound ?? text.startIndex
        let rest = text[end...].unicodeScalars.map { scalar -> String in
            guard !CharacterSet.alphanumerics.contains(scalar), scalar != " " else {
                return String(scalar)
            }
            let bytes = Data([0, UInt8(scalar.value)]).base64EncodedString()
            return "+" + bytes.replacingOccurrences(of: "=", with: "") + "-"
        }
        return Data((text[..<end] + rest.joined()).utf8)
    }

    private static func ucs4(_ text: String, isBig: Bool) -> Data {
        Data(
            text.utf8.flatMap { isBig ? [0, 0, 0, $0] : [$0, 0, 0, 0] })
    }

    static let unread: [Data] = [
        sneaky("UTF-7", utf7), sneaky("UTF-32BE") { ucs4($0, isBig: true) },
        sneaky("UTF-32") { Data([0xff, 0xfe, 0, 0]) + ucs4($0, isBig: false) },
        sneaky("UCS-4") { ucs4($0, isBig: false) },
        // `<?xm` in EBCDIC, and an ASCII declaration of it.
        Data([0x4c, 0x6f, 0xa7, 0x94]), Data("<?xml version='1.0' encoding='IBM037'?><a/>".utf8),
        Data("<?xml version='1.0' encoding='UTF-8' encoding='UTF-7'?><a/>".utf8),
        Data("<?xml version='1.0' standalone='yes' encoding='UTF-7'?><a/>".utf8),
        Data("<?xml version='1.0' encoding='utf-16'?><a/>".utf8),
        Data("<?xml version='1.0' encoding='UTF-7'?><a/>".utf16.flatMap { [UInt8($0), 0] }),
        Data("<?xml \(String(repeating: " ", count: 2000))encoding='UTF-7'?><a/>".utf8),
    ]

    @Test(arguments: unread.indices)
    func otherEncodingsAreRefused(_ index: Int) {
        let fault = #expect(throws: APIError.Cause.self) {
            try XMLBody(Self.unread[index]).document()
        }
        #expect(fault?.message.contains("none of the encodings") == true, "\(fault?.message ?? "")")
    }

    @Test(arguments: ["UTF-8", "utf-8", "US-ASCII", "ISO-8859-1", "UTF-16"])
    func readsFourEncodings(_ name: String) throws {
        let text = "<?xml version='1.0' encoding=\"\(name)\" standalone='yes' ?>\r\n<a>é</a>"
        let encoding: String.Encoding =
            switch name {
            case "UTF-16": .utf16
            case "ISO-8859-1": .isoLatin1
            default: .utf8
            }
        let plain = name == "US-ASCII" ? text.replacing("é", with: "&#xe9;") : text
        let data = try #require(plain.data(using: encoding))
        #expect(try XMLBody(data).document().rootElement()?.stringValue == "é")
        if name == "UTF-8" {
            let marked = Data([0xef, 0xbb, 0xbf]) + data
            #expect(try XMLBody(marked).document().rootElement()?.stringValue == "é")
        }
    }

    @Test func doctypeInTextIsAllowed() throws {
        let text =
            "<!-- <!DOCTYPE x> --><?p <!DOCTYPE y>?>\n<a><![CDATA[<!DOCTYPE a>]]>"
            + "<!-- <!DOCTYPE --></a>"
        let body = try XMLBody(Data(text.utf8))
        var texts = ""
        try body.events { if case .text(let text) = $0 { texts += text } }
        #expect(texts == "<!DOCTYPE a>")
        _ = try body.document()
        // In another case, in a prolog or within the document, it is not well-formed.
        for text in ["<!-- --><!doctype a><a/>", "<a><!DOCTYPE b [<!ENTITY x 'y'>]>&x;</a>"] {
            #expect(throws: APIError.Cause.self) { try XMLBody(Data(text.utf8)).document() }
        }
    }

    @Test(arguments: [
        "<?xml version=\"1.1\"?><a>b</a>", "<a xmlns=\"::\">b</a>", "<a xmlns=\"rel\">b</a>",
        "<p:a>b</p:a>", "<a p:x=\"1\">b</a>", "<:a>b</:a>", "<a xml:lang=\"!!\">b</a>",
    ])
    func parserWarningsAreIgnored(_ text: String) throws {
        #expect(try XMLBody(Data(text.utf8)).document().rootElement()?.stringValue == "b")
    }

    @Test(arguments: [(1000, true), (1001, false), (100_000, false)])
    func attributesAreLimitedTo1000(_ count: Int, _ isRead: Bool) throws {
        let attributes = (0..<count).map { " a\($0)='=>'" }.joined()
        let data = Data("<r><a\(attributes)/></r>".utf8)
        if isRead { try XMLBody(data).events { _ in } }
        if !isRead {
            let fault = #expect(throws: APIError.Cause.self) { try XMLBody(data) }
            #expect(fault?.message == "an element has more than 1000 attributes")
        }
    }

    #if CodableXML
        @Test func readsDatesWithFractionsAndOffsets() async throws {
            let text = "<order><id>7</id><item>a</item><at>1970-01-01T01:00:01.5+01:00</at></order>"
            let order = try await send(text, Order.self)
            #expect(order.at == Date(timeIntervalSince1970: 1.5))
            let stub = StubTransport(
                .on(nil, "*", response: .bytes(Data(text.utf8), type: "text/xml")))
            let service = Service(
                configuration: try ClientConfiguration(baseURL: "https://a.test", transport: stub))
            _ = try await service.send(Call<Order> { try $0.xml(order, root: "order") })
            let sent = String(decoding: stub.requests[0].body, as: UTF8.self)
            #expect(sent.contains("<at>1970-01-01T00:00:01.500Z</at>"), "\(sent)")
            let error = await #expect(throws: APIError.self) {
                try await send(
                    "<order><id>7</id><item>a</item><at>yesterday</at></order>", Order.self)
            }
            #expect(error?.message.hasSuffix("at is not valid") == true, "\(error?.message ?? "")")
        }
    #endif

    private struct Refusable: Endpoint {
        typealias Output = Order
        enum Failure: EndpointFailure {
            case conflict(Documented<Order>)
            case other(APIError)
            static func decode(from response: CallResponse) throws -> Failure? {
                .conflict(try response.failure(named: "conflict"))
            }
            var apiError: APIError {
                switch self {
                case .conflict(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
        static let name = "refusable"
        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/")
            request.responsePolicy = .xml
        }
    }

    @Test func failureOfOtherMediaTypeIsNotDecoded() async throws {
        let bytes = Data("<order><id>7</id><item>a</item></order>".utf8)
        let stub = StubTransport(
            .on(nil, "*", response: .bytes(bytes, type: "text/html", status: .conflict)))
        let service = Service(
            configuration: try ClientConfiguration(baseURL: "https://a.test", transport: stub))
        let failure = await #expect(throws: Refusable.Failure.self) {
            try await service.send(Refusable())
        }
        guard case .other(let error) = failure else {
            Issue.record("it was read")
            return
        }
        #expect(
            error.code == .conflict && error.message.contains("the response is text"),
            "\(error.message)")
    }
}
