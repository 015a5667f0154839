/// The state that all transfers of a session share on its loop.
///
/// Used by the loop's thread only.
final class LoopContext {
    let configuration: SessionConfiguration
    /// The hosts that are connected to at another place.
    let overrides: HostOverrides
    let headLimits: ResponseHead.Limits
    let hasProxy: Bool
    /// Whether the address policy may refuse a URL before its host is looked up.
    let checksURLs: Bool
    private let exceptions: [ProxyException]
    let urls = URLTable()
    let connections: Connections
    /// The connection attempts in parallel to libcurl.
    let attempts: ConnectionAttempts
    let lookups = HostLookups()
    let trust: TrustMemory
    var network = NetworkState()
    /// The work to do after libcurl's callbacks in this iteration.
    var iteration = LoopIteration()
    /// The number of redirect responses that callers of plain calls are still processing.
    var pendingRedirects = 0

    init(
        _ configuration: SessionConfiguration, _ overrides: HostOverrides, _ trust: TrustRules,
        _ poller: Poller
    ) {
        self.configuration = configuration
        self.overrides = overrides
        self.trust = TrustMemory(trust)
        headLimits = configuration.headLimits
        checksURLs = configuration.addressPolicy.refusesURLs
        let proxies = configuration.connection.proxies
        hasProxy = proxies.http != nil || proxies.https != nil
        exceptions = hasProxy ? proxies.entries.compactMap { $0 } : []
        connections = Connections(poller)
        attempts = ConnectionAttempts(poller, connections)
    }
}

extension LoopContext {
    /// Whether the host of a URL is called without the session's proxies.
    func bypassesProxy(_ url: String) -> Bool {
        guard !exceptions.isEmpty, let origin = (try? HTTPURL(url))?.origin else { return false }
        return exceptions.bypass(origin.host, port: origin.port)
    }
}

/// The current iteration, and the work that libcurl's callbacks have left for its end.
struct LoopIteration {
    var number = 0
    /// The time at which the last poll returned that reported all events.
    var lastCompletePoll = LoopInstant.now
    /// The transfers whose idle timeout starts again, because a piece of a body has arrived.
    var moved: [Transfer] = []
    /// The transfers that have used up their share and are paused, so that others can run.
    var paused: [UInt64] = []
    /// The bodies that have received bytes for waiting readers.
    var undelivered: [BodyChannel] = []
    /// The transfers that have sent a request over HTTP/2.
    var sending: [Transfer] = []
    var connecting: [UInt64] = []
    /// The transfers whose response was complete before their request.
    var respondedEarly: [UInt64] = []
    /// The transfers that send a body and whose response libcurl no longer reads.
    var unread: [UInt64] = []

    /// Records that a poll has returned, and whether it reported all events.
    mutating func polled(isComplete: Bool) {
        if isComplete { lastCompletePoll = .now }
    }
}
