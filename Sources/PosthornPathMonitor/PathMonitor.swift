import Dispatch
import Glibc
public import PosthornHTTP

/// A monitor of the machine's network connectivity.
///
/// Use it to retry when a network becomes available, or to log why requests failed. With `WaitForConnectivity` of
/// PosthornResilience, calls wait for a network. With `CurlSession.follow(_:)`, a session leaves the connections of an
/// old network.
///
///     try PathMonitor.shared.start()
///     for await status in PathMonitor.shared.updates where status.isSatisfied {
///         await queue.retry()
///     }
///
/// The monitor listens on a netlink socket of the kernel (rtnetlink(7)) and reads all links and routes again
/// after each notification. It can be used from any thread.
public final class PathMonitor: Sendable {
    /// The monitor of the process; call ``start()`` before you use it.
    public static let shared = PathMonitor()

    private struct State {
        var status = PathMonitor.Status.unknown
        var watch: Watch?
        var network = Network()
    }

    private let state = Locked(State())
    private let broadcast = Broadcast<PathMonitor.Status>()
    private let networks = Broadcast<Network>()
    private let queue = DispatchQueue(label: "posthorn.path")

    /// Creates a monitor that is not started.
    public init() {}

    deinit { stop() }

    /// The most recent status; ``PathMonitor/Status/unknown`` before ``start()`` and after ``stop()``.
    public var status: PathMonitor.Status { state.withLock { $0.status } }

    /// The current status, followed by each change.
    ///
    /// The sequence ends when the monitor is released. A slow reader receives only the newest status.
    public var updates: AsyncStream<PathMonitor.Status> {
        state.withLock { broadcast.stream(startingWith: $0.status) }
    }

    /// Each change of the machine's addresses and routes after this call, for `CurlSession.follow(_:)`.
    ///
    /// The sequence ends when the monitor is released. A slow reader receives several changes as one. The links of the
    /// machine itself and of its containers are reported too.
    public var changes: some AsyncSequence<NetworkChange, Never> & Sendable {
        let (first, stream) = state.withLock { ($0.network, networks.stream()) }
        let known = Locked(first)
        let change: @Sendable (Network) -> NetworkChange? = { network in
            known.withLock { known in
                defer { known = network }
                return network.change(since: known)
            }
        }
        return stream.compactMap(change)
    }

    /// Starts the monitor and reads the status before it returns; has no effect if it is running.
    ///
    /// - Throws: a `TransportError` with the code `resource` if the kernel refuses a netlink socket, as in
    ///   some sandboxes.
    public func start() throws(TransportError) {
        guard state.withLock({ $0.watch == nil }) else { return }
        // The watch is created before the first read, so that no change is missed in between.
        let watch = try Watch(queue) { [weak self] in self?.look($0) }
        let table: RouteTable
        do {
            table = try RouteSocket.table()
        } catch {
            watch.end()
            throw error
        }
        let isFirst = state.withLock { state in
            guard state.watch == nil else { return false }
            state.watch = watch
            become(table, after: [], &state)
            return true
        }
        // Notifications start after the first status is stored.
        isFirst ? watch.begin() : watch.end()
    }

    /// Stops the monitor; the status is ``PathMonitor/Status/unknown`` until the next ``start()``.
    public func stop() {
        let watch = state.withLock { state in
            defer { become(.unknown, &state) }
            return state.watch.take()
        }
        watch?.end()
    }

    /// Reads the status from the kernel; called on the monitor's queue.
    private func look(_ notifications: [RouteMessage]) {
        let table = try? RouteSocket.table()
        state.withLock { state in
            // A monitor that was stopped meanwhile stays `unknown`.
            if state.watch != nil { become(table, after: notifications, &state) }
        }
    }

    private func become(
        _ table: RouteTable?, after notifications: [RouteMessage], _ state: inout State
    ) {
        become(table?.status ?? .unknown, &state)
        guard let table else { return }
        state.network.update(table, after: notifications)
        networks.yield(state.network)
    }

    /// Under the lock, so that all sequences have the states in the same order.
    private func become(_ status: PathMonitor.Status, _ state: inout State) {
        guard state.status != status else { return }
        state.status = status
        broadcast.yield(status)
    }
}

extension PathMonitor {
    /// A netlink socket, read by a dispatch source.
    ///
    /// SAFETY: the source's methods may be called from any thread; the rest does not change.
    private final class Watch: @unchecked Sendable {
        private let socket: RouteSocket
        private let source: any DispatchSourceRead

        /// `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR`, `_ROUTE`, `RTMGRP_IPV6_IFADDR`, `_ROUTE`.
        private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

        init(_ queue: DispatchQueue, _ hasNews: @escaping @Sendable ([RouteMessage]) -> Void)
            throws(TransportError)
        {
            socket = try RouteSocket(groups: Self.groups)
            source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
            // The source retains the watch, and with it the descriptor, until it is cancelled.
            source.setEventHandler {
                hasNews(self.socket.drain())
            }
            source.setCancelHandler { withExtendedLifetime(self) {} }
        }

        func begin() { source.activate() }

        /// Stops the watch; a dispatch source must be activated before it is released.
        func end() {
            source.cancel()
            source.activate()
        }
    }
}
