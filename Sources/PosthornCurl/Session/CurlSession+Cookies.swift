public import Posthorn

extension CurlSession {
    /// The request with the cookies that ``send(_:)`` would send now, over TLS if the host wants that.
    public func prepared(_ request: TransportRequest) -> TransportRequest {
        guard configuration.cookies != nil || configuration.strictTransport != nil else {
            return request
        }
        return RedirectLoop(
            .never, cookies: configuration.cookies, strict: configuration.strictTransport
        ).prepared(request)
    }
}
