import Dispatch
import Glibc
import Posthorn

/// Tells whether the machine has a network, and when that changes.
///
/// It only informs: no session asks it, and no request waits for it. Use it to retry when a network
/// comes back, or to say in a log why nothing went out.
///
///     try PathMonitor.shared.start()
///     for await status in PathMonitor.shared.updates where status.isSatisfied {
///         await queue.retry()
///     }
///
/// The kernel tells by a netlink socket (rtnetlink(7)); what it tells is taken as news that something
/// has changed, and the whole is asked for. May be used from any thread.
public final class PathMonitor: Sendable {
    /// A monitor for the whole process, which somebody has to start.
    public static let shared = PathMonitor()

    private struct State {
        var status = PathStatus.unknown
        var watch: Watch?
        var listeners: [UInt64: AsyncStream<PathStatus>.Continuation] = [:]
        var nextListener: UInt64 = 0

        mutating func become(_ status: PathStatus) {
            guard self.status != status else { return }
            self.status = status
            for listener in listeners.values { listener.yield(status) }
        }
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "posthorn.path")

    /// Creates a monitor that has not been started.
    public init() {}

    deinit {
        stop()
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return state.listeners.values.map(\.self)
        }
        for listener in listeners { listener.finish() }
    }

    /// What was last known; ``PathStatus/unknown`` before ``start()`` and after ``stop()``.
    public var status: PathStatus { state.withLock { $0.status } }

    /// The status now, and each that differs from the one before it.
    ///
    /// Ends with the monitor's life. Whoever reads slowly gets the newest only.
    public var updates: AsyncStream<PathStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PathStatus.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            continuation.yield(state.status)
            return state.nextListener
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Starts to listen, and looks once before it returns; does nothing if it listens already.
    ///
    /// - Throws: a ``TransportError`` with the code `resource` where the kernel gives no netlink socket,
    ///   as in some sandboxes.
    public func start() throws(TransportError) {
        guard state.withLock({ $0.watch == nil }) else { return }
        // Listening comes before looking, so that no change falls between the two.
        let watch = try Watch(queue) { [weak self] in self?.look() }
        let status: PathStatus
        do {
            status = try RouteSocket.table().status
        } catch {
            watch.end()
            throw error
        }
        let isFirst = state.withLock { state in
            guard state.watch == nil else { return false }
            state.watch = watch
            state.become(status)
            return true
        }
        // Its news come after what was seen first.
        isFirst ? watch.begin() : watch.end()
    }

    /// Ends listening: the status is ``PathStatus/unknown`` until the next ``start()``.
    public func stop() {
        let watch = state.withLock { state in
            defer { state.become(.unknown) }
            return state.watch.take()
        }
        watch?.end()
    }

    /// Asks the kernel anew; on the monitor's queue.
    private func look() {
        let status = (try? RouteSocket.table().status) ?? .unknown
        state.withLock { state in
            // One that has been stopped since knows nothing.
            if state.watch != nil { state.become(status) }
        }
    }
}

extension PathMonitor {
    /// A socket that the kernel writes its news to, read by a dispatch source.
    ///
    /// SAFETY: the source's calls may be made from any thread; the rest does not change.
    private final class Watch: @unchecked Sendable {
        private let socket: RouteSocket
        private let source: any DispatchSourceRead

        /// `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR`, `_ROUTE`, `RTMGRP_IPV6_IFADDR`, `_ROUTE`.
        private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

        init(_ queue: DispatchQueue, _ hasNews: @escaping @Sendable () -> Void)
            throws(TransportError)
        {
            socket = try RouteSocket(groups: Self.groups)
            source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
            // The source holds the watch, and with it the descriptor, until it has been cancelled.
            source.setEventHandler {
                self.socket.drain()
                hasNews()
            }
            source.setCancelHandler { withExtendedLifetime(self) {} }
        }

        func begin() { source.activate() }

        /// Ends it; a source has to be activated before it may go.
        func end() {
            source.cancel()
            source.activate()
        }
    }
}
