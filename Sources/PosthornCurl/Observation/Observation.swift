/// Who wants to know what happens in a session.
final class Observation: Sendable {
    let hooks: SessionHooks
    let hub = EventHub()
    private let hasHooks: Bool

    init(_ hooks: SessionHooks) {
        self.hooks = hooks
        hasHooks = hooks.concernTasks
    }

    /// Whether plain calls have to be made as tasks, because hooks decide about them or events report them.
    var isActive: Bool { hasHooks || hub.isHeard }

    func emit(_ event: @autoclosure () -> SessionEvent) {
        if hub.isHeard { hub.emit(event()) }
    }
}
