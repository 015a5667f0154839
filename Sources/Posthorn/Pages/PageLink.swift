/// The target of a link to the next page.
enum PageLink {
    /// Path and query of a target, for a request to the origin that named it.
    ///
    /// A link to another origin would take credentials there, so it is refused.
    static func target(_ link: String, from request: BuiltRequest) throws -> String {
        let plain = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
        guard plain.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) else {
            throw fault("is not a valid one")
        }
        let path = request.target.prefix { $0 != "?" }
        if plain.hasPrefix("?") { return String(path + plain) }
        if plain.hasPrefix("//") { throw fault("leads to another origin") }
        if plain.hasPrefix("/") { return String(plain) }
        guard let separator = plain.firstRange(of: "://") else {
            guard !plain.isEmpty, !plain.prefix(while: { $0 != "/" && $0 != "?" }).contains(":")
            else { throw fault("is not a valid one") }
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
            return String(folder + plain)
        }
        let rest = plain[separator.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let origin = normal(plain[..<separator.lowerBound], authority)
        let parts = request.origin.split(separator: "://", maxSplits: 1)
        guard parts.count == 2, origin == normal(parts[0], parts[1]) else {
            throw fault("leads to another origin")
        }
        let target = rest[authority.endIndex...]
        return target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// Scheme, host and port, in lower case and without the scheme's own port.
    private static func normal(_ scheme: Substring, _ authority: Substring) -> String {
        let scheme = scheme.lowercased()
        var authority = authority.lowercased()
        let port = scheme == "https" ? ":443" : ":80"
        if authority.hasSuffix(port) { authority.removeLast(port.count) }
        return scheme + "://" + authority
    }

    private static func fault(_ what: String) -> CallFault {
        CallFault(
            .invalidPage, "the link to the next page \(what)",
            advice: "see the `Link` field of the page before")
    }
}
