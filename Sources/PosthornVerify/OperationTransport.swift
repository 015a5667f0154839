internal import PosthornCore

/// Keeps the polls of an operation at the origin of its first request, whatever places the server names.
final class OperationTransport: TransportWrapper {
    let wrapped: any Transport
    private let state = Locked<(isFollowing: Bool, origin: Origin?)>((false, nil))

    init(_ wrapped: any Transport) { self.wrapped = wrapped }

    /// Says whether the next requests are those of an operation.
    func follow(_ isFollowing: Bool) { state.withLock { $0 = (isFollowing, nil) } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let origin = try? HTTPURL(request.url).origin
        let isElsewhere = state.withLock { state in
            guard state.isFollowing else { return false }
            state.origin = state.origin ?? origin
            return state.origin != origin
        }
        if isElsewhere {
            throw TransportError(
                .redirectRefused, "the operation continues at another origin, which is not called")
        }
        return try await wrapped.send(request)
    }
}
