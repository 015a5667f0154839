extension GetEcho {
    /// The path and the query that the server received, without the scheme and the host.
    public var place: String {
        let afterScheme = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard let rest = afterScheme.last, let slash = rest.firstIndex(of: "/") else { return "/" }
        return String(rest[slash...])
    }
}
