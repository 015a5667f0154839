import Foundation
import PosthornCore
import Testing

/// Response policies that a spec only names: which one reads what, and who may replace it.
@Suite("Generated service-defined policies")
struct GeneratedDeclaredPolicyTests {
    /// Reads a member of an object, and documented errors from another one.
    private struct Member: ResponsePolicy {
        let value: String

        func decode<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            guard let value = try response.value(at: value, as: type) else {
                throw APIError.Cause(.decodingFailed, "there is no \(self.value)")
            }
            return value
        }

        func decodeFailure<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
        ) throws -> Value {
            guard let value = try response.value(at: "error", as: type) else {
                throw APIError.Cause(.decodingFailed, "there is no error")
            }
            return value
        }

        func payloadPath(in response: TransportResponse) -> String? { value }
    }

    private func api(_ body: String, status: Int = 200) -> DeclaredAPI {
        DeclaredAPI(
            .canned(body, status: status), ciphers: .init(card: Dropping()),
            responses: .init(
                status: Member(value: "result"), default: Member(value: "other.value"),
                rows: Member(value: "rows")))
    }

    private static let body =
        #"{"id":1,"result":{"id":2},"other":{"value":{"id":3}},"rows":[{"id":4}]}"#

    @Test("Service and endpoint policies decode the output")
    func serviceAndEndpointPoliciesDecodeOutput() async throws {
        let api = api(Self.body)
        #expect(try await api.find().id == 2)
        #expect(try await api.named().id == 3)
        #expect(try await api.bare().id == 1)
        #expect(try await api.table().map(\.id) == [4])
        #expect(try await api.bytes() == Data(Self.body.utf8))
        try await api.keep(body: DeclaredItem(id: 1))
        #expect(try await self.api(#"{"result":"x"}"#).text() == "x")
    }

    @Test(
        "Precedence is call site, endpoint, service, client"
    )
    func precedence() async throws {
        var api = api(Self.body)
        api.configuration.defaults.responsePolicy = Member(value: "nothing")
        #expect(try await api.find().id == 2)
        #expect(try await api.named().id == 3)
        let json = api.with { $0.responsePolicy = .json }
        #expect(try await json.find().id == 1)
        #expect(try await json.named().id == 1)
        // The policy of a whole service is swapped where it is supplied, and endpoints keep theirs.
        api.responses.status = Member(value: "other.value")
        #expect(try await api.find().id == 3)
        #expect(try await api.bare().id == 1)
    }

    @Test("The service policy decodes documented errors, also with a raw call policy")
    func servicePolicyDecodesDocumentedErrors() async throws {
        let api = api(#"{"error":{"reason":"gone"}}"#, status: 404)
        for api in [api, api.with { $0.responsePolicy = .raw }] {
            await #expect {
                _ = try await api.find()
            } throws: { error in
                guard case .notFound(let problem) = error as? DeclaredAPI.Find.Failure else {
                    return false
                }
                return problem == DeclaredProblem(reason: "gone")
            }
        }
    }

    @Test("Stream elements use the policy only if the endpoint names it")
    func streamElementsUseNamedPolicy() async throws {
        let plain = try await api("{\"id\":1}\n").watch()
        for try await item in plain { #expect(item.id == 1) }
        let wrapped = try await api("{\"rows\":{\"id\":1}}\n").watchRows()
        for try await item in wrapped { #expect(item.id == 1) }
    }

    /// Opens a field by dropping a letter before it.
    private struct Dropping: FieldCipher {
        let name = "dropping"
        func seal(_ request: inout TransportRequest) async throws {}
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
            try await response.openFields(of: request) { value, place in
                guard let text = value.string, text.hasPrefix("x"), place == "result.number" else {
                    throw APIError.Cause(.openingFailed, "\(place) is not sealed")
                }
                return .string(String(text.dropFirst()))
            }
        }
    }

    @Test("Sealed fields are opened at the policy's payload path")
    func sealedFields() async throws {
        #expect(try await api(#"{"result":{"number":"x4111"}}"#).card().number == "4111")
        let error = await #expect(throws: APIError.self) {
            try await api(#"{"result":{"number":"4111"}}"#).card()
        }
        #expect(error?.code == .openingFailed)
    }
}
