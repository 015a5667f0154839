import Posthorn

/// What all transfers of a session share on its loop: what they go by, what they keep for each other,
/// and what they have to tell the loop.
///
/// Touched by the loop's thread alone.
final class LoopContext {
    let configuration: SessionConfiguration
    /// Where hosts are called instead of at their own address.
    let overrides: HostOverrides
    let headLimits: ResponseHead.Limits
    let hasProxy: Bool
    /// The fields that the servers send.
    let fieldLines = FieldLines()
    let bodyMemory = BodyMemory()
    let urls = URLTable()
    let connections: Connections
    /// What is called beside libcurl.
    let calls: AddressCalls
    /// What is asked for that.
    let lookups = HostLookups()
    /// Which servers are believed.
    var trust: TrustMemory
    /// What is to be done when libcurl has been served.
    @exclusivity(unchecked) var turn = LoopTurn()
    /// How many redirects the callers of plain calls have got and are not done with.
    var hops = 0

    init(
        _ configuration: SessionConfiguration, _ overrides: HostOverrides, _ trust: TrustRules,
        _ poller: Poller
    ) {
        self.configuration = configuration
        self.overrides = overrides
        self.trust = TrustMemory(trust)
        headLimits = configuration.headLimits
        let proxies = configuration.connection.proxies
        hasProxy = proxies.http != nil || proxies.https != nil
        connections = Connections(poller)
        calls = AddressCalls(poller, connections)
    }
}

/// What has come up in this turn of the loop, inside libcurl's callbacks, and has to wait until libcurl
/// has been served.
struct LoopTurn {
    /// How many there were before it.
    var number = 0
    /// The transfers that have taken their share of it, and rest so that others come to theirs.
    var resting: [UInt64] = []
    /// The bodies that have got bytes for readers that wait.
    var owing: [BodyChannel] = []
    /// The transfers that have sent a request over HTTP/2.
    var sending: [Transfer] = []
    /// The transfers for which libcurl calls an address.
    var calling: [UInt64] = []
    /// The transfers whose response has become whole before their request.
    var answered: [UInt64] = []
    /// The transfers that send a body, and for which libcurl reads no more.
    var unread: [UInt64] = []
}
