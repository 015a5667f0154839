package import Posthorn

extension CurlSession: CookieKeepingTransport {
    /// The field that ``send(_:)`` would send now, over TLS if the host wants that.
    package func cookieField(for request: TransportRequest) -> String? {
        RedirectLoop(
            .never, cookies: configuration.cookies, strict: configuration.strictTransport
        ).cookieField(for: request)
    }
}
