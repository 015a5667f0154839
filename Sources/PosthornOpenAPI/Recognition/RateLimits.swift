internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The responses to calls that come too often.
struct RateLimits {
    let document: ForeignDocument

    init(_ document: ForeignDocument) { self.document = document }

    /// Returns the retry of a call that the server refuses for a time, which a header field tells.
    func proposal(for endpoint: EndpointDraft) throws(ImportFailure) -> Proposal? {
        let method = endpoint.operation.method
        guard !["POST", "PATCH"].contains(method) || IdempotencyKeys.has(endpoint) else {
            return nil
        }
        var statuses: [String] = []
        var evidence: String?
        var limits: String?
        for (status, entry) in endpoint.operation.node["responses"]?.entries ?? [] {
            var node = entry
            if let reference = node["$ref"] { node = try document.target(of: reference) }
            let names = node["headers"]?.entries.map(\.key) ?? []
            let own = names.first { $0.lowercased() == "retry-after" }
            let limit = names.first(where: Self.isLimit)
            limits = limits ?? limit
            guard status == "429" || status == "503" && own != nil else { continue }
            statuses.append(status)
            evidence = evidence ?? own ?? limit
        }
        guard !statuses.isEmpty, let header = evidence ?? limits else { return nil }
        statuses.sort()
        let on: SpecValue =
            statuses.count == 1 ? .plain(statuses[0]) : .list(statuses.map { .plain($0) })
        return Proposal(
            .rateLimit, "\(statuses.joined(separator: " and ")) with '\(header)'",
            [
                SpecMember(
                    "retry", .map([SpecMember("attempts", .plain("3")), SpecMember("on", on)]))
            ])
    }

    private static func isLimit(_ name: String) -> Bool {
        ResponseMembers.word(name).hasPart("ratelimit")
    }
}
