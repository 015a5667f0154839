import Posthorn

/// A request on its way to the loop, with the caller that waits for its answer.
struct Submission: Sendable {
    typealias Outcome = Result<TransportResponse, TransportError>
    typealias Opening = Result<Head, TransportError>

    /// What the caller of a stream gets before the body.
    struct Head: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let completeness: Completeness
    }

    /// What the caller waits for.
    enum Answer: Sendable {
        /// All of it.
        case whole(CheckedContinuation<Outcome, Never>)
        /// Its head; the body goes through the channel.
        case stream(CheckedContinuation<Opening, Never>, BodyChannel)
    }

    let id: UInt64
    let request: TransportRequest
    let answer: Answer

    /// Tells the caller how the request ended.
    ///
    /// A stream whose head the caller has already ends its body.
    func finish(_ outcome: Outcome, isOpened: Bool) {
        switch answer {
        case .whole(let caller): caller.resume(returning: outcome)
        case .stream(let caller, let channel):
            switch outcome {
            case .success: channel.end(nil)
            case .failure(let error) where isOpened: channel.end(error)
            case .failure(let error): caller.resume(returning: .failure(error))
            }
        }
    }
}
