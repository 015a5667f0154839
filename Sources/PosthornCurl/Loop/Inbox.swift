import CCurl
import Glibc

/// The queue of requests, commands and jobs from other threads to the loop's thread.
///
/// The event descriptor is written only while the loop sleeps, so that under load one wake-up serves many
/// commands.
final class Inbox: Sendable {
    /// Rare, large cases are indirect, so that a command stays small.
    enum Command: Sendable {
        case cancel(UInt64)
        /// Cancels all transfers up to this number.
        case cancelAll(UInt64)
        /// Plain calls have processed this many redirect responses.
        case endRedirects(Int)
        case resume(UInt64)
        /// The transfer's task has changed its priority, suspension or observation.
        case adjust(UInt64)
        /// A hook or handler has decided about a server.
        indirect case decide(TrustDecision)
        /// A file of the trust settings was read; the first value is its index.
        indirect case trustFile(Int, TrustFile.Result)
        indirect case addresses(HostLookups.Result)
        /// The machine's network has changed.
        indirect case adapt(NetworkChange)
        /// Ends the loop and resumes the waiting caller.
        case shutdown(CurlSession.Shutdown, CheckedContinuation<Void, Never>?)
    }

    /// The queue's contents, in the order in which the loop processes them.
    ///
    /// Submissions come before commands, so that a command can cancel a request of the same batch.
    /// Submissions and jobs have their own arrays, because each request adds one of each; as commands they
    /// would be copied several times.
    struct Batch {
        var starts: [Submission] = []
        var commands: [Command] = []
        var jobs: [UnownedJob] = []

        var isEmpty: Bool { starts.isEmpty && commands.isEmpty && jobs.isEmpty }

        /// Removes all elements and keeps the capacity.
        mutating func removeAll() {
            if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
            if !commands.isEmpty { commands.removeAll(keepingCapacity: true) }
            if !jobs.isEmpty { jobs.removeAll(keepingCapacity: true) }
        }
    }

    private struct State {
        var batch = Batch()
        var isAsleep = false
        var isClosed = false
    }

    private let state = Locked(State())
    /// An eventfd, readable when something was added while the loop sleeps.
    let descriptor: Int32

    init() throws(TransportError) {
        descriptor = posthorn_event_descriptor()
        guard descriptor >= 0 else { throw .noDescriptor("the session's wake-up") }
    }

    deinit { Glibc.close(descriptor) }

    /// Changes the queue's contents; returns `false` if the loop has ended.
    @inline(__always)
    func post(_ change: (inout Batch) -> Void) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            change(&state.batch)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wakes {
            var one: UInt64 = 1
            _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
        }
        return isTaken
    }

    func post(_ command: Command) -> Bool { post { $0.commands.append(command) } }

    /// Takes the contents and leaves an empty batch with the given capacity.
    func take(into batch: inout Batch) {
        state.withLock { state in
            state.isAsleep = false
            if !state.batch.isEmpty { swap(&state.batch, &batch) }
        }
    }

    /// Records that the loop is about to sleep; returns `false` if the queue is not empty.
    func sleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.batch.isEmpty
            return state.isAsleep
        }
    }

    func close() -> Batch {
        state.withLock { state in
            state.isClosed = true
            defer { state.batch = Batch() }
            return state.batch
        }
    }

    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
