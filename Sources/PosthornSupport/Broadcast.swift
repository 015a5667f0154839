/// Sends each element to any number of sequences, of which each keeps only the newest unread one.
///
/// The sequences end with ``finish()``, or when the broadcast is released.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
        var count = 0
        var isOver = false
    }

    private let state = Locked(State())

    package init() {}

    deinit { finish() }

    /// Returns a new sequence.
    ///
    /// To miss no element, call it and ``yield(_:)`` under the same lock.
    /// - Parameter first: The first element. `nil` waits for the next one.
    package func stream(startingWith first: Element? = nil) -> AsyncStream<Element> {
        let (stream, listener) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(1))
        if let first { listener.yield(first) }
        let number = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.count += 1
            state.listeners[state.count] = listener
            return state.count
        }
        guard let number else {
            listener.finish()
            return stream
        }
        listener.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    package func yield(_ element: Element) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(element) }
    }

    /// Ends all sequences, and later ones at once.
    package func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
