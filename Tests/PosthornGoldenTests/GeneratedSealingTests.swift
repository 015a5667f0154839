import Foundation
import PosthornCore
import Synchronization
import Testing

/// The fields that generated endpoints seal, with a cipher that writes their paths.
@Suite("Generated sealed fields")
struct GeneratedSealingTests {
    /// Seals a field as its path and its JSON, and parses the same.
    private struct Shown: FieldCipher {
        let name = "shown"

        func seal(_ request: inout TransportRequest) async throws {
            try await request.sealFields { value, place in
                let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
                return .string("\(place)=\(json)")
            }
        }

        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
            try await response.openFields(of: request) { value, place in
                guard let text = value.string, text.hasPrefix("\(place)=") else {
                    throw APIError.Cause(.openingFailed, "\(place) is not sealed")
                }
                let json = Data(text.utf8.dropFirst(place.utf8.count + 1))
                return try JSONDecoder().decode(JSONValue.self, from: json)
            }
        }
    }

    /// Keeps the last request.
    private struct Recording: Transport {
        let bodies = Kept()
        var response: CannedTransport

        final class Kept: Sendable {
            private let text = Mutex<String?>(nil)

            var last: String? {
                get { text.withLock { $0 } }
                set { text.withLock { $0 = newValue } }
            }
        }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            bodies.last = request.body?.data.map { String(decoding: $0, as: UTF8.self) }
            return try await response.send(request)
        }
    }

    private static let receipt =
        #"{"code":0,"message":"","result":{"data":{"id":"1","token":"result.data.token=[1,null]","#
        + #""cards":{"a.b":{"brand":"V","holder":"result.data.cards.a\\.b.holder=\"A\"","#
        + #""number":"result.data.cards.a\\.b.number=\"4111\""}}}}}"#

    private func api(
        _ body: String = receipt, status: Int = 200, mediaType: String = "application/json"
    ) -> (VaultAPI, Recording) {
        let transport = Recording(
            response: CannedTransport(status: status, mediaType: mediaType, body: body))
        return (
            VaultAPI(
                ClientConfiguration(transport: transport),
                ciphers: .init(
                    card: Shown(), signed: .plaintext, whole: .plaintext, scans: .plaintext)),
            transport
        )
    }

    private static let card = Card(
        holder: "A", brand: "V", number: "4111", limits: Limit(day: 5))
    private static let pay = VaultAPI.Pay(
        amount: 7, cards: [card], notesMore: ["x": Note(text: "t")], cvc: "123")

    @Test("Only the fields marked in the spec are sealed")
    func sealsOnlyMarkedFields() async throws {
        let (api, transport) = api()
        let receipt = try await api.send(Self.pay)
        let body =
            #"{"amount":7,"cards":[{"brand":"V","holder":"cards.0.holder=\"A\"","#
            + #""limits":"cards.0.limits={\"day\":5}","number":"cards.0.number=\"4111\""}],"#
            + #""cvc":"cvc=\"123\"","notes.more":{"x":{"text":"notes\\.more.x.text=\"t\""}}}"#
        #expect(transport.bodies.last == body)
        #expect(receipt.token == [1, nil])
        #expect(receipt.cards?["a.b"]?.number == "4111")
        #expect(receipt.cards?["a.b"]?.limits == nil)
    }

    @Test("Absent fields are not sealed")
    func leavesAbsentFields() async throws {
        let (api, transport) = api()
        _ = try await api.pay(amount: 7, cards: [], notesMore: [:])
        #expect(transport.bodies.last == #"{"amount":7,"cards":[],"notes.more":{}}"#)
    }

    @Test(
        "Responses with unsealed, moved or malformed fields are refused",
        arguments: [
            #"{"code":0,"result":{"data":{"id":"1","token":1}}}"#,
            #"{"code":0,"result":{"data":{"id":"1","token":"token=1"}}}"#,
            #"{"code":0,"result":{"data":[{"id":"1","token":"x"}]}}"#,
            // What an envelope's path may also mean.
            #"{"code":0,"result.data":{"id":"1","token":1}}"#,
            #"{"code":0,"result":{"data":{"id":"1"},"data":{"id":"1","token":1}}}"#,
            "no JSON",
        ])
    func refusesUnsealedResponses(_ body: String) async throws {
        let (api, _) = api(body)
        let error = await #expect(throws: VaultAPI.Pay.Failure.self) {
            try await api.send(Self.pay)
        }
        guard case .other(let error) = error else { throw try #require(error) }
        #expect(error.code == .openingFailed)
    }

    @Test("Sealed fields of a documented failure are opened by status")
    func opensFailuresByStatus() async throws {
        let sealed = #"{"brand":"V","holder":"holder=\"A\"","number":"number=\"4111\""}"#
        await #expect {
            try await api(sealed, status: 409).0.send(Self.pay)
        } throws: { error in
            guard case .known(let card) = error as? VaultAPI.Pay.Failure else { return false }
            return card.number == "4111"
        }
        let plain = #"{"reason":"R","number":"as it is"}"#
        for status in [404, 410] {
            await #expect {
                try await api(plain, status: status).0.send(Self.pay)
            } throws: { error in
                switch error as? VaultAPI.Pay.Failure {
                case .notFound(let refusal), .clientError(_, let refusal): refusal.reason == "R"
                default: false
                }
            }
        }
    }

    @Test("Each status has its own sealed fields")
    func opensByStatus() async throws {
        let created = #"{"id":"1","token":"token=2"}"#
        guard
            case .created(let receipt) = try await api(created, status: 201).0.store(
                body: Self.card)
        else { throw APIError.Cause(.decodingFailed, "another status") }
        #expect(receipt.token == 2)
        guard case .noContent = try await api("", status: 204).0.store(body: Self.card) else {
            throw APIError.Cause(.decodingFailed, "another status")
        }
    }

    @Test("The policy of the call locates sealed fields")
    func policyLocatesSealedFields() async throws {
        let (api, _) = api(#"{"id":"1","token":"token=3"}"#)
        let plain = try await api.with { $0.responsePolicy = .json }.send(Self.pay)
        #expect(plain.token == 3)
        let both = api.with {
            $0.responsePolicy = .firstMatching(
                .json, .envelope(code: "c", message: "m", payload: "data", success: 0))
        }
        let error = await #expect(throws: VaultAPI.Pay.Failure.self) {
            try await both.send(Self.pay)
        }
        guard case .other(let error) = error else { throw try #require(error) }
        #expect(error.code == .openingFailed)
        #expect(error.message.contains("different payload paths"))
    }

    private struct Whole: PayloadCipher {
        let name = "whole"
        func seal(_ request: inout TransportRequest) { request.body = HTTPBody(Data("{}".utf8)) }
        func open(_ response: inout TransportResponse, to request: TransportRequest) {}
    }

    @Test("A whole-body cipher is refused before sending; plaintext is allowed")
    func refusesWholeBodyCiphers() async throws {
        let (api, transport) = api()
        for cipher in [Whole(), ComposedCipher([Whole(), Shown()])] as [any PayloadCipher] {
            let error = await #expect(throws: VaultAPI.Pay.Failure.self) {
                try await api.with { $0.cipher = cipher }.send(Self.pay)
            }
            guard case .other(let error) = error else { throw try #require(error) }
            #expect(error.code == .sealingFailed)
            #expect(error.stage == .building)
        }
        #expect(transport.bodies.last == nil)
        _ = try await api.with { $0.cipher = .plaintext }.send(Self.pay)
        #expect(transport.bodies.last?.contains(#""cvc":"123""#) == true)
        _ = try await api.with { $0.cipher = ComposedCipher([Shown(), .plaintext]) }.send(Self.pay)
        #expect(transport.bodies.last?.contains(#""cvc":"cvc="#) == true)
    }
}
