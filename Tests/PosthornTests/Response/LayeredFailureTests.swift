import Foundation
import PosthornImages
import PosthornPropertyList
import Posthorn
import Testing

/// Which layer's policy decodes documented failures.
@Suite("Failure decoding across policy layers")
struct LayeredFailureTests {
    /// The policies from the call site down to the client; `nil` where a layer says nothing.
    struct Layers: Sendable, CustomTestStringConvertible {
        var call: (any ResponsePolicy)?
        var endpoint: (any ResponsePolicy)?
        var service: (any ResponsePolicy)?
        var client: (any ResponsePolicy)?

        var testDescription: String {
            [call, endpoint, service, client].map { $0?.name ?? "-" }.joined(separator: " ")
        }

        /// What a call throws that is answered with 409.
        func failure(_ body: String, _ type: String) async -> Buy.Failure? {
            var defaults = CallOptions()
            defaults.responsePolicy = client
            let response = TransportResponse.json(body, status: .conflict, type: type)
            let store = Store(StubTransport(.success(response)), defaults: defaults) { [service] in
                if let service { $0.responsePolicy = service }
            }
            return await #expect(throws: Buy.Failure.self) {
                _ = try await store.with { $0.responsePolicy = call }
                    .send(LayeredBuy(response: endpoint))
            }
        }
    }

    /// `Buy` with a policy of its own.
    struct LayeredBuy: Endpoint {
        typealias Output = Data
        typealias Failure = Buy.Failure

        var response: (any ResponsePolicy)?

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/things")
            if let response { request.responsePolicy = response }
        }
    }

    private static let json = #"{"reason":"sold out"}"#
    private static let plist =
        "<plist><dict><key>reason</key><string>sold out</string></dict></plist>"
    private static let prefixed = JSONPolicy.json { $0.prefixes = ["for(;;);"] }
    private static let envelope = EnvelopePolicy.envelope(
        code: "code", message: "message", payload: "data", success: 0)

    @Test(
        "The nearest policy that reads failures of the media type decodes it",
        arguments: [
            (Layers(endpoint: .raw), json, "application/json"),
            (Layers(endpoint: .raw, service: .plist), plist, "application/x-plist"),
            (Layers(endpoint: .raw, client: .plist), plist, "application/x-plist"),
            (Layers(endpoint: .text, service: .plist), plist, "application/x-plist"),
            (Layers(endpoint: .image, service: .plist), plist, "application/x-plist"),
            (Layers(call: .raw, service: .plist), plist, "application/x-plist"),
            (Layers(call: .raw, endpoint: .image, client: .plist), plist, "application/x-plist"),
            (Layers(endpoint: .json, service: .plist), json, "application/json"),
            (Layers(endpoint: .json, service: .plist), plist, "application/x-plist"),
            (Layers(endpoint: .plist), json, "application/json"),
            (Layers(endpoint: .plist), plist, ""),
            (Layers(service: .plist), json, "application/problem+json"),
            (Layers(endpoint: .raw, service: prefixed), "for(;;);" + json, "application/json"),
            (Layers(call: .raw, service: envelope), json, "application/json"),
            (
                Layers(endpoint: .firstMatching(.text, .raw), service: .plist), plist,
                "application/x-plist"
            ),
            (Layers(endpoint: Accepting("x"), service: .plist), plist, "application/x-plist"),
        ] as [(Layers, String, String)])
    func nearestMatchingPolicyDecodesFailure(_ layers: Layers, _ body: String, _ type: String) async
    {
        let failure = await layers.failure(body, type)
        guard case .outOfStock(let problem) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problem == Problem(reason: "sold out"))
    }

    @Test(
        "If no policy reads the body, the error names the first one",
        arguments: [
            (Layers(service: .plist), "plist"), (Layers(endpoint: .raw, service: .plist), "plist"),
            (Layers(endpoint: .raw), "json"), (Layers(endpoint: .json, service: .plist), "json"),
        ] as [(Layers, String)])
    func undecodableFailureNamesFirstPolicy(_ layers: Layers, _ policy: String) async {
        let failure = await layers.failure("<html>", "text/html")
        guard case .other(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(error.code == .conflict)
        #expect(
            error.message.contains("the response is text/html, and the policy \(policy) reads "))
    }

    @Test(
        "Policies that read no failures pass envelope errors on; plain JSON has none",
        arguments: [
            (Layers(service: envelope), true), (Layers(endpoint: .raw, service: envelope), true),
            (Layers(endpoint: .image, client: envelope), true),
            (Layers(endpoint: .plist, service: envelope), true),
            (Layers(endpoint: .json, service: envelope), false), (Layers(), false),
        ] as [(Layers, Bool)])
    func envelopeErrorComesFromTheNextReadingPolicy(_ layers: Layers, _ isFound: Bool) async {
        let failure = await layers.failure(#"{"code":7,"message":"no"}"#, "application/json")
        guard case .other(let error) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(
            error.envelopeError == (isFound ? APIError.EnvelopeError(code: 7, message: "no") : nil))
    }

    /// Counts how often it is asked for a failure, which it reads as JSON or not at all.
    private struct Counting: ResponsePolicy {
        let name: String
        let asked: Locked<[String]>
        var reads = false

        func decode<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            throw APIError.Cause(.decodingFailed, "it reads failures only")
        }

        func decodeFailure<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
        ) throws -> Value {
            asked.withLock { $0.append(name) }
            guard reads else {
                throw APIError.Cause(.unacceptableMediaType, "it is not for \(name)")
            }
            return try JSONDecoder().decode(type, from: response.body)
        }
    }

    @Test(
        "Each policy is asked once",
        arguments: [true, false])
    func eachPolicyIsAskedOnce(_ reads: Bool) async {
        let asked = Locked<[String]>([])
        let layers = Layers(
            call: Accepting("call"), endpoint: .firstMatching(.raw, Accepting("endpoint")),
            service: .firstMatching(Counting(name: "service", asked: asked), .text),
            client: Counting(name: "client", asked: asked, reads: reads))
        let failure = await layers.failure(Self.json, "text/html")
        #expect(asked.withLock { $0 } == ["service", "client"])
        switch failure {
        case .outOfStock: #expect(reads)
        case .other(let error):
            #expect(!reads)
            #expect(error.message.contains("it is not for service"))
        default: Issue.record("\(String(describing: failure))")
        }
    }

    @Test("A single policy that reads no failures throws an error")
    func singlePolicyWithoutFailuresThrows() throws {
        let response = CallResponse(.json(Self.json, status: .conflict), policy: .raw)
        #expect(try response.failure(Problem.self) == Problem(reason: "sold out"))
        for policy in [RawPolicy.raw, CompoundPolicy.firstMatching(.raw, .text)]
            as [any ResponsePolicy]
        {
            let fault = #expect(throws: APIError.Cause.self) {
                try policy.decodeFailure(Problem.self, from: response.raw, code: nil)
            }
            #expect(fault?.code == .unacceptableMediaType)
            #expect(fault?.message == "the policy \(policy.name) reads no documented failures")
        }
    }
}
