/// The state machine of an ``ActivityIndicator``, without its timers.
struct ActivityMachine: Sendable {
    enum State: Sendable, CaseIterable {
        /// Nothing is active, and the indicator is hidden.
        case inactive
        /// There is activity that is too short so far to be shown.
        case delayingStart
        /// There is activity, and the indicator is visible.
        case active
        /// There is no activity, but the indicator is still visible.
        case delayingEnd

        var isVisible: Bool { self == .active || self == .delayingEnd }
    }

    enum Event: Sendable, CaseIterable {
        case activityBegan
        case activityEnded
        case activationTimerFired
        case completionTimerFired
    }

    /// What the indicator does with its timers when it enters a state.
    struct Timers: Equatable, Sendable {
        var cancelsActivation = false
        var cancelsCompletion = false
        var starts: Event?
    }

    private(set) var state = State.inactive
    private(set) var isOccurring = false

    /// Handles an event and returns the changes of the timers, or `nil` if the state stays the same.
    mutating func handle(_ event: Event) -> Timers? {
        switch event {
        case .activityBegan: isOccurring = true
        case .activityEnded: isOccurring = false
        case .activationTimerFired, .completionTimerFired: break
        }
        guard let next = next(event) else { return nil }
        state = next
        return switch next {
        case .inactive: Timers(cancelsActivation: true, cancelsCompletion: true)
        case .delayingStart: Timers(starts: .activationTimerFired)
        case .active: Timers(cancelsCompletion: true)
        case .delayingEnd: Timers(starts: .completionTimerFired)
        }
    }

    private func next(_ event: Event) -> State? {
        switch (state, event) {
        case (.inactive, .activityBegan): .delayingStart
        case (.active, .activityEnded): .delayingEnd
        case (.delayingEnd, .activityBegan): .active
        case (.delayingStart, .activationTimerFired): isOccurring ? .active : .inactive
        case (.delayingEnd, .completionTimerFired): .inactive
        default: nil
        }
    }

    /// Hides the indicator at once, without a delay.
    mutating func reset() { state = .inactive }
}
