@testable import PosthornLoading
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

@Suite("The activity indicator", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ActivityTests {
    typealias Machine = ActivityMachine

    /// The events that lead to a state from the beginning.
    private func machine(in state: Machine.State) -> Machine {
        var machine = Machine()
        let path: [Machine.Event] =
            switch state {
            case .inactive: []
            case .delayingStart: [.activityBegan]
            case .active: [.activityBegan, .activationTimerFired]
            case .delayingEnd: [.activityBegan, .activationTimerFired, .activityEnded]
            }
        for event in path { _ = machine.handle(event) }
        #expect(machine.state == state)
        return machine
    }

    @Test(
        arguments: [
            (.inactive, .activityBegan, .delayingStart),
            (.inactive, .activityEnded, nil),
            (.inactive, .activationTimerFired, nil),
            (.inactive, .completionTimerFired, nil),
            (.delayingStart, .activityBegan, nil),
            (.delayingStart, .activityEnded, nil),
            (.delayingStart, .activationTimerFired, .active),
            (.delayingStart, .completionTimerFired, nil),
            (.active, .activityBegan, nil),
            (.active, .activityEnded, .delayingEnd),
            (.active, .activationTimerFired, nil),
            (.active, .completionTimerFired, nil),
            (.delayingEnd, .activityBegan, .active),
            (.delayingEnd, .activityEnded, nil),
            (.delayingEnd, .activationTimerFired, nil),
            (.delayingEnd, .completionTimerFired, .inactive),
        ] as [(Machine.State, Machine.Event, Machine.State?)])
    func eventLeadsToItsState(
        _ state: Machine.State, _ event: Machine.Event, _ next: Machine.State?
    ) {
        var machine = machine(in: state)
        let timers = machine.handle(event)
        #expect(machine.state == next ?? state)
        #expect((timers == nil) == (next == nil))
    }

    @Test(arguments: [
        (Machine.State.delayingStart, Machine.Timers(starts: .activationTimerFired), false),
        (.active, Machine.Timers(cancelsCompletion: true), true),
        (.delayingEnd, Machine.Timers(starts: .completionTimerFired), true),
        (.inactive, Machine.Timers(cancelsActivation: true, cancelsCompletion: true), false),
    ])
    func stateSetsItsTimers(
        _ state: Machine.State, _ expected: Machine.Timers, _ isVisible: Bool
    ) {
        var machine = Machine()
        var timers: Machine.Timers?
        for event in [
            Machine.Event.activityBegan, .activationTimerFired, .activityEnded,
            .completionTimerFired,
        ] {
            timers = machine.handle(event)
            if machine.state == state { break }
        }
        #expect(timers == expected)
        #expect(machine.state.isVisible == isVisible)
    }

    @Test
    func activationTimerHidesActivityThatHasEnded() {
        var machine = machine(in: .delayingStart)
        _ = machine.handle(.activityEnded)
        _ = machine.handle(.activationTimerFired)
        #expect(machine.state == .inactive)
    }

    @Test
    func shortActivityIsNotShown() async throws {
        let clock = ManualClock()
        let indicator = ActivityIndicator(clock: clock)
        indicator.increment()
        #expect(try await clock.nextDelay() == .seconds(1))
        clock.advance(by: .milliseconds(999))
        indicator.decrement()
        clock.advance(by: .milliseconds(1))
        try await until { indicator.machineState == .inactive }
        #expect(!indicator.isVisible)
        indicator.increment()
        // A new delay begins.
        #expect(try await clock.nextDelay() == .seconds(1))
        #expect(clock.delays.count == 2)
    }

    @Test
    func shortGapDoesNotHide() async throws {
        let clock = ManualClock()
        let indicator = ActivityIndicator(clock: clock)
        indicator.increment()
        clock.advance(by: try await clock.nextDelay())
        try await until { indicator.isVisible }
        indicator.decrement()
        #expect(try await clock.nextDelay() == .milliseconds(170))
        clock.advance(by: .milliseconds(169))
        indicator.increment()
        clock.advance(by: .milliseconds(10))
        #expect(indicator.isVisible)
        indicator.decrement()
        clock.advance(by: try await clock.nextDelay())
        try await until { !indicator.isVisible }
    }

    @Test
    func visibilityReportsEachChangeOnce() async throws {
        let clock = ManualClock()
        let indicator = ActivityIndicator(clock: clock)
        var changes = indicator.visibility.makeAsyncIterator()
        #expect(await changes.next() == false)
        indicator.increment()
        indicator.increment()
        clock.advance(by: try await clock.nextDelay())
        #expect(await changes.next() == true)
        indicator.decrement()
        indicator.decrement()
        clock.advance(by: try await clock.nextDelay())
        #expect(await changes.next() == false)
    }

    @Test
    func countNeverBecomesNegative() {
        let indicator = ActivityIndicator()
        indicator.decrement()
        #expect(indicator.activityCount == 0)
        indicator.increment()
        #expect(indicator.activityCount == 1)
        #expect("\(indicator)" == "activity indicator: hidden, activities: 1")
    }

    @Test
    func disabledIndicatorIsHiddenAndContinuesToCount() async throws {
        let clock = ManualClock()
        let indicator = ActivityIndicator(clock: clock)
        indicator.increment()
        clock.advance(by: try await clock.nextDelay())
        try await until { indicator.isVisible }
        indicator.isEnabled = false
        #expect(!indicator.isVisible)
        indicator.increment()
        #expect(indicator.activityCount == 2)
        indicator.isEnabled = true
        #expect(!indicator.isVisible)
        clock.advance(by: try await clock.nextDelay())
        try await until { indicator.isVisible }
    }

    @Test
    func sessionTasksDriveTheIndicator() async throws {
        let gate = Gate()
        let server = try ScriptedServer.serving([
            .on(.get, "/slow") { _ in
                gate.wait()
                return .json("{}")
            }
        ])
        let session = try CurlSession()
        let indicator = ActivityIndicator(activationDelay: .zero, completionDelay: .zero)
        let task = session.task(for: TransportRequest(url: server.url("/slow")))
        task.resume()
        try await until { task.state == .running }
        // It runs already when the indicator begins to follow.
        let following = Task { await indicator.follow(session) }
        try await until { indicator.isVisible }
        task.suspend()
        try await until { indicator.activityCount == 0 }
        try await until { !indicator.isVisible }
        task.resume()
        try await until { indicator.activityCount == 1 }
        gate.open()
        _ = try await task.value
        try await until { indicator.activityCount == 0 && !indicator.isVisible }
        await session.shutdown(.drain)
        await following.value
    }
}
