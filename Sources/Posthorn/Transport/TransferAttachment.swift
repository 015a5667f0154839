/// Ties the exchanges of one typed call to one task of the session that runs them.
///
/// It travels in the options of the call's requests, past ciphers, caches and wrappers. A session that gets such
/// a request makes a task at the first one and uses it for the others; other transports ignore it.
package final class TransferAttachment: Sendable {
    /// What the call is for.
    package enum Kind: Sendable { case data, stream, download }

    package let kind: Kind
    private let state = Locked<(any AttachedTask)?>(nil)
    private let signal = EndSignal()

    package init(_ kind: Kind) { self.kind = kind }

    /// The task; `nil` before the first exchange, and where the transport has no tasks.
    package var task: (any AttachedTask)? { state.withLock { $0 } }

    package func attach(_ task: any AttachedTask) { state.withLock { $0 = task } }

    /// Ends the task of the call, and waits until its hooks have heard all of it; `nil` is success.
    func end(_ error: TransportError?) async {
        signal.end(error)
        await task?.hasEnded()
    }

    /// Waits for the end of the call, and returns what went wrong; a cancelled task does not wait.
    package func error() async -> TransportError? { await signal.error() }
}

/// A task of a session to which a typed call is attached.
package protocol AttachedTask: DownloadListener {
    /// Waits until the task has its outcome, and its hooks have returned.
    func hasEnded() async
}

/// Passes on what happens to the task.
extension TransferAttachment: DownloadListener {
    package func resumes(at offset: Int, of total: Int?) async {
        await task?.resumes(at: offset, of: total)
    }
    package func restarts() { task?.restarts() }
    package func wasComplete(_ count: Int) { task?.wasComplete(count) }
    package var didWrite: (@Sendable (_ count: Int, _ total: Int?) async -> Void)? {
        task?.didWrite
    }
    package func finishes(at path: String) async -> String {
        await task?.finishes(at: path) ?? path
    }
    package func moved(_ file: DownloadedFile) { task?.moved(file) }
    package func failedToMove(to path: String, _ error: TransportError) {
        task?.failedToMove(to: path, error)
    }
    package func keeps(_ data: ResumeData) { task?.keeps(data) }
    package var httpVersion: String? { task?.httpVersion }
}

extension APIError {
    /// The failure of a typed call as its task shows it.
    var asTransportError: TransportError {
        if let error = underlying as? TransportError { return error }
        guard code != .cancelled else { return TransportError(.cancelled, message) }
        return TransportError(
            .unexpectedStatus, "the call does not take the response",
            advice: "see the call's own error")
    }
}
