import CCurl
import Posthorn

// Requests that go out once more.
extension MultiDriver {
    /// Finds out whether the server has refused a transfer's request, and thus done nothing with it; ends
    /// the transfer if it has not.
    func learnOfRefusal(_ transfer: Transfer, _ code: CURLcode) -> Bool {
        guard let handle = transfer.handle else { return false }
        // Before libcurl forgets what it knows.
        let outcome = transfer.outcome(code)
        let end = transfer.submission.task.map { _ in transfer.end(of: handle) }
        transfer.leaveMulti(handle)
        let wasRefused = RefusalProbe.wasRefused(handle)
        wasRefused ? transfer.noteRefusal() : finish(transfer, outcome, end)
        return wasRefused
    }

    /// How many such searches a turn may take, of a part of a millisecond each: all others wait meanwhile.
    static let mostProbes = 20
}
