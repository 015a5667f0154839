public import Foundation
import Posthorn
public import PosthornCurl

/// Which body of a task a progress is about.
public enum ProgressDirection: Sendable, Hashable {
    /// The body of the request.
    case upload
    /// The body of the response.
    case download
}

extension SessionTask {
    /// A Foundation progress that follows the task.
    ///
    /// Its unit is the byte; its total is -1 while it is not known, so that it is indeterminate.
    /// Cancelling it cancels the task, pausing it suspends the task, resuming it resumes the task. It
    /// does not keep the task alive, nor the other way round. It is finished when the task has ended, not
    /// when a redirect's own body has.
    ///
    /// Foundation's progress has no lock of its own on Linux. A count that is read while the task runs
    /// shows how far it is and may be an earlier one; what must be exact is to be taken from
    /// `progressUpdates`, or read when the task has ended. The tasks of one parent take turns in writing
    /// their counts; whoever cancels or pauses the parent while they run does so at the risk that one of
    /// them ends just then, and cancels the tasks instead.
    /// - Parameters:
    ///   - parent: What the progress is made a child of, also while other children of it run.
    ///     `nil`, the default, is none.
    ///   - portion: How many of the parent's units the task is. The default is 1.
    public func progress(
        of direction: ProgressDirection, in parent: Progress? = nil, portion: Int64 = 1
    ) -> Progress {
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
        if let parent {
            counts.withLock { parent.addChild(progress, withPendingUnitCount: portion) }
        }
        Task {
            for await update in updates { follower.follow(update) }
            follower.end()
        }
        return progress
    }
}

/// A count that is written goes on to the parent's, which several tasks may have in common.
private let counts = NSLock()

/// Brings a task's numbers to a progress, without holding it.
// SAFETY: all that changes is touched under one lock of the process; the reference is set once.
final class Follower: @unchecked Sendable {
    private weak var progress: Progress?
    private let direction: ProgressDirection
    /// What was told last.
    private var told = (done: 0, total: nil as Int?)
    /// What would finish the progress, which must not be before the task has ended: a parent would count
    /// it again.
    private var last: (done: Int, total: Int?)?

    init(_ progress: Progress, _ direction: ProgressDirection) {
        self.progress = progress
        self.direction = direction
    }

    func follow(_ update: TransferProgress) {
        let next =
            direction == .upload
            ? (done: update.sent, total: update.totalBytesToSend)
            : (done: update.received, total: update.totalBytesToReceive)
        counts.withLock {
            last = next.done >= next.total ?? .max ? next : nil
            if last == nil { tell(next) }
        }
    }

    /// Tells the last counts, when the task has ended.
    func end() {
        counts.withLock {
            if let last { tell(last) }
        }
    }

    private func tell(_ next: (done: Int, total: Int?)) {
        guard let progress, next != told else { return }
        told = next
        // Without a total in between: Foundation's own dies where one becomes 0, and takes a smaller one
        // for the end.
        let total = next.total.map { Int64($0) } ?? -1
        if progress.totalUnitCount != total { progress.totalUnitCount = -1 }
        progress.completedUnitCount = Int64(next.done)
        progress.totalUnitCount = total
    }
}
