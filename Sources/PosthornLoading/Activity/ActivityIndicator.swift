public import PosthornCurl
import PosthornSupport

/// Tells when to show that the program uses the network, without any user interface of its own.
///
/// Short activity is not shown, and short gaps do not hide the indicator:
///
/// ```swift
/// let indicator = ActivityIndicator()
/// Task { await indicator.follow(session) }
/// for await isVisible in indicator.visibility { spinner.isHidden = !isVisible }
/// ```
///
/// You can use an indicator from any thread.
public final class ActivityIndicator: Sendable {
    /// How long activity lasts before it is shown.
    public let activationDelay: Duration
    /// How long the indicator stays visible after the last activity.
    public let completionDelay: Duration

    private struct State {
        var isEnabled = true
        var count = 0
        var machine = ActivityMachine()
        var activation: Task<Void, Never>?
        var completion: Task<Void, Never>?
        var isVisible = false
    }

    private let clock: any Clock<Duration>
    private let state = Locked(State())
    private let broadcast = Broadcast<Bool>()

    /// Creates an indicator that is enabled and hidden.
    ///
    /// - Parameters:
    ///   - activationDelay: How long activity lasts before it is shown. The default is 1 s.
    ///   - completionDelay: How long the indicator stays visible after the last activity. The default is 170 ms.
    ///   - clock: The clock of both delays. The default is the continuous clock; tests use a `ManualClock`.
    public init(
        activationDelay: Duration = .seconds(1), completionDelay: Duration = .milliseconds(170),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.activationDelay = activationDelay
        self.completionDelay = completionDelay
        self.clock = clock
    }

    deinit {
        state.withLock { state in
            state.activation?.cancel()
            state.completion?.cancel()
        }
    }

    /// Whether to show activity now.
    public var isVisible: Bool { state.withLock { $0.isVisible } }

    var machineState: ActivityMachine.State { state.withLock { $0.machine.state } }

    /// Whether to show activity now, followed by each change.
    ///
    /// A slow reader receives only the newest value. The sequence ends when the indicator is released.
    public var visibility: AsyncStream<Bool> {
        state.withLock { broadcast.stream(startingWith: $0.isVisible) }
    }

    /// Whether the indicator shows activity; `true` by default.
    ///
    /// A disabled indicator is hidden at once and continues to count. When it is enabled again during activity,
    /// the activation delay starts anew.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            state.withLock { state in
                guard state.isEnabled != newValue else { return }
                state.isEnabled = newValue
                if !newValue {
                    state.activation?.cancel()
                    state.completion?.cancel()
                    state.machine.reset()
                    show(&state)
                } else if state.count > 0 {
                    handle(.activityBegan, &state)
                }
            }
        }
    }

    /// The number of activities.
    public var activityCount: Int { state.withLock { $0.count } }

    /// Begins an activity of your own, such as work with another library.
    ///
    /// Call ``decrement()`` when it has ended.
    public func increment() {
        state.withLock { state in
            state.count += 1
            if state.count == 1 { handle(.activityBegan, &state) }
        }
    }

    /// Ends an activity that ``increment()`` began.
    ///
    /// Does nothing if there is none: the count never becomes negative.
    public func decrement() {
        state.withLock { state in
            guard state.count > 0 else { return }
            state.count -= 1
            if state.count == 0 { handle(.activityEnded, &state) }
        }
    }

    /// Counts the running tasks of a session, until it is shut down or the calling task is cancelled.
    ///
    /// A suspended task does not count. An indicator can follow several sessions. The session and the indicator
    /// are retained meanwhile.
    public func follow(_ session: CurlSession) async {
        let events = session.events(buffering: 1024)
        var running: Set<SessionTask.ID> = []
        for task in session.tasks { update(task.id, of: session, &running) }
        var dropped = 0
        for await event in events {
            switch event {
            case .taskStarted(let task), .taskResumed(let task), .taskSuspended(let task):
                update(task, of: session, &running)
            case .taskCompleted(let completion): update(completion.task, of: session, &running)
            default: break
            }
            guard events.dropped > dropped else { continue }
            dropped = events.dropped
            for task in running.union(session.tasks.map(\.id)) {
                update(task, of: session, &running)
            }
        }
        for _ in running { decrement() }
    }

    /// Counts a task by its state now, because another thread may have changed it since its event.
    private func update(
        _ id: SessionTask.ID, of session: CurlSession, _ running: inout Set<SessionTask.ID>
    ) {
        let isRunning = session.task(id).map { [.queued, .running, .finishing].contains($0.state) }
        if isRunning == true {
            if running.insert(id).inserted { increment() }
        } else if running.remove(id) != nil {
            decrement()
        }
    }

    // The lock is held from here on.

    private func handle(_ event: ActivityMachine.Event, _ state: inout State) {
        guard state.isEnabled, let timers = state.machine.handle(event) else { return }
        if timers.cancelsActivation { state.activation?.cancel() }
        if timers.cancelsCompletion { state.completion?.cancel() }
        switch timers.starts {
        case .activationTimerFired: state.activation = timer(activationDelay, .activationTimerFired)
        case .completionTimerFired: state.completion = timer(completionDelay, .completionTimerFired)
        default: break
        }
        show(&state)
    }

    private func show(_ state: inout State) {
        let isVisible = state.machine.state.isVisible
        guard state.isVisible != isVisible else { return }
        state.isVisible = isVisible
        broadcast.yield(isVisible)
    }

    private func timer(_ delay: Duration, _ event: ActivityMachine.Event) -> Task<Void, Never> {
        Task { [weak self, clock] in
            guard (try? await clock.sleep(for: delay)) != nil else { return }
            self?.fire(event)
        }
    }

    private func fire(_ event: ActivityMachine.Event) {
        state.withLock { state in
            // A timer that was cancelled after it had fired.
            guard !Task.isCancelled else { return }
            handle(event, &state)
        }
    }
}

extension ActivityIndicator: RedactedStringConvertible {
    /// The count, such as `activity indicator: visible, activities: 2`.
    public var description: String {
        let (count, isVisible) = state.withLock { ($0.count, $0.isVisible) }
        return "activity indicator: \(isVisible ? "visible" : "hidden"), activities: \(count)"
    }
}
