internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The shapes that the endpoints of a document have.
///
/// A shape is recognised only if its keys are valid where they are written. In doubt, none is.
struct Recognition {
    /// The proposals of each endpoint.
    private(set) var proposals: [ObjectIdentifier: [Proposal]] = [:]

    /// Creates the recognition that finds nothing.
    init() {}

    /// Finds the shapes of endpoints.
    ///
    /// - Parameters:
    ///   - own: Returns the keys of an endpoint that its user has written, which no proposal replaces.
    init(
        _ endpoints: [EndpointDraft], _ document: ForeignDocument,
        own: (EndpointDraft) -> Set<String>
    ) throws(ImportFailure) {
        let operations = OperationShapes(endpoints)
        let limits = RateLimits(document)
        for endpoint in endpoints {
            let keys = own(endpoint)
            var found: [Proposal] = []
            if keys.isDisjoint(with: ["returns", "response", "pages", "poll"]) {
                found +=
                    (operations.proposal(for: endpoint) ?? Self.result(of: endpoint))
                    .map { [$0] } ?? []
            }
            if let proposal = IdempotencyKeys.proposal(for: endpoint) { found.append(proposal) }
            if let proposal = try limits.proposal(for: endpoint) { found.append(proposal) }
            found.removeAll { !keys.isDisjoint(with: $0.keys.map(\.key)) }
            if !found.isEmpty { proposals[ObjectIdentifier(endpoint)] = found }
        }
    }

    /// Returns how a response is read: its envelope, and the pages in it.
    private static func result(of endpoint: EndpointDraft) -> Proposal? {
        guard var envelope = Envelopes.proposal(for: endpoint) else {
            return PageShapes(endpoint, returns: endpoint.returns)?.proposal
        }
        guard let pages = PageShapes(endpoint, returns: envelope.returns ?? [])?.proposal else {
            return envelope
        }
        envelope.shapes += pages.shapes
        envelope.evidence += ", and " + pages.evidence
        envelope.keys += pages.keys
        return envelope
    }

    func proposals(for endpoint: EndpointDraft) -> [Proposal] {
        proposals[ObjectIdentifier(endpoint)] ?? []
    }

    /// Replaces the responses of endpoints by those that the proposals need.
    func apply(to endpoints: [EndpointDraft]) {
        for endpoint in endpoints {
            for proposal in proposals(for: endpoint) {
                if let returns = proposal.returns { endpoint.returns = returns }
            }
        }
    }

    /// The number of proposals for each shape.
    var counts: [RecognisedShape: Int] {
        var counts: [RecognisedShape: Int] = [:]
        for shape in proposals.values.joined().flatMap(\.shapes) { counts[shape, default: 0] += 1 }
        return counts
    }
}
