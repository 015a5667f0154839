import Dispatch
import Posthorn

/// Runs tasks on the session's thread, between two looks at its sockets.
final class LoopExecutor: TaskExecutor {
    private let inbox: Inbox

    init(_ inbox: Inbox) { self.inbox = inbox }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !inbox.post(job) { runElsewhere(job) }
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

    /// Runs a job of a session that has ended: its task must not wait for ever.
    func runElsewhere(_ job: UnownedJob) {
        DispatchQueue.global().async { self.run(job) }
    }
}
