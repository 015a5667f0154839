/// A link to the next page.
struct PageLink: Sendable {
    /// The link's target as received, absolute or relative.
    let text: String
    /// The URL of the page that contains the link.
    let base: String

    /// The absolute URL of the link.
    ///
    /// `nil` if it is not valid.
    var url: HTTPURL? {
        // Links for programs must be valid; malformed ones are not repaired.
        guard !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return try? HTTPURL(base).resolve(text)
    }

    /// Returns the path and query for a request to the origin of the call.
    ///
    /// A link to another origin is refused, because it would send credentials there.
    func target(for request: TransportRequest, isSealed: Bool) throws -> String {
        guard let url, let home = try? HTTPURL(request.url) else {
            throw Self.fault("is not a valid one")
        }
        guard url.origin == home.origin else { throw Self.fault("leads to another origin") }
        let target = url.requestTarget
        // A Link field is not sealed: an attacker could choose the path for which the client seals.
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

    /// Returns the decoded segments of a path, because servers write `%3a` or `:` for a sent `%3A`.
    private static func path(of target: String) -> [ByteEqualName] {
        target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            .map { ByteEqualName(PercentDecoding.text($0) ?? String($0)) }
    }

    private static func fault(
        _ what: String, advice: String = "see the link in the page before"
    ) -> APIError.Cause {
        APIError.Cause(.invalidPage, "the link to the next page \(what)", advice: advice)
    }
}
