public import Foundation
import Posthorn
public import PosthornCurl

/// Which body of a task a progress is about.
public enum ProgressDirection: Sendable, Hashable {
    /// The body of the request.
    case upload
    /// The body of the answer.
    case download
}

extension SessionTask {
    /// A Foundation progress that follows the task.
    ///
    /// Its unit is the byte; its total is -1 while it is not known, so that it is indeterminate.
    /// Cancelling it cancels the task, pausing it suspends the task, resuming it resumes the task. It
    /// does not keep the task alive, nor the other way round. It may be made a child of another one,
    /// before its task is resumed: the tasks of one parent take turns in writing their counts.
    ///
    /// Foundation's progress has no lock of its own on Linux. A count that is read while the task runs
    /// shows how far it is and may be an earlier one; what must be exact is to be taken from
    /// `progressUpdates`, or read when the task has ended.
    public func progress(of direction: ProgressDirection) -> Progress {
        let progress = Progress(totalUnitCount: -1)
        progress.isCancellable = true
        progress.isPausable = true
        progress.cancellationHandler = { [weak self] in
            self?.cancel(reason: "its progress was cancelled")
        }
        progress.pausingHandler = { [weak self] in self?.suspend() }
        progress.resumingHandler = { [weak self] in self?.resume() }
        let updates = progressUpdates
        let follower = Follower(progress, direction)
        Task {
            for await update in updates { follower.follow(update) }
        }
        return progress
    }
}

/// A count that is written goes on to the parent's, which several tasks may have in common.
private let counts = Locked(())

/// Brings a task's numbers to a progress, without holding it.
// SAFETY: counts are written under one lock of the process; the reference is set once.
final class Follower: @unchecked Sendable {
    private weak var progress: Progress?
    private let direction: ProgressDirection

    init(_ progress: Progress, _ direction: ProgressDirection) {
        self.progress = progress
        self.direction = direction
    }

    func follow(_ update: TransferProgress) {
        guard let progress else { return }
        let (done, total) =
            direction == .upload
            ? (update.sent, update.toSend) : (update.received, update.toReceive)
        counts.withLock { _ in
            progress.totalUnitCount = total.map { Int64($0) } ?? -1
            progress.completedUnitCount = Int64(done)
        }
    }
}
