import CCurl

extension Transfer {
    /// The proxy of the request; `nil` if its host bypasses it.
    var proxy: ProxyRules.Server? {
        guard context.hasProxy, !bypassesProxy else { return nil }
        let rules = configuration.connection.proxies
        return isSecure ? rules.https : rules.http
    }

    func setConnection(_ handle: EasyHandle) throws(TransportError) {
        let options = configuration.connection
        try setProxy(handle)
        if let path = options.unixSocket { try handle.set(CURLOPT_UNIX_SOCKET_PATH, path) }
        if !context.overrides.places.isEmpty { try setOverrides(handle) }
        if let interface = request.options.localInterface ?? options.localInterface {
            try handle.set(CURLOPT_INTERFACE, interface)
        }
        switch options.addressFamily {
        case .any: break
        case .ipv4: try handle.set(CURLOPT_IPRESOLVE, posthorn_resolve_ipv4)
        case .ipv6: try handle.set(CURLOPT_IPRESOLVE, posthorn_resolve_ipv6)
        }
        // Always set, because OpenSSL's configuration file may allow older versions.
        let version =
            options.requiresTLS13 ? posthorn_tls_version_1_3 : posthorn_tls_version_1_2
        try handle.set(CURLOPT_SSLVERSION, version)
        // The maximum version distinguishes a proxy's handshake from the server's (`CertificateCheck`).
        try handle.set(CURLOPT_PROXY_SSLVERSION, version | posthorn_tls_newest_1_3)
        if let time = options.keepAlive {
            let seconds = max(1, Int(time.components.seconds))
            try handle.set(CURLOPT_TCP_KEEPALIVE, true)
            try handle.set(CURLOPT_TCP_KEEPIDLE, seconds)
            try handle.set(CURLOPT_TCP_KEEPINTVL, seconds)
        }
        try setRates(handle, options)
    }

    private func setProxy(_ handle: EasyHandle) throws(TransportError) {
        // Explicitly empty, because otherwise libcurl would use the environment's proxies. It would also read
        // `no_proxy` for each request, while another thread may change the environment.
        try handle.set(CURLOPT_NOPROXY, "")
        try handle.set(CURLOPT_PROXY, proxy?.description ?? "")
        guard let proxy else { return }
        try handle.set(CURLOPT_PROXYUSERNAME, proxy.credentials?.user)
        try handle.set(CURLOPT_PROXYPASSWORD, proxy.credentials?.password)
        // The response to CONNECT is not the response to the request.
        try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        guard proxy.kind == .https else { return }
        try setAuthorities(
            handle, proxyPeer?.policy ?? 0, file: CURLOPT_PROXY_CAINFO,
            folder: CURLOPT_PROXY_CAPATH)
    }

    private var isAtProxysHandshake: Bool {
        guard let handle, let check, check.peer.proxy != nil else { return false }
        return handle.offset(CURLINFO_APPCONNECT_TIME_T) == 0
    }

    /// Whether libcurl connects to another host than that of the URL, with an HTTP proxy through a tunnel.
    private var isOverridden: Bool {
        (try? HTTPURL(request.url)).map { context.overrides[$0.origin.host] != nil } ?? false
    }

    private func setOverrides(_ handle: EasyHandle) throws(TransportError) {
        var list = LineList()
        for (host, place) in context.overrides.places {
            // Without ports, so that every port is kept.
            try list.append("\(host)::\(place):")
        }
        try handle.set(CURLOPT_CONNECT_TO, list.raw.map { UnsafeRawPointer($0) })
        handle.overrides = consume list
    }

    private func setRates(
        _ handle: EasyHandle, _ options: ConnectionOptions
    ) throws(TransportError) {
        if let rate = options.maximumDownloadRate {
            try handle.set(offset: CURLOPT_MAX_RECV_SPEED_LARGE, rate)
        }
        if let rate = options.maximumUploadRate {
            try handle.set(offset: CURLOPT_MAX_SEND_SPEED_LARGE, rate)
        }
        if let rate = options.minimumRate {
            try handle.set(CURLOPT_LOW_SPEED_LIMIT, rate)
            let time = options.minimumRateTime.components.seconds
            try handle.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(time)))
        }
    }

    /// The error for a failure at a proxy; `nil` if no proxy is involved.
    func proxyFailure(_ code: CURLcode, _ handle: EasyHandle) -> TransportError? {
        guard let proxy, handle.offset(CURLINFO_PRETRANSFER_TIME_T) == 0 else { return nil }
        let status = handle.number(CURLINFO_HTTP_CONNECTCODE)
        var advice =
            status >= 300 && status != 407 && isOverridden
            ? "let the proxy open tunnels to this port, or leave the host out of hostOverrides"
            : "check the proxy's kind, host, port and credentials"
        let message: String
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: message = "its name has no address"
        case _ where status == 407: message = "it wants credentials (status 407)"
        case _ where status >= 300: message = "it responded to CONNECT with the status \(status)"
        case CURLE_COULDNT_CONNECT:
            message = "it can't be reached, or did not connect to the host"
        case _ where check?.peer.proxy != nil && requestedIdentity(code) != nil:
            message = "it " + (requestedIdentity(code)?.what ?? "")
            advice = requestedIdentity(code)?.advice ?? advice
        case CURLE_PROXY: message = "it did not connect to the host"
        case _ where isAtProxysHandshake:
            guard code == CURLE_PEER_FAILED_VERIFICATION else {
                message = "the TLS handshake with it failed"
                break
            }
            return self.failure(
                .untrusted(
                    "the certificate of the proxy \(proxy) is not for the host \(proxy.host)"))
        case CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY,
            CURLE_OUT_OF_MEMORY:
            message = "it closed the connection, or did not speak its protocol"
        default: return nil
        }
        return TransportError(
            .proxyFailed, "the proxy \(proxy) failed: \(message)", advice: advice,
            libraryCode: Int(code.rawValue), isSafeToRetry: true)
    }
}
