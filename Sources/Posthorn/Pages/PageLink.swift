/// The target of a link to the next page.
enum PageLink {
    /// Path and query of a target, for a request to the origin that named it.
    ///
    /// A link to another origin would take credentials there, so it is refused.
    static func target(_ link: String, from request: BuiltRequest) throws -> String {
        // Nothing is mended here: who writes links for programs can write them well.
        guard !link.isEmpty,
            link.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") })
        else { throw fault("is not a valid one") }
        let (base, target): (RequestURL, RequestURL)
        do {
            base = try RequestURL(request.url)
            target = try base.resolve(link)
        } catch {
            throw fault("is not a valid one")
        }
        guard target.origin == base.origin else { throw fault("leads to another origin") }
        return target.requestTarget
    }

    private static func fault(_ what: String) -> CallFault {
        CallFault(
            .invalidPage, "the link to the next page \(what)",
            advice: "see the `Link` field of the page before")
    }
}
