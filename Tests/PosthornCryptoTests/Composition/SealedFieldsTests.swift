import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Sealing of selected JSON fields")
struct SealedFieldsTests {
    let key: JWEKey
    let cipher: SealedFields

    init() throws {
        key = try JWEKey(SecretKey(id: "s", bytes: Peer.secret, for: .jwe), .direct)
        cipher = try SealedFields(
            ["card.number", "items.*.note", "absent"], response: ["card.number"], key: key)
    }

    static let body = Data(
        #"{"card":{"number":"4111","name":"A"},"items":[{"note":7},{"note":null},{"note":[1]}]}"#
            .utf8)

    private func sealed() async throws -> TransportRequest {
        var request = TransportRequest.sample(body: Self.body)
        try await cipher.seal(&request)
        return request
    }

    private func sealedResponse(
        _ request: TransportRequest, field: String = "card.number", id: String? = nil,
        status: String = "200"
    ) throws -> TransportResponse {
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

    @Test func sealsFieldsForTheirPaths() async throws {
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

    @Test func responseFieldsOpenOnlyAtTheirPaths() async throws {
        let request = try await sealed()
        var response = try sealedResponse(request)
        try await cipher.open(&response, to: request)
        #expect(response.body == Data(#"{"card":{"number":"4111"},"n":1}"#.utf8))
        let wrong = [
            try sealedResponse(request, field: "card.name"),
            try sealedResponse(request, id: "AAAAAAAAAAAAAAAAAAAAAA"),
            try sealedResponse(request, status: "201"),
            .sealed(Data(#"{"card":{"number":"4111"}}"#.utf8), mediaType: "application/json"),
        ]
        for response in wrong {
            #expect(await faultOfOpening(response, to: request, with: cipher)?.message == opaque)
        }
        var without = TransportResponse.sealed(
            Data(#"{"error":1}"#.utf8), status: 404, mediaType: "application/json")
        try await cipher.open(&without, to: request)
        #expect(without.body == Data(#"{"error":1}"#.utf8))
    }

    /// Another parser might accept these and read a number that was never sealed.
    @Test(arguments: [
        #"{"card":{"number":"forged"},"n":1,"n":2}"#, #"{"card":{"number":"forged"},}"#,
        "{\"card\":{\"number\":\"forged\"},\"\u{e9}\":1,\"e\u{301}\":2}",
        "<p>card</p>", #"{"card":[{"number":"forged"}]}"#, #"{"card":"forged"}"#,
        #"[{"card":{"number":"forged"}}]"#, #""forged""#,
    ])
    func rejectsResponseOfAnotherShape(_ body: String) async throws {
        let request = try await sealed()
        let response = TransportResponse.sealed(Data(body.utf8), mediaType: "application/json")
        #expect(await faultOfOpening(response, to: request, with: cipher)?.message == opaque)
    }

    @Test(arguments: [
        #"{"card":[{"number":"4111"}]}"#, #"{"card":"4111"}"#, #"[{"card":{"number":"4111"}}]"#,
        #"{"items":7}"#, #"{"items":["4111"]}"#,
    ])
    func bodyOfAnotherShapeIsNotSentUnsealed(_ body: String) async throws {
        var request = TransportRequest.sample(body: Data(body.utf8))
        let fault = await #expect(throws: APIError.Cause.self) { try await cipher.seal(&request) }
        #expect(fault?.code == .sealingFailed)
        #expect(fault?.message.contains("4111") == false)
    }

    @Test func wildcardMatchesEachMemberOfAnObject() async throws {
        var request = TransportRequest.sample(body: Data(#"{"cards":{"a":"4111","b":null}}"#.utf8))
        try await SealedFields(["cards.*"], key: key).seal(&request)
        let body = try JSONDecoder().decode(JSONAny.self, from: try #require(request.body?.data))
        let message = try JWE(try #require(body["cards"]?["a"]?.text))
        #expect(message.protected["field"] == "cards.a")
        #expect(try message.open(with: key) == Data(#""4111""#.utf8))
    }

    /// A dot inside a name and a path of two members are different paths.
    @Test func escapesDotsAndStarsInNames() async throws {
        let cipher = try SealedFields([#"a\.b"#, "a.b", #"\*"#, #"c\\d"#, "ab*"], key: key)
        let text = #"{"a.b":1,"a":{"b":2},"*":3,"c\\d":4,"ab*":5,"e":6}"#
        var request = TransportRequest.sample(body: Data(text.utf8))
        try await cipher.seal(&request)
        let body = try JSONDecoder().decode(JSONAny.self, from: try #require(request.body?.data))
        func field(_ sealed: JSONAny?) throws -> (JSONValue?, Data) {
            let message = try JWE(try #require(sealed?.text))
            return (message.protected["field"], try message.open(with: key))
        }
        #expect(try field(body["a.b"]) == (#"a\.b"#, Data("1".utf8)))
        #expect(try field(body["a"]?["b"]) == ("a.b", Data("2".utf8)))
        #expect(try field(body["*"]) == (#"\*"#, Data("3".utf8)))
        #expect(try field(body[#"c\d"#]) == (#"c\\d"#, Data("4".utf8)))
        #expect(try field(body["ab*"]) == ("ab*", Data("5".utf8)))
        #expect(body["e"] != nil && body["e"]?.text == nil)
    }

    @Test(arguments: [#"a\"#, #"a\b"#, #"\"#])
    func rejectsInvalidBackslashEscape(_ field: String) {
        let fault = #expect(throws: APIError.Cause.self) { try SealedFields([field], key: key) }
        #expect(fault?.message.contains("backslash") == true)
    }

    @Test func sealingWithoutFieldsThrows() async throws {
        var request = TransportRequest.sample(body: Self.body)
        let fault = await #expect(throws: APIError.Cause.self) {
            try await SealedFields(key: key).seal(&request)
        }
        #expect(fault?.code == .sealingFailed)
    }

    @Test(arguments: ["", ".", "a..b", ".a", "a."])
    func rejectsEmptyPathComponent(_ field: String) {
        let fault = #expect(throws: APIError.Cause.self) { try SealedFields([field], key: key) }
        #expect(fault?.code == .sealingFailed)
    }

    @Test func previousKeyStillOpens() async throws {
        let newer = try JWEKey(SecretKey.random(id: "newer", for: .jwe), .direct)
        let ring = try KeyRing(newer, previous: [key])
        let cipher = try SealedFields(
            ["card.number"], response: ["card.number"], key: ring, opening: ring)
        var request = TransportRequest.sample(body: Self.body)
        try await cipher.seal(&request)
        let body = try JSONDecoder().decode(JSONAny.self, from: try #require(request.body?.data))
        #expect(try JWE(try #require(body["card"]?["number"]?.text)).keyID == "newer")
        var response = try sealedResponse(request)
        try await cipher.open(&response, to: request)
        #expect(response.body == Data(#"{"card":{"number":"4111"},"n":1}"#.utf8))
        let alone = try SealedFields(
            [], response: ["card.number"], key: newer)
        let fault = await faultOfOpening(try sealedResponse(request), to: request, with: alone)
        #expect(fault?.message.contains(#"the key "s""#) == true)
    }

    @Test func composedCiphersShareOneExchangeID() async throws {
        let whole = JWECipher(key)
        let chain = try ComposedCipher([
            SealedFields(["card.number"], response: ["card.number"], key: key), whole,
        ])
        var request = TransportRequest.sample(body: Self.body)
        try await chain.seal(&request)
        let id = try #require(request.headers[.exchange])
        let outer = try JWE(try #require(request.body?.data))
        #expect(outer.protected["exchange"]?["id"] == .string(id))
        let body = try JSONDecoder().decode(JSONAny.self, from: outer.open(with: key))
        let inner = try JWE(try #require(body["card"]?["number"]?.text))
        #expect(inner.protected["exchange"]?["id"] == .string(id))
        var again = TransportRequest.sample(body: Self.body)
        try await chain.seal(&again)
        #expect(again.headers[.exchange] != id)
    }

    @Test func rejectsBodyThatIsNotJSON() async {
        var request = TransportRequest.sample(body: Data("a=b".utf8))
        let fault = await #expect(throws: APIError.Cause.self) { try await cipher.seal(&request) }
        #expect(fault?.code == .sealingFailed)
    }
}
