import Foundation
import Posthorn
import Testing

/// A call that fails at any stage, with any output, throws, and its observers see the failure.
@Suite("Failures are thrown and observed")
struct LostFailureTests {
    static let stages: [APIError.Stage] = [
        .building, .sealing, .sending, .opening, .validating, .decoding,
    ]

    /// What a call returns.
    enum Form: CaseIterable { case nothing, value, optional, response, documented }

    /// Records how calls ended.
    private final class Ends: ClientObserver {
        private let state = Locked<[String]>([])
        var all: [String] { state.withLock { $0 } }

        func observe(_ event: CallEvent) {
            switch event.kind {
            case .succeeded: state.withLock { $0.append("succeeded") }
            case .documentedFailure: state.withLock { $0.append("refused") }
            case .failed(let error): state.withLock { $0.append(error.stage.rawValue) }
            default: break
            }
        }
    }

    /// A cipher that fails at one of its two stages.
    private struct Breaking: PayloadCipher {
        let stage: APIError.Stage
        let name = "breaking"

        func seal(_ request: inout TransportRequest) throws {
            if stage == .sealing { throw APIError.Cause(.sealingFailed, "no") }
        }

        func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
            if stage == .opening { throw APIError.Cause(.openingFailed, "no") }
        }
    }

    /// A service whose calls fail at a stage.
    private func store(_ stage: APIError.Stage, _ ends: Ends) -> Store {
        let response: Result<TransportResponse, TransportError> =
            switch stage {
            case .sending: .failure(TransportError(.connectionLost, "gone"))
            case .validating: .success(.json(#"{"id":1}"#, status: .internalServerError))
            case .decoding: .success(.json(#"{"id":"#))
            default: .success(.json(#"{"id":1}"#))
            }
        var store = Store(StubTransport(response)) { request in
            if stage == .building { request.header("X-A", "a\n") }
        }
        store.configuration.observers = [ends]
        return store.with { $0.cipher = Breaking(stage: stage) }
    }

    private func send(_ form: Form, _ store: Store) async throws {
        switch form {
        case .nothing: try await store.send(Ping())
        case .value: _ = try await store.send(Probe(Receipt.self))
        case .optional: _ = try await store.send(Probe(Receipt?.self))
        case .response: _ = try await store.response(to: Probe(Receipt.self))
        case .documented: _ = try await store.send(Buy())
        }
    }

    @Test(arguments: stages, Form.allCases)
    func failureOfEveryStageIsThrownAndObserved(_ stage: APIError.Stage, _ form: Form) async throws
    {
        // A call without an output decodes nothing.
        if stage == .decoding, form == .nothing { return }
        let ends = Ends()
        let thrown = await #expect(throws: (any Error).self) {
            try await send(form, store(stage, ends))
        }
        let error =
            switch thrown {
            case let failure as Buy.Failure:
                if case .other(let error) = failure { error } else { nil as APIError? }
            default: thrown as? APIError
            }
        #expect(error?.stage == stage)
        #expect(ends.all == [stage.rawValue])
    }

    @Test func documentedFailureIsThrownAndObserved() async {
        let ends = Ends()
        var store = Store(responding: .json(#"{"reason":"x"}"#, status: .conflict))
        store.configuration.observers = [ends]
        await #expect(throws: Buy.Failure.self) { try await store.response(to: Buy()) }
        #expect(ends.all == ["refused"])
    }
}
