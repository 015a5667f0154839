extension CurlSession {
    /// Throws if the request needs a client certificate, and the session has none for its host.
    func checkIdentity(for request: TransportRequest) throws(TransportError) {
        guard request.options.needsIdentity else { return }
        let identities = Array(configuration.connection.identities.keys)
        guard let url = try? HTTPURL(request.url), url.origin.scheme == "https",
            try TrustRules.table(identities)[url.origin.host] != nil
        else {
            throw .invalidRequest(
                "the call needs a client certificate, and the session has none for the host",
                "give the session one in ConnectionOptions.identities, and call the host with https"
            )
        }
    }
}
