package import Posthorn

extension CurlSession: CookieKeepingTransport {
    /// The store of the configuration.
    package var cookieStore: CookieStore? { configuration.cookies }
}
