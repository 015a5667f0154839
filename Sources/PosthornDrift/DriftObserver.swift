public import CoreMetrics
public import FoundationEssentials
public import PosthornCore
internal import PosthornSpec

/// An observer that compares each response with the spec, and counts the differences without values.
///
/// ```swift
/// let drift = try DriftObserver(specs: folder)
/// configuration.observers.append(drift)
/// …
/// print(drift.report)
/// ```
///
/// It reads the body of each response once more, on the task that makes the call. ``sampling`` and ``bodyLimit`` limit
/// that work. Of a stream or a download, it compares the status and the header fields. An observer may be shared by
/// several clients of one service.
///
/// Each difference also counts in `posthorn.client.drift`, a `Counter` of swift-metrics with the attributes
/// `posthorn.endpoint`, `posthorn.drift.kind` and `posthorn.drift.place`.
public struct DriftObserver: ClientObserver {
    /// An error: the specs can't be used.
    public struct InvalidSpec: Error, CustomStringConvertible {
        /// What is wrong with the specs, in the form of a compiler's diagnostics.
        public let diagnostics: [String]

        package init(diagnostics: [String]) { self.diagnostics = diagnostics }

        /// The diagnostics, one on each line.
        public var description: String { diagnostics.joined(separator: "\n") }
    }

    /// One response of how many is compared; 1, the default, for all.
    public var sampling = 1
    /// The size in bytes up to which bodies are compared, 1 MiB by default.
    ///
    /// Of a response with a longer body, the status and the header fields are compared.
    public var bodyLimit = 1 << 20

    private let check: ResponseCheck
    private let endpoints: [String: EndpointSpec]
    private let factory: (any MetricsFactory)?
    private let state = Locked(State())

    /// The number of differences that are kept, and of objects without a member before it counts as never seen.
    private static let (most, least) = (1_000, 20)

    /// Reads the specs of a client.
    ///
    /// - Parameters:
    ///   - folder: The folder with the specs that the client was generated from.
    ///   - service: The name of one of several services in it; `nil` for the only one.
    ///   - factory: The backend of metrics; `nil` uses that of `MetricsSystem`.
    public init(
        specs folder: URL, service: String? = nil, factory: (any MetricsFactory)? = nil
    ) throws(InvalidSpec) {
        let document: SpecDocument
        do throws(SpecFolder.Failure) {
            document = try SpecFolder.document(at: folder.path, service: service)
        } catch {
            throw InvalidSpec(error, folder.path)
        }
        check = ResponseCheck(document)
        let all = document.files.flatMap(\.endpoints)
        endpoints = Dictionary(
            all.map { ($0.fullName, $0) }, uniquingKeysWith: { first, _ in first })
        self.factory = factory
    }

    private struct Key: Hashable {
        let endpoint: String
        let kind: Drift.Kind
        let status: Int
        let place: String
    }

    private struct State {
        var received = 0
        var responses: [String: Int] = [:]
        var found: [Key: (drift: Drift, count: Int)] = [:]
        var members: [String: MemberCensus] = [:]
        var uncounted = 0
    }

    /// Compares the response of an event.
    public func observe(_ event: CallEvent) {
        guard case .responseReceived(var response) = event.kind, !response.isFallback,
            let endpoint = endpoints[event.endpoint]
        else { return }
        let isSampled = state.withLock { state in
            state.received += 1
            return state.received % max(sampling, 1) == 0
        }
        guard isSampled else { return }
        if event.delivery != .whole || response.body.count > bodyLimit { response.isHead = true }
        var census = MemberCensus()
        let drifts = check.drifts(of: response, from: endpoint, counting: &census)
        let kept = state.withLock { state in
            state.responses[event.endpoint, default: 0] += 1
            state.members[event.endpoint, default: MemberCensus()].merge(census)
            return drifts.filter { count($0, of: event.endpoint, in: &state) }
        }
        for drift in kept { count(drift, of: event.endpoint) }
    }

    /// Counts a difference; returns `false` if there are too many others.
    private func count(_ drift: Drift, of endpoint: String, in state: inout State) -> Bool {
        let key = Key(
            endpoint: endpoint, kind: drift.kind, status: drift.status, place: drift.place)
        if let known = state.found[key] {
            state.found[key] = (known.drift, known.count + 1)
        } else if state.found.count < Self.most {
            var drift = drift
            drift.value = nil
            state.found[key] = (drift, 1)
        } else {
            state.uncounted += 1
            return false
        }
        return true
    }

    private func count(_ drift: Drift, of endpoint: String) {
        let dimensions = [
            ("posthorn.endpoint", endpoint), ("posthorn.drift.kind", drift.kind.rawValue),
            ("posthorn.drift.place", drift.place),
        ]
        let label = "posthorn.client.drift"
        let counter =
            factory.map { Counter(label: label, dimensions: dimensions, factory: $0) }
            ?? Counter(label: label, dimensions: dimensions)
        counter.increment()
    }

    /// What was seen so far.
    ///
    /// A member counts as never seen after 20 objects without it.
    public var report: DriftReport {
        let state = state.withLock { $0 }
        var entries = state.found.map { key, value in
            DriftReport.Entry(endpoint: key.endpoint, drift: value.drift, count: value.count)
        }
        for (endpoint, census) in state.members {
            entries += census.neverSeen(in: Self.least).map { drift in
                let tally = census.members["\(drift.status) \(drift.place)"]
                return DriftReport.Entry(
                    endpoint: endpoint, drift: drift, count: tally?.objects ?? 0)
            }
        }
        entries.sort { left, right in
            (left.endpoint, right.count, left.drift.place, left.drift.kind.rawValue)
                < (right.endpoint, left.count, right.drift.place, right.drift.kind.rawValue)
        }
        return DriftReport(
            responses: state.responses, entries: entries, uncounted: state.uncounted)
    }

    /// Forgets what was seen.
    public func reset() { state.withLock { $0 = State() } }
}

extension DriftObserver: CustomStringConvertible {
    /// The numbers of responses and of differences.
    public var description: String {
        let report = report
        return "\(report.responses.values.reduce(0, +)) responses, "
            + "\(report.entries.count) differences"
    }
}

extension ClientObserver where Self == DriftObserver {
    /// Reads the specs of a client, and returns an observer that compares its responses with them.
    ///
    /// - Parameters:
    ///   - folder: The folder with the specs that the client was generated from.
    ///   - service: The name of one of several services in it; `nil` for the only one.
    public static func drift(
        from folder: URL, service: String? = nil
    ) throws(DriftObserver.InvalidSpec) -> DriftObserver {
        try DriftObserver(specs: folder, service: service)
    }
}
