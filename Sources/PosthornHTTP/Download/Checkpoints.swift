import Dispatch

/// Records checkpoints of a download's progress while more bytes arrive.
///
/// Recording a checkpoint may wait for the disk. It runs on its own thread, one checkpoint at a time. Bytes
/// that arrive meanwhile get another checkpoint, even if no more bytes follow.
final class Checkpoints: Sendable {
    private enum Step { case idle, waiting, working, over }

    private struct State {
        var count: Int
        /// The number of bytes at the start of the last checkpoint; `last` is its time.
        var begun: Int
        var last: DispatchTime?
        /// The number of bytes in the last recorded checkpoint.
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
    ///   - bytes: The number of bytes between checkpoints.
    ///   - interval: The minimum time between the starts of two checkpoints.
    ///   - start: The number of bytes already present.
    ///   - note: Records a checkpoint at a number of bytes.
    init(
        every bytes: Int, _ interval: Duration, from start: Int,
        _ note: @escaping @Sendable (Int) throws(TransportError) -> Void
    ) {
        self.bytes = bytes
        self.interval = interval
        self.note = note
        state = Locked(State(count: start, begun: start, noted: start))
    }

    /// Reports the number of bytes received, and starts a checkpoint if one is due.
    ///
    /// - Throws: The error of an earlier checkpoint.
    func reached(_ count: Int) throws(TransportError) {
        let failure = state.withLock { state in
            state.count = count
            plan(&state)
            return state.failure
        }
        if let failure { throw failure }
    }

    /// Stops recording checkpoints, and waits for the one in progress.
    ///
    /// - Returns: The number of bytes recorded, and the error of a failed checkpoint.
    func end() async -> (noted: Int, failure: TransportError?) {
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

    /// Schedules a checkpoint if one is due, none is in progress, and none has failed.
    ///
    /// After a failure the disk may have lost bytes that another checkpoint would include.
    private func plan(_ state: inout State) {
        guard state.step == .idle, state.failure == nil, state.count - state.begun >= bytes
        else { return }
        state.step = .waiting
        let queue = DispatchQueue.global(qos: .utility)
        let due = state.last.map { $0 + .nanoseconds(Int(interval / .nanoseconds(1))) }
        // `asyncAfter` uses an additional thread even if the deadline has passed.
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
