import CCurl
import Glibc
import Posthorn

/// The commands that cross from any task to the loop's thread.
///
/// The descriptor is written only when the loop sleeps: at load, one wake-up serves many commands.
final class Inbox: Sendable {
    enum Command: Sendable {
        case start(Submission)
        case cancel(UInt64)
        /// Plain calls have done with so many answers that were redirects.
        case endHops(Int)
        case resume(UInt64)
        /// The transfer's task has changed its wishes.
        case adjust(UInt64)
        /// Somebody was asked about a server.
        case decide(TrustAnswer)
        /// The name service has said something.
        case addresses(HostLookups.Answer)
        /// A task that wants to run on the loop's thread.
        case run(UnownedJob)
        case shutdown(Ending)
    }

    /// How the loop is to end, and who waits for it.
    ///
    /// A class, so that a command, which each request needs, is copied like a pointer.
    final class Ending: Sendable {
        let mode: CurlSession.Shutdown
        let waiter: CheckedContinuation<Void, Never>?

        init(_ mode: CurlSession.Shutdown, _ waiter: CheckedContinuation<Void, Never>?) {
            self.mode = mode
            self.waiter = waiter
        }
    }

    private struct State {
        var commands: [Command] = []
        var isAsleep = false
        var isClosed = false
    }

    private let state = Locked(State())
    /// An eventfd; readable when there are commands for a sleeping loop.
    let descriptor: Int32

    init() throws(TransportError) {
        descriptor = posthorn_event_descriptor()
        guard descriptor >= 0 else { throw .noDescriptor("the session's wake-up") }
    }

    deinit { Glibc.close(descriptor) }

    /// Adds a command.
    ///
    /// `false` if the loop has ended and will never see it.
    func post(_ command: Command) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            defer { state.isAsleep = false }
            return (true, state.isAsleep)
        }
        if wakes { wake() }
        return isTaken
    }

    /// Takes all commands so far, for the memory of an empty list.
    func take(into commands: inout [Command]) {
        state.withLock { state in
            state.isAsleep = false
            swap(&state.commands, &commands)
        }
    }

    /// Says that the loop is going to sleep.
    ///
    /// `false` if there is a command, so that it must not.
    func sleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.commands.isEmpty
            return state.isAsleep
        }
    }

    /// Takes no more commands and returns the ones that nobody has seen.
    func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
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
