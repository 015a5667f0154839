public import Foundation
public import PosthornHTTP

/// The body whose progress is reported.
public enum ProgressDirection: Sendable, Hashable {
    /// The body of the request.
    case upload
    /// The body of the response.
    case download
}

extension CallTask {
    /// Creates a Foundation `Progress` that follows the task.
    ///
    /// The unit is bytes. The total is -1 (indeterminate) while it is unknown. Cancelling the progress
    /// cancels the task; pausing and resuming it suspends and resumes the task. The progress and the task do
    /// not keep each other alive. The progress finishes when the task ends, not with the body of a redirect.
    ///
    /// Foundation's `Progress` is not synchronized on Linux. A count read while the task runs may be out of
    /// date. For exact values use `progressUpdates`, or read the count after the task has ended. Tasks with
    /// the same parent update their counts one at a time. Cancelling or pausing the parent while its tasks
    /// run is a race with a task that ends at that moment; cancel the tasks instead.
    /// - Parameters:
    ///   - parent: The parent progress; the child may be added while its other children run. The default,
    ///     `nil`, means no parent.
    ///   - portion: The number of the parent's units that the task represents. The default is 1.
    public func progress(
        of direction: ProgressDirection, in parent: Progress? = nil, portion: Int64 = 1
    ) -> Progress {
        let progress = Progress(totalUnitCount: -1)
        progress.isCancellable = true
        progress.isPausable = true
        progress.cancellationHandler = { [weak control] in
            control?.cancel(reason: "its progress was cancelled")
        }
        progress.pausingHandler = { [weak control] in control?.suspend() }
        progress.resumingHandler = { [weak control] in control?.resume() }
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

/// Serializes updates, because each one is propagated to the parent, which tasks may share.
private let counts = NSLock()

/// Updates a progress with a task's counts, without retaining it.
// SAFETY: all that changes is touched under one lock of the process; the reference is set once.
final class Follower: @unchecked Sendable {
    private weak var progress: Progress?
    private let direction: ProgressDirection
    /// The counts that were reported last.
    private var told = (done: 0, total: nil as Int?)
    /// Counts that would finish the progress, held back until the task ends.
    ///
    /// Finishing earlier would make the parent count the child twice.
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

    /// Reports the final counts when the task has ended.
    func end() {
        counts.withLock {
            if let last { tell(last) }
        }
    }

    private func tell(_ next: (done: Int, total: Int?)) {
        guard let progress, next != told else { return }
        told = next
        // The total is reset in between: Foundation crashes if it becomes 0, and takes a smaller total for
        // completion.
        let total = next.total.map { Int64($0) } ?? -1
        if progress.totalUnitCount != total { progress.totalUnitCount = -1 }
        progress.completedUnitCount = Int64(next.done)
        progress.totalUnitCount = total
    }
}
