extension PathMonitor {
    /// The machine's network connectivity, according to the kernel's links and routes.
    ///
    /// It shows whether a request may be tried, not whether it will succeed. A route may lead to a broken
    /// network, the bridge of a container counts as a route, and a host on the same machine needs none.
    public enum Status: Sendable, Hashable {
        /// The status is not known: the monitor is not started, or the kernel does not report it.
        case unknown
        /// No route leads out of the machine.
        case unsatisfied
        /// Routes lead out of the machine through these interfaces, such as `eth0`.
        ///
        /// The interfaces of default routes come first.
        case satisfied(interfaces: [String])

        /// Whether a route leads out of the machine; `false` if the status is unknown.
        public var isSatisfied: Bool { if case .satisfied = self { true } else { false } }
    }
}

extension PathMonitor.Status: CustomStringConvertible {
    /// The status as text, such as `satisfied by eth0, wlan0`.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .unsatisfied: "unsatisfied"
        case .satisfied(let interfaces): "satisfied by \(interfaces.joined(separator: ", "))"
        }
    }
}
