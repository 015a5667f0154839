/// Whether the machine has a network to the outside, as the kernel's links and routes say.
///
/// It says what may be tried, not what will succeed: behind a route that is there a cable may be cut, the
/// bridge of a container is a way out as well, and a host on the same machine is reached without any.
/// Only a request finds out.
public enum PathStatus: Sendable, Hashable {
    /// Nobody has looked: the monitor has not been started, or the kernel does not tell.
    case unknown
    /// No route leaves the machine.
    case unsatisfied
    /// Routes leave the machine through these interfaces, such as `eth0`; those that traffic without a
    /// route of its own takes come first.
    case satisfied(interfaces: [String])

    /// Whether a route leaves the machine; `false` while nobody knows.
    public var isSatisfied: Bool {
        if case .satisfied = self { true } else { false }
    }
}

extension PathStatus: CustomStringConvertible {
    /// The status in words, such as `satisfied by eth0, wlan0`.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .unsatisfied: "unsatisfied"
        case .satisfied(let interfaces): "satisfied by \(interfaces.joined(separator: ", "))"
        }
    }
}
