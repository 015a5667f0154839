import Foundation
import Posthorn

/// A transport without a network: records its requests and returns scripted responses.
final class StubTransport: Transport {
    private struct State {
        var requests: [TransportRequest] = []
        var script: [Result<TransportResponse, TransportError>]
    }

    private let state: Locked<State>

    /// The last response is repeated at the end of the script.
    init(_ script: Result<TransportResponse, TransportError>...) {
        state = Locked(State(script: script.isEmpty ? [.success(.json("{}"))] : script))
    }

    init(script: [Result<TransportResponse, TransportError>]) {
        state = Locked(State(script: script))
    }

    var requests: [TransportRequest] { state.withLock { $0.requests } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let response = state.withLock { state in
            state.requests.append(request)
            return state.script.count > 1 ? state.script.removeFirst() : state.script[0]
        }
        guard !Task.isCancelled else { throw TransportError(.cancelled, "the task was cancelled") }
        return try response.get()
    }
}

extension TransportResponse {
    static func json(
        _ text: String, status: HTTPResponse.Status = .ok, type: String? = "application/json"
    ) -> TransportResponse {
        body(Data(text.utf8), status: status, type: type)
    }

    static func body(
        _ body: Data, status: HTTPResponse.Status = .ok, type: String?
    ) -> TransportResponse {
        var headers = HTTPFields()
        headers[.contentType] = type
        return TransportResponse(
            status: status, headers: headers, body: body, bodyIntegrity: .length)
    }
}
