import Foundation
import Posthorn
import Testing

/// What one error handler for all calls can read of each failure; half of the test is that it compiles.
@Suite("Endpoint failures")
struct EndpointFailureTests {
    /// A failing call, and the text that the handler makes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var response: Result<TransportResponse, TransportError>
        var says: String
    }

    private static func json(
        _ status: HTTPResponse.Status, _ body: String
    ) -> Result<TransportResponse, TransportError> {
        .success(.json(body, status: status))
    }

    /// The endpoint documents 404 and 409; the envelope has its own code and message.
    static let cases = [
        Case(
            testDescription: "documented", response: json(.conflict, #"{"reason":"x","code":7}"#),
            says: "buy validating status.409 409 7 /orders/A-1"),
        Case(
            testDescription: "documented, without an envelope",
            response: json(.notFound, #"{"reason":"x"}"#),
            says: "buy validating status.404 404 - /orders/A-1"),
        Case(
            testDescription: "documented, of another shape", response: json(.conflict, "[]"),
            says: "buy validating status.409 409 - /orders/A-1"),
        Case(
            testDescription: "not documented", response: json(.badGateway, "{}"),
            says: "buy validating status.502 502 - /orders/A-1"),
        Case(
            testDescription: "rejected", response: json(.ok, #"{"code":7,"msg":"m"}"#),
            says: "buy validating rejected 200 7 /orders/A-1"),
        Case(
            testDescription: "no response",
            response: .failure(TransportError(.cannotConnect, "nobody")),
            says: "buy sending cannotConnect 0 - /orders/A-1"),
        Case(
            testDescription: "cancelled", response: .failure(TransportError(.cancelled, "stopped")),
            says: "buy sending cancelled 0 - /orders/A-1"),
    ]

    private func store(_ response: Result<TransportResponse, TransportError>) -> Store {
        Store(StubTransport(response)).with {
            $0.responsePolicy = .envelope(code: "code", message: "msg", payload: "data", success: 0)
        }
    }

    private func handled(_ error: any Error) -> String {
        guard let error = error as? any EndpointFailure else { return "no failure of a call" }
        let status = error.response?.status.code ?? 0
        let place = error.apiError.request?.url.replacing("https://store.example/v1", with: "")
        return "\(error.endpoint) \(error.stage) \(error.code.rawValue) \(status) "
            + "\(error.envelopeError?.code ?? "-") \(place ?? "-")"
    }

    @Test(arguments: cases)
    func handlerReadsEveryFailure(_ example: Case) async {
        let error = await #expect(throws: Buy.Failure.self) {
            try await store(example.response).send(Buy())
        }
        #expect(error.map(handled) == example.says)
    }

    @Test func handlerReadsAPIErrorAndNoOtherError() async {
        let error = await #expect(throws: APIError.self) {
            try await store(Self.json(.gone, "{}")).send(Ping())
        }
        #expect(error.map(handled) == "ping validating status.410 410 - /ping")
        #expect(handled(CancellationError()) == "no failure of a call")
    }

    @Test func documentedFailureHasDecodedValueAndResponseBody() async {
        let body = #"{"reason":"sold out","code":7,"msg":"m"}"#
        do {
            _ = try await store(Self.json(.conflict, body)).send(Buy())
            Issue.record("the call succeeded")
        } catch .outOfStock(let problem) {
            #expect(problem.reason == "sold out")
            #expect(problem.value == Problem(reason: "sold out"))
            #expect(problem.apiError.response?.body == Data(body.utf8))
            #expect(problem.apiError.envelopeError?.message == "m")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(
        arguments: [
            (cases[0], .conflict), (cases[3], .badGateway), (cases[4], .rejected),
            (cases[5], .cannotConnect), (cases[6], .cancelled),
        ] as [(Case, APIError.Code)])
    func codePatternMatchesFailure(_ example: Case, _ code: APIError.Code) async {
        let error = await #expect(throws: (any Error).self) {
            try await store(example.response).send(Buy())
        }
        guard let error else { return }
        #expect(code ~= error)
        #expect(!(APIError.Code.timedOut ~= error))
        #expect(!(code ~= CancellationError()))
        #expect(APIError.Code.tlsFailed ~= TransportError(.tlsFailed, "no handshake"))
        #expect(APIError.Code.badGateway == .status(502))
    }

    @Test func catchPatternsMatchFailure() async {
        let cancelled = store(Self.cases[6].response)
        let unreachable = store(Self.cases[5].response)
        var caught: [String] = []
        do { _ = try await cancelled.send(Buy()) } catch {
            if case APIError.cancelled = error { caught.append("typed") }
        }
        func erased() async throws { _ = try await unreachable.send(Buy()) }
        do { try await erased() } catch APIError.cannotConnect { caught.append("erased") } catch {}
        do { try await erased() } catch let error as any EndpointFailure {
            caught.append(error.code.rawValue)
        } catch {}
        #expect(caught == ["typed", "erased", "cannotConnect"])
    }

    /// What a cipher's key loader throws may be the failure of a call.
    @Test func errorChainIncludesUnderlyingFailure() {
        let inner = APIError(
            .cancelled, endpoint: "keys", stage: .sending, message: "the call was cancelled",
            underlying: TransportError(.cancelled, "stopped"))
        let outer = APIError(
            .sealingFailed, endpoint: "buy", stage: .sealing, message: "no key",
            underlying: Buy.Failure.other(inner))
        #expect(outer.contains(.cancelled))
        #expect(outer.errorChain.count == 3)
    }

    private struct Loading: PayloadCipher {
        let name = "loading"
        func seal(_ request: inout TransportRequest) throws {
            throw Buy.Failure.other(
                APIError(.cancelled, endpoint: "keys", stage: .sending, message: "stopped"))
        }
        func open(_ response: inout TransportResponse, to request: TransportRequest) {}
    }

    @Test func cancelledKeyLoadCancelsTheCall() async {
        let store = Store(responding: .json("{}")).with { $0.cipher = Loading() }
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == .cancelled)
    }

    @Test func failureDescriptionHidesBody() async throws {
        let response = Self.json(.conflict, #"{"reason":"canary","code":7,"msg":"canary"}"#)
        let failure = try await #require(throws: Buy.Failure.self) {
            try await store(response).send(Buy(item: "canary"))
        }
        let text =
            "buy failed while validating: the server responded with 409 Conflict, documented as "
            + "outOfStock [POST https://store.example/…/orders/{item} → 409 Conflict, "
            + "application/json, 43 bytes]"
        guard case .outOfStock(let problem) = failure else { throw failure }
        for shown in [failure, problem] as [any Sendable & CustomStringConvertible] {
            #expect(String(describing: shown) == text)
            #expect(String(reflecting: shown) == text)
            var dumped = ""
            dump(shown, to: &dumped)
            #expect(dumped.contains(text) && !dumped.contains("canary"), "\(dumped)")
            #expect(Mirror(reflecting: shown).children.isEmpty)
        }
        #expect((failure as any Error).localizedDescription == text)
        #expect(failure.failureReason == problem.apiError.message)
        #expect(failure.recoverySuggestion == nil)
        #expect(failure.apiError.expandedDescription.contains("canary"))
    }

    @Test func failureCanBeCreatedInTests() {
        let error = APIError(.notFound, endpoint: "buy", stage: .validating, message: "none")
        let failure = Buy.Failure.notFound(Documented(Problem(reason: "gone"), apiError: error))
        #expect(failure.description == "buy failed while validating: none")
        #expect(failure.code == .notFound)
    }

    @Test func failureDecodesFromAnyResponse() throws {
        let response = CallResponse(.json(#"{"reason":"gone"}"#, status: .notFound))
        let failure = try #require(try Buy.Failure.decode(from: response))
        #expect(failure.code == .notFound)
        #expect(failure.response?.status == .notFound)
    }
}
