import Dispatch

/// The notes of how far a download has come, each taken while the next bytes come.
///
/// A note may wait for the disk. It is taken on a thread that nobody else waits for, one at a time, and
/// what has come meanwhile gets one of its own, whether more comes or not.
package final class Checkpoints: Sendable {
    private enum Step { case idle, waiting, working, over }

    private struct State {
        /// How many bytes have come.
        var count: Int
        /// How many there were when the last note was begun, and when that was.
        var begun: Int
        var last: DispatchTime?
        /// How many of them are noted.
        var noted: Int
        var step = Step.idle
        var failure: TransportError?
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let bytes: Int
    private let interval: Duration
    private let note: @Sendable (Int) throws(TransportError) -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - bytes: After how many bytes a note is taken.
    ///   - interval: How much time lies between the begin of one and that of the next at least.
    ///   - start: How many are there already.
    ///   - note: Takes a note of so many bytes.
    package init(
        every bytes: Int, _ interval: Duration, from start: Int,
        _ note: @escaping @Sendable (Int) throws(TransportError) -> Void
    ) {
        self.bytes = bytes
        self.interval = interval
        self.note = note
        state = Locked(State(count: start, begun: start, noted: start))
    }

    /// So many bytes have come.
    ///
    /// Throws what went wrong with an earlier note.
    package func reached(_ count: Int) throws(TransportError) {
        let failure = state.withLock { state in
            state.count = count
            plan(&state)
            return state.failure
        }
        if let failure { throw failure }
    }

    /// Takes no more notes, and waits for the one that is being taken.
    /// - Returns: How many bytes are noted, and what went wrong with a note.
    package func end() async -> (noted: Int, failure: TransportError?) {
        await withCheckedContinuation { waiter in
            let isWorking = state.withLock { state in
                let isWorking = state.step == .working
                state.step = .over
                if isWorking { state.waiter = waiter }
                return isWorking
            }
            if !isWorking { waiter.resume() }
        }
        return state.withLock { ($0.noted, $0.failure) }
    }

    /// Plans the next note if there is enough for one, none is on its way, and none has failed: the disk
    /// may have lost what another one would tell of.
    private func plan(_ state: inout State) {
        guard state.step == .idle, state.failure == nil, state.count - state.begun >= bytes
        else { return }
        state.step = .waiting
        let queue = DispatchQueue.global(qos: .utility)
        let due = state.last.map { $0 + .nanoseconds(Int(interval / .nanoseconds(1))) }
        // A time, even one that is over, goes by way of another thread.
        if let due, due > .now() {
            queue.asyncAfter(deadline: due) { self.take() }
        } else {
            queue.async { self.take() }
        }
    }

    private func take() {
        let offset: Int? = state.withLock { state in
            guard state.step == .waiting else { return nil }
            (state.step, state.begun, state.last) = (.working, state.count, .now())
            return state.count
        }
        guard let offset else { return }
        let result = Result { () throws(TransportError) in try note(offset) }
        let waiter = state.withLock { state in
            switch result {
            case .success: state.noted = offset
            case .failure(let error): state.failure = error
            }
            if state.step == .working { state.step = .idle }
            plan(&state)
            return state.waiter.take()
        }
        waiter?.resume()
    }
}
