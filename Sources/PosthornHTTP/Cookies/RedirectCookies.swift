/// Sends and stores the cookies of one call at each of its requests.
struct RedirectCookies: Sendable {
    private let store: CookieStore
    /// The sites that the call has visited, including the first one.
    private var sites: Set<String> = []

    /// The URL of the last request and the generation of its cookies.
    ///
    /// `nil` if the URL is invalid.
    private var last: (url: HTTPURL, generation: Int)?

    /// Returns `nil` if there is no store, or if the request handles cookies itself.
    ///
    /// It handles them itself if it sends none or has a `Cookie` field of its own.
    init?(_ request: TransportRequest, _ store: CookieStore?) {
        guard let store, request.options.sendsCookies != false, request.headers[.cookie] == nil
        else { return nil }
        self.store = store
    }

    /// Adds the cookies for a request, unless a redirect handler has set a `Cookie` field.
    mutating func add(to request: inout TransportRequest) {
        last = nil
        guard let url = try? HTTPURL(request.url) else { return }
        let site = store.suffixes?.registrable(url.origin.host) ?? url.origin.host
        sites.insert(site)
        let isSafe: Bool =
            switch request.method {
            case .get, .head, .options, .query, .trace: true
            default: false
            }
        let (field, generation) = store.field(
            for: url, isCrossSite: sites.count > 1, isSafe: isSafe)
        if let field, request.headers[.cookie] == nil {
            // A single field, as HTTP/1.1 requires (RFC 6265, section 5.4).
            request.headers[fields: .cookie] = [HTTPField(name: .cookie, value: field)]
        }
        last = (url, generation)
    }

    /// Stores the cookies of the response to the last request.
    func store(_ headers: HTTPFields) {
        if let last { store.take(headers, from: last.url, generation: last.generation) }
    }
}
