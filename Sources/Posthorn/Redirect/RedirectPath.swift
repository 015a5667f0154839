/// How far a call has come from where it began.
struct RedirectPath {
    private(set) var request: TransportRequest
    private(set) var hops: [RedirectHop] = []
    private var visited: Set<Visit> = []
    /// Whether no redirect has led to another origin, which may have chosen where the call is now.
    private(set) var isAtHome = true
    private let start = ContinuousClock.now
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

    init(_ request: TransportRequest) {
        self.request = request
        total = request.timeouts.total.flatMap { $0 > .zero ? $0 : nil }
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
        request.redirects = redirect.request.redirects
        try limitTime()
    }

    /// Stays where it is, with a credential.
    /// - Throws: a ``TransportError`` if the time has run out.
    mutating func sendAgain(authorization: String) throws(TransportError) {
        request.headers[.authorization] = authorization
        try limitTime()
    }

    /// Gives the next request what is left of the time.
    private mutating func limitTime() throws(TransportError) {
        guard let total else { return }
        let left = total - (.now - start)
        guard left > .zero else {
            throw TransportError(
                .timedOut, "the time of the whole call, \(total), ran out between its requests",
                advice: "give the call more time, or call the last place itself")
        }
        request.timeouts.total = left
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
