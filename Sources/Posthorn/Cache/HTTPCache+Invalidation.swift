// What calls may have changed at the server (RFC 9111, section 4.4).
extension HTTPCache {
    /// Forgets what an unsafe method may have changed, at each place to which it was redirected too.
    func forget(changedBy request: TransportRequest, _ response: some CacheableResponse) {
        // A method with a rule is taken for one that changes nothing.
        guard request.cache == nil, !Self.safeMethods.contains(request.method) else { return }
        forget(changedBy: response.redirects)
        let last = response.redirects.last
        // What the last one led to has the method still, or was a GET.
        let isGET = last.map { RedirectRule.changesMethod($0.method, $0.status.code) } ?? false
        forget(
            at: last?.target ?? request.url, by: isGET ? .get : last?.method ?? request.method,
            response.status, response.headers)
    }

    private func forget(changedBy hops: [RedirectHop]) {
        for hop in hops { forget(at: hop.url, by: hop.method, hop.status, hop.headers) }
    }

    /// Sends a request, and forgets what one that failed after a redirect may have changed.
    func forgetting<Answer: Sendable>(
        changesBy send: () async throws(TransportError) -> Answer
    ) async throws(TransportError) -> Answer {
        do {
            return try await send()
        } catch {
            forget(changedBy: error.redirects)
            throw error
        }
    }

    private func forget(
        at place: String, by method: HTTPRequest.Method, _ status: HTTPResponse.Status,
        _ headers: HTTPFields
    ) {
        guard !Self.safeMethods.contains(method), (200..<400).contains(status.code),
            let url = try? HTTPURL(place)
        else { return }
        remove(url)
        for name in [HTTPField.Name.location, .contentLocation] {
            guard let place = headers[name], let found = try? url.resolve(place) else { continue }
            // Behind what ends TLS, a server may call itself by `http`.
            let other = url.origin.scheme == "https" ? found.secured() ?? found : found
            if other.origin == url.origin { remove(other) }
        }
    }

    private static let safeMethods: Set<HTTPRequest.Method> = [.get, .head, .options, .trace]
}
