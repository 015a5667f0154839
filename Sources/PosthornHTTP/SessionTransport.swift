/// What the transports of this package offer to calls and caches, behind any number of wrappers.
package protocol SessionTransport: Transport, AnyObject {
    /// Returns a request as it will be sent, with stored cookies and with `https` for an HSTS host.
    ///
    /// A cache calls this method, because both determine which stored response matches. The default changes
    /// nothing.
    func prepared(_ request: TransportRequest) -> TransportRequest

    /// The download options that apply where a call sets none; by default those of `DownloadOptions()`.
    var downloadDefaults: DownloadOptions { get }

    /// How often all calls have been cancelled, as by `cancelAll()` of a `CurlSession`; 0 by default.
    ///
    /// A typed call whose count has changed since its start sends nothing more. That includes a first request
    /// after a credential was loaded, a retry, and a reconnection.
    var cancellationCount: Int { get }

    /// Whether the transport receives the endpoint of each typed call; `false` by default.
    var capturesCalls: Bool { get }
}

extension SessionTransport {
    package func prepared(_ request: TransportRequest) -> TransportRequest { request }
    package var downloadDefaults: DownloadOptions { DownloadOptions() }
    package var cancellationCount: Int { 0 }
    package var capturesCalls: Bool { false }
}

extension Transport {
    /// This transport, or the one inside of its wrappers, if it is one of this package.
    package var session: (any SessionTransport)? {
        var transport: any Transport = self
        while let wrapper = transport as? any TransportWrapper { transport = wrapper.wrapped }
        return transport as? any SessionTransport
    }
}
