import Posthorn

/// A request on its way to the loop, with the caller that waits for its outcome.
struct Submission: Sendable {
    typealias Outcome = Result<TransportResponse, TransportError>

    let id: UInt64
    let request: TransportRequest
    let continuation: CheckedContinuation<Outcome, Never>
}
