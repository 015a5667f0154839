public import FoundationEssentials
import PosthornSupport

/// A place that shows one loaded value at a time, such as an image view.
///
/// A new load supersedes the previous one: it is cancelled, and its result never appears.
///
/// ```swift
/// let slot = LoadSlot(photos)
/// slot.load("4711", placeholder: grey)
/// for await state in slot.states { view.show(state.value) }
/// ```
///
/// You can use a slot from any thread. The load of a slot that is released is cancelled.
public final class LoadSlot<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The content of a slot.
    public enum State: Sendable {
        /// Nothing was loaded.
        case empty
        /// A value is being loaded; the placeholder is `nil` if there is none.
        case loading(placeholder: Value?)
        /// The loaded value.
        case loaded(Value)
        /// The load has failed; the placeholder is `nil` if there is none.
        case failed(any Error, placeholder: Value?)

        /// The loaded value, or the placeholder of a load that has not succeeded.
        ///
        /// `nil` if there is neither.
        public var value: Value? {
            switch self {
            case .empty: nil
            case .loading(let placeholder), .failed(_, let placeholder): placeholder
            case .loaded(let value): value
            }
        }
    }

    private struct Content {
        var state = State.empty
        var share: LoadShare<Value>?
    }

    private let loader: Loader<Key, Value>
    private let content = Locked(Content())
    private let broadcast = Broadcast<State>()

    /// Creates an empty slot.
    public init(_ loader: Loader<Key, Value>) { self.loader = loader }

    deinit {
        content.withLock { $0.share }?.cancel(reason: "its slot was released")
    }

    /// The current content of the slot.
    public var state: State { content.withLock { $0.state } }

    /// The current content of the slot, followed by each change.
    ///
    /// A slow reader receives only the newest state. The sequence ends when the slot is released.
    public var states: AsyncStream<State> {
        content.withLock { broadcast.stream(startingWith: $0.state) }
    }

    /// Loads a value and supersedes the previous load of the slot.
    ///
    /// Shows a value in the loader's cache at once. Otherwise shows the placeholder, and then the value or the
    /// error. The load of the same key that is in progress continues, as the new one shares it.
    ///
    /// - Parameters:
    ///   - key: The key of the value.
    ///   - placeholder: The value to show until then. The default, `nil`, is none.
    ///   - priority: The priority of the load. The default, `nil`, is that of its call.
    ///   - id: An identifier for ``Loader/cancel(_:reason:)``. The default, `nil`, is none.
    /// - Returns: The handle of the load. Cancelling it leaves the placeholder with the error.
    @discardableResult
    public func load(
        _ key: Key, placeholder: Value? = nil, priority: TransferOptions.Priority? = nil,
        id: UUID? = nil
    ) -> CallTask<Value, any Error> {
        if let value = loader.cache?.value(for: key) {
            let share = LoadShare(value)
            replace(share, .loaded(value))
            return share.handle
        }
        let share = loader.share(key, priority: priority, id: id)
        replace(share, .loading(placeholder: placeholder))
        Task { [weak self] in
            do {
                let value = try await share.value
                self?.show(.loaded(value), of: share)
            } catch {
                self?.show(.failed(error, placeholder: placeholder), of: share)
            }
        }
        return share.handle
    }

    /// Cancels the load of the slot and shows nothing.
    public func clear() { replace(nil, .empty, because: "its slot was cleared") }

    private func replace(
        _ share: LoadShare<Value>?, _ state: State,
        because reason: String = "another load of its slot superseded it"
    ) {
        let (earlier, _) = content.withLock { content in
            defer {
                content.share = share
                show(state, in: &content)
            }
            return (content.share, content.state)
        }
        earlier?.cancel(reason: reason)
    }

    /// Under the lock, so that all sequences have the states in the same order.
    private func show(_ state: State, in content: inout Content) {
        content.state = state
        broadcast.yield(state)
    }

    private func show(_ state: State, of share: LoadShare<Value>) {
        // The previous state is released without the lock, because the `deinit` of a value is the user's code.
        _ = content.withLock { content -> State in
            let earlier = content.state
            if content.share === share {
                content.share = nil
                show(state, in: &content)
            }
            return earlier
        }
    }
}

extension LoadSlot: RedactedStringConvertible {
    /// The state without its value, such as `slot: loading`.
    public var description: String {
        switch state {
        case .empty: "slot: empty"
        case .loading: "slot: loading"
        case .loaded: "slot: loaded"
        case .failed: "slot: failed"
        }
    }
}
