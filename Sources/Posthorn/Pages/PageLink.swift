/// A link to the next page.
struct PageLink: Sendable {
    /// As it was said, absolute or not.
    let text: String
    /// The URL of the page that says it.
    let base: String

    /// Where it leads.
    ///
    /// `nil` if it is not a valid one.
    var url: HTTPURL? {
        // Nothing is mended here: who writes links for programs can write them well.
        guard !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return try? HTTPURL(base).resolve(text)
    }

    /// Path and query, for a request to the origin that the call is for.
    ///
    /// A link to another origin would take credentials there, so it is refused.
    func target(for request: TransportRequest, isSealed: Bool) throws -> String {
        guard let url, let home = try? HTTPURL(request.url) else {
            throw Self.fault("is not a valid one")
        }
        guard url.origin == home.origin else { throw Self.fault("leads to another origin") }
        let target = url.requestTarget
        // No cipher covers the field: whoever stands between would choose what the client seals for.
        guard
            !isSealed || request.options.redirects?.followsAny == true
                || Self.path(of: target) == Self.path(of: home.requestTarget)
        else {
            throw Self.fault(
                "leads to another path, and the call is sealed",
                advice: "let the call follow within its origin with `redirects = .sameOrigin`")
        }
        return target
    }

    /// The segments of a path, decoded: servers write `%3a` or `:` for what we have sent as `%3A`.
    private static func path(of target: String) -> [ByteEqualName] {
        target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            .map { ByteEqualName(PercentDecoding.text($0) ?? String($0)) }
    }

    private static func fault(
        _ what: String, advice: String = "see the `Link` field of the page before"
    ) -> APIError.Cause {
        APIError.Cause(.invalidPage, "the link to the next page \(what)", advice: advice)
    }
}
