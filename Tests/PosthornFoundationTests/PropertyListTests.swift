import Foundation
import Posthorn
import PosthornFoundation
import PosthornTesting
import Testing

@Suite("Property lists")
struct PropertyListTests {
    struct Order: Codable, Hashable, Sendable {
        var id: Int
        var at: Date
        var receipt: Data
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
            request.response = .plist
            try spec(&request)
        }
    }

    private let order = Order(
        id: 7, at: Date(timeIntervalSince1970: 1_000_000), receipt: Data([1, 2, 3]))

    private func service(_ stub: StubTransport) -> Service {
        Service(configuration: ClientConfiguration(baseURL: "https://a.test", transport: stub))
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func readsAndWrites(_ format: PropertyListSerialization.PropertyListFormat) async throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let bytes = try encoder.encode(order)
        let stub = StubTransport(
            .on(nil, "*", answer: .bytes(bytes, type: "application/x-plist")))
        let answer = try await service(stub).send(
            Call<Order> { [order] in try $0.propertyList(order, format: format) })
        #expect(answer == order)
        #expect(stub.requests[0].headers[.contentType] == "application/x-plist")
        let sent = stub.requests[0].body
        #expect(try PropertyListDecoder().decode(Order.self, from: sent) == order)
        #expect(sent.starts(with: format == .binary ? Array("bplist00".utf8) : Array("<?xml".utf8)))
    }

    @Test(arguments: [
        ("<plist><dict><key>id</key><string>x</string></dict></plist>", "id has another type"),
        ("<plist><dict/></plist>", "id is missing"), ("{}}", "it is not valid property list"),
        ("<plist><dict>", "it is not valid property list"),
    ])
    func saysWhatIsWrong(_ text: String, _ cause: String) async {
        let stub = StubTransport(
            .on(nil, "*", answer: .bytes(Data(text.utf8), type: "application/x-plist")))
        let error = await #expect(throws: APIError.self) {
            try await service(stub).send(Call<Order>())
        }
        #expect(error?.code == .decodingFailed)
        let expected = "the answer does not have the expected shape: \(cause)"
        #expect(error?.message.hasPrefix(expected) == true, "\(error?.message ?? "")")
    }

    @Test func whatAPropertyListDoesNotHaveIsAnError() throws {
        let error = #expect(throws: APIError.self) {
            try service(StubTransport()).request(for: Call<Order> { try $0.propertyList(7) })
        }
        #expect(error?.code == .encodingFailed)
        #expect(error?.stage == .building)
    }
}
