/// A change of the machine's network: its addresses or its routes.
///
/// `PathMonitor.changes` reports them, and `CurlSession.follow(_:)` reacts to them.
public struct NetworkChange: Sendable, Hashable {
    /// The addresses that the machine no longer has, such as `192.168.1.5` or `fe80::1`, without a zone.
    ///
    /// A connection from such an address is dead.
    public var lostAddresses: Set<String>
    /// The addresses that the machine has, but had lost meanwhile, or whose link was down.
    ///
    /// A connection from such an address may be dead.
    public var interruptedAddresses: Set<String>

    /// Creates a change; without addresses it is one of the routes only.
    public init(lostAddresses: Set<String> = [], interruptedAddresses: Set<String> = []) {
        self.lostAddresses = lostAddresses
        self.interruptedAddresses = interruptedAddresses
    }
}
