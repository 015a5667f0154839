extension GetEcho {
    /// The path and query that the server saw, without scheme and host.
    public var place: String {
        let afterScheme = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard let rest = afterScheme.last, let slash = rest.firstIndex(of: "/") else { return "/" }
        return String(rest[slash...])
    }
}
