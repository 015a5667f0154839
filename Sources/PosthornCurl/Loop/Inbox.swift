import CCurl
import Glibc
import Posthorn

/// What crosses from any task to the loop's thread: requests, commands and jobs.
///
/// The descriptor is written only when the loop sleeps: at load, one wake-up serves many commands.
final class Inbox: Sendable {
    /// What is rare and large is indirect, so that a command stays small.
    enum Command: Sendable {
        case cancel(UInt64)
        /// All transfers up to this number.
        case cancelAll(UInt64)
        /// Plain calls have done with so many responses that were redirects.
        case endHops(Int)
        case resume(UInt64)
        /// The transfer's task has changed its wishes.
        case adjust(UInt64)
        /// Somebody was asked about a server.
        indirect case decide(TrustAnswer)
        /// The file of authorities was read.
        indirect case authorities(AuthorityFile.Answer)
        /// The name service has said something.
        indirect case addresses(HostLookups.Answer)
        /// The loop is to end, and tells who waits for it.
        case shutdown(CurlSession.Shutdown, CheckedContinuation<Void, Never>?)
    }

    /// What has come, in the order in which it is done: what is begun can be cancelled in the same batch.
    ///
    /// Apart, as each request brings the first and the last: a list of commands would hold each of them
    /// several times on its way.
    struct Batch {
        var starts: [Submission] = []
        var commands: [Command] = []
        /// Tasks that want to run on the loop's thread.
        var jobs: [UnownedJob] = []

        var isEmpty: Bool { starts.isEmpty && commands.isEmpty && jobs.isEmpty }

        /// Forgets all but the memory.
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
    /// An eventfd; readable when something has come for a sleeping loop.
    let descriptor: Int32

    init() throws(TransportError) {
        descriptor = posthorn_event_descriptor()
        guard descriptor >= 0 else { throw .noDescriptor("the session's wake-up") }
    }

    deinit { Glibc.close(descriptor) }

    /// Adds a command; `false` if the loop has ended and will never see it, as with the next two.
    func post(_ command: Command) -> Bool { add { $0.commands.append(command) } }

    /// Adds a request that is to be sent.
    func post(_ submission: Submission) -> Bool { add { $0.starts.append(submission) } }

    /// Adds a task that is to run on the loop's thread.
    func post(_ job: UnownedJob) -> Bool { add { $0.jobs.append(job) } }

    @inline(__always)
    private func add(_ change: (inout Batch) -> Void) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            change(&state.batch)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wakes { wake() }
        return isTaken
    }

    /// Takes all that has come so far, for the memory of an empty batch.
    func take(into batch: inout Batch) {
        state.withLock { state in
            state.isAsleep = false
            if !state.batch.isEmpty { swap(&state.batch, &batch) }
        }
    }

    /// Says that the loop is going to sleep; `false` if something has come, so that it must not.
    func sleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.batch.isEmpty
            return state.isAsleep
        }
    }

    /// Takes nothing more and returns what nobody has seen.
    func close() -> Batch {
        state.withLock { state in
            state.isClosed = true
            defer { state.batch = Batch() }
            return state.batch
        }
    }

    /// Makes the descriptor unreadable again.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
