// What calls may have changed at the server (RFC 9111, section 4.4).
extension HTTPCache {
    /// Forgets what an unsafe method may have changed, at each place to which it was redirected too.
    func forget(
        changedBy request: TransportRequest, _ status: HTTPResponse.Status, _ headers: HTTPFields,
        _ hops: [RedirectHop]
    ) {
        // A method with a rule is taken for one that changes nothing.
        guard request.cache == nil, !Self.safeMethods.contains(request.method) else { return }
        for hop in hops { forget(at: hop.url, by: hop.method, hop.status, hop.headers) }
        guard let last = hops.last else {
            return forget(at: request.url, by: request.method, status, headers)
        }
        // What the last one led to has the method still, or was a GET.
        let isChanged = RedirectRule.changesMethod(last.method, last.status.code)
        forget(at: last.target, by: isChanged ? .get : last.method, status, headers)
    }

    /// Sends a request, and forgets what one that failed after a redirect may have changed.
    func forgetting<Answer: Sendable>(
        changesBy send: () async throws(TransportError) -> Answer
    ) async throws(TransportError) -> Answer {
        do {
            return try await send()
        } catch {
            for hop in error.redirects {
                forget(at: hop.url, by: hop.method, hop.status, hop.headers)
            }
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
