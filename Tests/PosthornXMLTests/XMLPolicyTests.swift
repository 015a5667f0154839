import Foundation
import FoundationXML
import Posthorn
import PosthornTesting
import PosthornXML
import Testing

@Suite("XML")
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
            request.response = .xml
            try spec(&request)
        }
    }

    private func send<Value: Decodable & Sendable>(
        _ text: String, _ type: Value.Type, mediaType: String = "application/xml"
    ) async throws -> Value {
        let stub = StubTransport(.on(nil, "*", answer: .bytes(Data(text.utf8), type: mediaType)))
        return try await Service(
            configuration: ClientConfiguration(baseURL: "https://a.test", transport: stub)
        ).send(Call<Value>())
    }

    @Test func readsAndWritesATypeOfOnesOwn() async throws {
        let text =
            "<?xml version=\"1.0\"?><order><id>7</id><item>a &amp; b</item><item>c</item>"
            + "<at>1970-01-01T00:00:01Z</at></order>"
        let order = Order(id: 7, item: ["a & b", "c"], at: Date(timeIntervalSince1970: 1))
        #expect(try await send(text, Order.self) == order)
        #expect(try await send(text, Order.self, mediaType: "application/atom+xml") == order)
        let stub = StubTransport(.on(nil, "*", answer: .bytes(Data(text.utf8), type: "text/xml")))
        let service = Service(
            configuration: ClientConfiguration(baseURL: "https://a.test", transport: stub))
        #expect(try await service.send(Call<Order> { try $0.xml(order, root: "order") }) == order)
        #expect(stub.requests[0].headers[.contentType] == "application/xml")
        #expect(stub.requests[0].headers[.accept] == "application/xml, text/xml")
        let sent = stub.requests[0].body
        #expect(try await send(String(decoding: sent, as: UTF8.self), Order.self) == order)
    }

    @Test(arguments: [
        ("<order><id>x</id></order>", "id has another type, expected Int"),
        ("<order><item>a</item></order>", "id is missing"),
    ])
    func saysWhereTheShapeIsAnother(_ text: String, _ cause: String) async {
        let error = await #expect(throws: APIError.self) { try await send(text, Order.self) }
        #expect(error?.code == .decodingFailed)
        #expect(
            error?.message == "the answer does not have the expected shape: \(cause)",
            "\(error?.message ?? "")")
    }

    @Test(arguments: ["<a>", "<a></b>", "<a>\n<b>&nope;</b></a>", "{}", "<a/><b/>", "<a/", "<a/>x"])
    func saysWhereItIsNoXML(_ text: String) async throws {
        let error = await #expect(throws: APIError.self) { try await send(text, Order.self) }
        #expect(error?.code == .decodingFailed)
        let message = error?.message ?? ""
        #expect(message.hasPrefix("it is not valid XML: line "), "\(message)")
        #expect(error?.response?.body == Data(text.utf8))
        let body = try await send(text, XMLBody.self)
        #expect(throws: CallFault.self) { try body.events { _ in } }
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>",
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
    ])
    func aDoctypeIsRefused(_ text: String) async {
        let error = await #expect(throws: APIError.self) { try await send(text, XMLBody.self) }
        #expect(error?.message.hasPrefix("the document has a DOCTYPE") == true)
        #expect(throws: (any Error).self) {
            try XMLBody(Data(text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }))
        }
    }

    @Test(arguments: [(256, true), (257, false), (100_000, false)])
    func nestingIsBounded(_ depth: Int, _ isRead: Bool) async throws {
        let text =
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        let error = await #expect(throws: APIError.self) { try await send(text, Order.self) }
        #expect(error?.message.contains("nested more than 256 levels") == !isRead)
        let body = try await send(text, XMLBody.self)
        if isRead { try body.events { _ in } }
        if !isRead { #expect(throws: CallFault.self) { try body.document() } }
    }

    @Test func givesEventsInTheOrderOfTheText() async throws {
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

    @Test func givesATree() async throws {
        let body = try await send("<a><b>1</b><b>2</b></a>", XMLBody.self)
        let document = try body.document()
        #expect(try document.nodes(forXPath: "/a/b").map(\.stringValue) == ["1", "2"])
        #expect(throws: CallFault.self) { try XMLBody(Data("<a>".utf8)).document() }
    }

    @Test func anotherMediaTypeIsRefused() async {
        let error = await #expect(throws: APIError.self) {
            try await send("<a/>", XMLBody.self, mediaType: "application/json")
        }
        #expect(error?.code == .unacceptableMediaType)
    }

    @Test func anAnswerWithoutABodyIsNilOrAnError() async throws {
        #expect(try await send(" \n", Order?.self) == nil)
        let error = await #expect(throws: APIError.self) { try await send("", Order.self) }
        #expect(error?.message == "the answer has no body")
    }
}
