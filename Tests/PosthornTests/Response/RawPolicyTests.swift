import Foundation
import Posthorn
import Testing

@Suite("Raw policy")
struct RawPolicyTests {
    private func store(_ body: Data) -> Store {
        Store(responding: .body(body, type: "image/png")).with { $0.responsePolicy = .raw }
    }

    @Test(arguments: [Data(), Data([0, 255]), Data("text".utf8)])
    func returnsTheBytes(_ body: Data) async throws {
        #expect(try await store(body).send(Probe(Data.self)) == body)
    }

    @Test(arguments: ["", "text", "é👍", "\u{feff}x", "a\r\nb"])
    func returnsTheText(_ text: String) async throws {
        let sent = try await store(Data(text.utf8)).send(Probe(String.self))
        #expect(Array(sent.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func optionalTextIsNilWithoutBody() async throws {
        #expect(try await store(Data("null".utf8)).send(Probe(String?.self)) == "null")
        #expect(try await store(Data()).send(Probe(String?.self)) == nil)
        let error = await #expect(throws: APIError.self) {
            try await store(Data([0xff])).send(Probe(String?.self))
        }
        #expect(error?.message == "the body is not UTF-8")
    }

    @Test(arguments: [Data([0xff]), Data([0x61, 0xc3]), Data([0xed, 0xa0, 0x80])])
    func refusesInvalidUTF8(_ body: Data) async {
        let error = await #expect(throws: APIError.self) {
            try await store(body).send(Probe(String.self))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message == "the body is not UTF-8")
        #expect(error?.advice == "let the endpoint return Data")
        #expect(error?.response?.body == body)
    }

    @Test func errorStatusKeepsTheBody() async {
        let body = Data([0, 255])
        let response = TransportResponse.body(body, status: .notFound, type: "image/png")
        let error = await #expect(throws: APIError.self) {
            try await Store(responding: response).with { $0.responsePolicy = .raw }.send(
                Probe(Data.self))
        }
        #expect(error?.code == .notFound)
        #expect(error?.stage == .validating)
        #expect(error?.response?.body == body)
    }

    @Test func refusesOtherOutputTypes() async {
        let error = await #expect(throws: APIError.self) {
            try await store(Data("7".utf8)).send(Probe(Int.self))
        }
        #expect(error?.message == "the policy raw gives Data or String and not Int")
    }

    @Test func sendsNoAccept() throws {
        let request = try Store().with { $0.responsePolicy = .raw }.request(for: Ping())
        #expect(request.headers[.accept] == nil)
    }
}
