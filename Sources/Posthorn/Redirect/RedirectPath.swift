/// How far a call has come from where it began.
struct RedirectPath {
    private(set) var request: TransportRequest
    private(set) var hops: [RedirectHop] = []
    private var visited: Set<Visit> = []
    /// Whether no redirect has led to another origin, which may have chosen where the call is now.
    private(set) var isAtHome = true
    private let start: ContinuousClock.Instant
    private let total: Duration?

    /// What makes two requests the same to a server.
    private struct Visit: Hashable {
        let method: HTTPRequest.Method
        let url: String
        let headers: HTTPFields

        init(_ request: TransportRequest) {
            method = request.method
            url = request.url
            headers = request.headers
        }
    }

    init(_ request: TransportRequest, since start: ContinuousClock.Instant = .now) {
        self.request = request
        self.start = start
        total = request.limits.total
    }

    /// Takes a look at what is going to be sent.
    /// - Throws: a ``TransportError`` if it was sent before.
    func begin(_ request: TransportRequest) throws(TransportError) {
        guard hops.isEmpty || !visited.contains(Visit(request)) else { throw .redirectCircle }
    }

    /// Goes one step on.
    ///
    /// - Parameter sent: The request that was answered, with all that it carried.
    /// - Throws: a ``TransportError`` if the time has run out.
    mutating func follow(
        _ redirect: Redirect, after sent: TransportRequest
    ) throws(TransportError) {
        visited.insert(Visit(sent))
        hops.append(redirect.hop)
        isAtHome = isAtHome && !redirect.changesOrigin
        request = redirect.next
        request.options.redirects = redirect.request.options.redirects
        try request.limit(to: total, since: start)
    }

    /// Stays where it is, with a credential.
    /// - Throws: a ``TransportError`` if the time has run out.
    mutating func sendAgain(authorization: String) throws(TransportError) {
        request.headers[.authorization] = authorization
        try request.limit(to: total, since: start)
    }

    /// The error with the hops that led to it.
    func failure(_ error: TransportError) -> TransportError {
        guard !hops.isEmpty || error.code == .redirectRefused || error.code == .tooManyRedirects
        else { return error }
        var error = error
        error.redirects = hops
        // The first request has arrived, whatever became of the last one.
        error.nothingSent = false
        return error
    }
}
