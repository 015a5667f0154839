/// What a store does for one call: sends its cookies along at each hop, and keeps those that come.
struct RedirectCookies: Sendable {
    private let store: CookieStore
    /// The sites that the call has been at, the first one included.
    private var sites: Set<String> = []

    /// Where the last request went, and the era of its cookies; `nil` if it has no URL.
    private var stop: (url: HTTPURL, era: Int)?

    /// `nil` if the request takes care of its cookies itself: it wants none, or has a `Cookie` field
    /// of its own.
    init?(_ request: TransportRequest, _ store: CookieStore?) {
        guard let store, request.options.sendsCookies != false, request.headers[.cookie] == nil
        else { return nil }
        self.store = store
    }

    /// Adds the cookies for a request, unless who decided about a redirect has given it some.
    mutating func enter(_ request: inout TransportRequest) {
        stop = nil
        guard let url = try? HTTPURL(request.url) else { return }
        let site = store.suffixes?.registrable(url.origin.host) ?? url.origin.host
        sites.insert(site)
        let isSafe: Bool =
            switch request.method {
            case .get, .head, .options, .trace: true
            default: false
            }
        let (field, era) = store.field(for: url, isCrossSite: sites.count > 1, isSafe: isSafe)
        if let field, request.headers[.cookie] == nil {
            // One field, as HTTP/1.1 wants it (RFC 6265, section 5.4).
            request.headers[fields: .cookie] = [HTTPField(name: .cookie, value: field)]
        }
        stop = (url, era)
    }

    /// Keeps the cookies of the response to the last request.
    func leave(with headers: HTTPFields) {
        if let stop { store.take(headers, from: stop.url, era: stop.era) }
    }
}
