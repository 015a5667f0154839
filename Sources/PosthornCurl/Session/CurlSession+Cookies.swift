package import Posthorn

extension CurlSession: CookieKeepingTransport {
    /// The field that ``send(_:)`` would send now, over TLS if the host wants that.
    package func cookieField(for request: TransportRequest) -> String? {
        firstStep.cookieField(for: request)
    }

    /// The request as it would go out now.
    package func secured(_ request: TransportRequest) -> TransportRequest {
        firstStep.secured(request)
    }

    private var firstStep: RedirectLoop {
        RedirectLoop(.never, cookies: configuration.cookies, strict: configuration.strictTransport)
    }
}
