// Invalidation of responses by unsafe methods (RFC 9111, section 4.4).
extension HTTPCache {
    /// Removes the responses that an unsafe method may have changed, at each URL of its redirects too.
    func invalidate(changedBy request: TransportRequest, _ response: some CacheableResponse) async {
        // A method with a cache policy counts as safe.
        guard request.cache == nil, !Self.safeMethods.contains(request.method) else { return }
        await invalidate(changedBy: response.redirects)
        let last = response.redirects.last
        // The method at the last URL, which is GET if the redirect changed it.
        let isGET = last.map { RedirectRule.changesMethod($0.method, $0.status.code) } ?? false
        await invalidate(
            at: last?.target ?? request.url, by: isGET ? .get : last?.method ?? request.method,
            response.status, response.headers)
    }

    private func invalidate(changedBy hops: [RedirectPolicy.Hop]) async {
        for hop in hops { await invalidate(at: hop.url, by: hop.method, hop.status, hop.headers) }
    }

    /// Sends a request, and invalidates the URLs of its redirects if it fails.
    func invalidatingOnFailure<Response: Sendable>(
        changesBy send: () async throws(TransportError) -> Response
    ) async throws(TransportError) -> Response {
        do {
            return try await send()
        } catch {
            await invalidate(changedBy: error.redirects)
            throw error
        }
    }

    private func invalidate(
        at place: String, by method: HTTPRequest.Method, _ status: HTTPResponse.Status,
        _ headers: HTTPFields
    ) async {
        guard !Self.safeMethods.contains(method), (200..<400).contains(status.code),
            let url = try? HTTPURL(place)
        else { return }
        await remove(url)
        for name in [HTTPField.Name.location, .contentLocation] {
            guard let place = headers[name], let found = try? url.resolve(place) else { continue }
            // A server behind a TLS proxy may use `http` in its own URLs.
            let other = url.origin.scheme == "https" ? found.secured() ?? found : found
            if other.origin == url.origin { await remove(other) }
        }
    }

    private static let safeMethods: Set<HTTPRequest.Method> = [
        .get, .head, .options, .query, .trace,
    ]
}
