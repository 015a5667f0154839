import Dispatch

/// An executor that runs tasks on the session's thread, between two polls.
final class LoopExecutor: TaskExecutor {
    private let inbox: Inbox

    init(_ inbox: Inbox) { self.inbox = inbox }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !inbox.post({ $0.jobs.append(job) }) { runElsewhere(job) }
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

    /// Runs a job after the session has ended, on a system queue, so that its task can finish.
    func runElsewhere(_ job: UnownedJob) { DispatchQueue.global().async { self.run(job) } }
}
