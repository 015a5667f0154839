import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Chosen fields are sealed, and the rest is not")
struct SealedFieldsTests {
    let key: JWEKey
    let cipher: SealedFields

    init() throws {
        key = try JWEKey(SecretKey(id: "s", bytes: Peer.secret), .direct)
        cipher = SealedFields(
            ["card.number", "items.*.note", "absent"], answer: ["card.number"], key: key)
    }

    static let body = Data(
        #"{"card":{"number":"4111","name":"A"},"items":[{"note":7},{"note":null},{"note":[1]}]}"#
            .utf8)

    private func sealed() async throws -> BuiltRequest {
        var request = BuiltRequest.sample(body: Self.body)
        try await cipher.seal(&request)
        return request
    }

    private func answer(
        _ request: BuiltRequest, field: String = "card.number", id: String? = nil,
        status: String = "200"
    ) throws -> ReceivedResponse {
        let exchange: [String: JSONValue] = [
            "direction": "response", "method": .string(request.method.rawValue),
            "target": .string(request.target),
            "id": .string(id ?? request.headers[.exchange] ?? ""), "status": .string(status),
        ]
        let message = try JWE.sealing(
            Data(#""4111""#.utf8), for: key,
            header: ["exchange": .object(exchange), "field": .string(field)])
        return .sealed(
            Data(#"{"card":{"number":"\#(try #require(message.compact))"},"n":1}"#.utf8),
            mediaType: "application/json")
    }

    @Test func theFieldsAreSealedForTheirPlaces() async throws {
        let request = try await sealed()
        let body = try JSONDecoder().decode(JSONAny.self, from: try #require(request.body?.data))
        #expect(body["card"]?["name"]?.text == "A")
        let number = try JWE(try #require(body["card"]?["number"]?.text))
        #expect(try number.open(with: key) == Data(#""4111""#.utf8))
        #expect(number.protected["field"] == "card.number")
        #expect(number.protected["exchange"]?["direction"] == "request")
        let text = String(decoding: try #require(request.body?.data), as: UTF8.self)
        #expect(!text.contains("4111"))
        #expect(text.contains(#"{"note":null}"#))
        #expect(request.headers[.contentType] == "application/json")
    }

    @Test func theAnswersFieldsOpenAtTheirPlacesOnly() async throws {
        let request = try await sealed()
        var response = try answer(request)
        try await cipher.open(&response, to: request)
        #expect(response.body == Data(#"{"card":{"number":"4111"},"n":1}"#.utf8))
        let wrong = [
            try answer(request, field: "card.name"),
            try answer(request, id: "AAAAAAAAAAAAAAAAAAAAAA"),
            try answer(request, status: "201"),
            .sealed(Data(#"{"card":{"number":"4111"}}"#.utf8), mediaType: "application/json"),
        ]
        for response in wrong {
            #expect(await faultOfOpening(response, to: request, with: cipher)?.message == opaque)
        }
        var without = ReceivedResponse.sealed(
            Data(#"{"error":1}"#.utf8), status: 404, mediaType: "application/json")
        try await cipher.open(&without, to: request)
        #expect(without.body == Data(#"{"error":1}"#.utf8))
    }

    @Test func aBodyThatIsNoJSONIsRefused() async {
        var request = BuiltRequest.sample(body: Data("a=b".utf8))
        let fault = await #expect(throws: CallFault.self) { try await cipher.seal(&request) }
        #expect(fault?.code == .sealingFailed)
    }
}
