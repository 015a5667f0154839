import CCurl
import PosthornHTTP

// Requests that are sent again.
extension MultiDriver {
    /// Checks whether the server refused the request without processing it; ends the transfer if not.
    func learnOfRefusal(_ transfer: Transfer, _ code: CURLcode) -> Bool {
        guard let handle = transfer.handle else { return false }
        // Read before libcurl discards it.
        let outcome = transfer.outcome(code)
        let end = transfer.submission.task.map { _ in transfer.end(of: handle) }
        transfer.leaveMulti(handle)
        let wasRefused = RefusalProbe.wasRefused(handle)
        wasRefused ? transfer.noteRefusal() : finish(transfer, outcome, end)
        return wasRefused
    }

    /// The maximum number of such checks per turn; each blocks the loop for a part of a millisecond.
    static let mostProbes = 20
}
