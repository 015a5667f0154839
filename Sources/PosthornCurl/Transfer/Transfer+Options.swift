import CCurl
import FoundationEssentials

extension Transfer {
    /// The option set that the handle's options need; `nil` if they can't serve another request.
    var optionSet: HandleOptionSet? {
        guard submission.task == nil, !isSingleUse, !history.wasRestarted, !isReadWhileSent,
            request.headers[.expect] == nil, request.options.localInterface == nil,
            request.options.priority == nil
        else { return nil }
        return HandleOptionSet(
            method: request.method, hasBody: sentBody != nil,
            security: security, bypassesProxy: bypassesProxy,
            buffer: buffer)
    }

    private var buffer: HandleOptionSet.Buffer {
        if case .stream = submission.delivery { return .stream }
        return parsedURL?.hasLargeResponses == true ? .large : .small
    }

    /// Sets the options in which the handle differs from the transfer's needs.
    func configure(_ handle: EasyHandle, for optionSet: HandleOptionSet?) throws(TransportError) {
        let body = sentBody
        if optionSet == nil || handle.optionSet != optionSet {
            handle.reset()
            try setPolicy(handle)
            try setMethod(handle, body)
            try setCallbacks(handle)
            if submission.task != nil || request.options.priority != nil {
                try setTaskOptions(handle)
            }
            // libcurl rejects the new size while the handle has the buffer of an interrupted transfer. The
            // old buffer works too, but the option set does not describe it.
            let code = posthorn_setopt_long(handle.raw, CURLOPT_BUFFERSIZE, buffer.rawValue)
            handle.optionSet = code == CURLE_OK ? optionSet : nil
            try handle.set(CURLOPT_UPLOAD_BUFFERSIZE, uploadBuffer(body))
        }
        handle.transfer = self
        handle.clearErrorText()
        try handle.set(url: submission.request.url, parsedURL)
        // `Accept-Encoding` is set as a plain field. libcurl's own decompression would accept truncated data
        // and has no size limit.
        try handle.set(
            HeaderFields(
                fields: sentHeaders, host: hostLine, hasBody: body != nil,
                decompresses: context.configuration.decompresses
                    && submission.request.wantsDecompression(for: submission.task)),
            userAgent: context.configuration.userAgent)
        try setTimeLimits(handle)
        if let body { try setBody(handle, body) }
    }

    /// The `Host` field, if it can be the first line as libcurl writes it.
    ///
    /// With a proxy or a chunked body, libcurl writes other lines first.
    private var hostLine: String? { context.hasProxy || isReadWhileSent ? nil : parsedURL?.host }

    private func setMethod(_ handle: EasyHandle, _ body: HTTPBody?) throws(TransportError) {
        switch (request.method, body) {
        case (.get, nil): try handle.set(CURLOPT_HTTPGET, true)
        case (.head, nil): try handle.set(CURLOPT_NOBODY, true)
        case (let method, let body):
            if body != nil { try handle.set(CURLOPT_POST, true) }
            try handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    /// The body to send.
    ///
    /// Methods that usually have a body get an empty one, so that its length is sent (RFC 9110, section 8.6).
    private var sentBody: HTTPBody? {
        if request.body != nil || request.method == .get { return request.body }
        return switch request.method {
        case .post, .put, .patch: HTTPBody(Data())
        default: nil
        }
    }

    /// Whether libcurl reads the body piece by piece.
    ///
    /// A small body is sent together with the header block, in one write.
    private var isReadWhileSent: Bool {
        guard let body = request.body else { return false }
        // The size is checked first, because `data` joins a body of several pieces.
        return body.count ?? .max > Self.inlineLimit || body.data == nil
    }

    private static let inlineLimit = 60 << 10

    private func uploadBuffer(_ body: HTTPBody?) -> Int {
        if isReadWhileSent {
            // Each buffer costs a read and a write. After each one, a rate limit pauses the transfer.
            let isLarge = body?.count ?? 0 >= 1 << 20
            return isLarge && !configuration.connection.limitsRate ? 256 << 10 : 64 << 10
        }
        // Over TLS, libcurl copies even a head to this buffer, allocated for each request. The default of
        // 64 KiB would be returned to the system each time.
        return body == nil ? 16 << 10 : 32 << 10
    }

    private func setBody(_ handle: EasyHandle, _ body: HTTPBody) throws(TransportError) {
        if sentHeaders[.expect] != nil {
            try handle.set(
                CURLOPT_EXPECT_100_TIMEOUT_MS, limits.expectContinue.milliseconds)
        }
        // The length -1 (unknown) makes libcurl use chunked transfer coding.
        try handle.set(offset: CURLOPT_POSTFIELDSIZE_LARGE, body.count ?? -1)
        if !isReadWhileSent, let data = body.data {
            try handle.set(bodyCopy: data)
        } else {
            reader = makeReader(body)
            try handle.set(CURLOPT_READFUNCTION, Self.read)
            try handle.set(CURLOPT_READDATA, handle.context)
            try setRewind(handle)
        }
    }

    /// Whether the handle may keep its options after the transfer.
    ///
    /// The option set must be known, and the transfer must have gone without retries: libcurl counts its retries
    /// per handle, gives up after five, and resets the count only with the options.
    var isHandleReusable: Bool {
        handle?.optionSet != nil && attempt.sendCount <= 1 && !attempt.isCutAfterHead
            && !attempt.hasEarlyResponse
    }

    /// Removes the transfer's own state from a handle that is reused: a small body, and libcurl's log.
    func dropOwn(_ handle: EasyHandle) {
        if attempt.http2.connection != nil { posthorn_setopt_long(handle.raw, CURLOPT_VERBOSE, 0) }
        // Frees libcurl's copy of the body.
        if sentBody != nil { posthorn_setopt_pointer(handle.raw, CURLOPT_POSTFIELDS, nil) }
    }

    func makeReader(_ body: HTTPBody) -> BodyReader {
        BodyReader(body) { [loop = submission.loop, id] in loop.post(.resume(id)) }
    }

    // Connections to a Unix domain socket have no port to identify them.
    private var isSingleUse: Bool {
        configuration.needsConnectionPerRequest
            || configuration.connection.unixSocket != nil || hasOwnTrust
    }

    var closesConnection: Bool {
        !endsConnection && (isSingleUse || configuration.idleConnections == 0)
    }

    /// Whether libcurl may wait to learn whether the transfer can share another's connection.
    var mayWaitForConnection: Bool {
        configuration.httpVersion == .automatic && isSecure && !hasOwnTrust
    }

    /// Sets the session's fixed options, and those that make libcurl stricter.
    private func setPolicy(_ handle: EasyHandle) throws(TransportError) {
        try handle.set(CURLOPT_NOSIGNAL, true)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_FOLLOWLOCATION, false)
        try handle.set(CURLOPT_PATH_AS_IS, true)
        try setConnection(handle)
        try handle.set(CURLOPT_NETRC, 0)
        // Without this option, ending a transfer waits for its resolver thread and blocks the loop.
        try handle.set(CURLOPT_QUICK_EXIT, true)
        // Without HTTP/2, waiting would only delay all transfers but the first.
        try handle.set(CURLOPT_PIPEWAIT, mayWaitForConnection)
        try handle.set(CURLOPT_FRESH_CONNECT, history.needsNewConnection || isSingleUse)
        try handle.set(CURLOPT_FORBID_REUSE, closesConnection)
        try handle.set(CURLOPT_MAXAGE_CONN, configuration.wholeIdleTime)
        if let lifetime = configuration.connection.maximumLifetime {
            try handle.set(
                CURLOPT_MAXLIFETIME_CONN, SessionConfiguration.wholeSeconds(lifetime))
        }
        // With HTTP/2, other transfers would share the task's own connection while it is open.
        let version =
            hasOwnTrust ? SessionConfiguration.HTTPVersionPolicy.http1 : configuration.httpVersion
        try handle.set(CURLOPT_HTTP_VERSION, version.option)
        try setTrust(handle)
        try setIdentities(handle)
    }

    private func setTimeLimits(_ handle: EasyHandle) throws(TransportError) {
        let nameLifetime = context.network.nameLifetime
        if handle.nameLifetime != nameLifetime {
            try handle.set(CURLOPT_DNS_CACHE_TIMEOUT, nameLifetime)
            handle.nameLifetime = nameLifetime
        }
        var (total, connect) = (limits.total, limits.connect)
        if history.hasWaited {
            let now = LoopInstant.now
            total = Self.remaining(total, since: start, now)
            connect = Self.remaining(connect, since: admission, now)
        }
        if let set = handle.timeLimits, set == (total, connect) { return }
        try handle.set(CURLOPT_TIMEOUT_MS, total?.milliseconds ?? 0)
        // 0 would mean libcurl's default of 300 seconds.
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, connect?.milliseconds ?? Int(Int32.max))
        handle.timeLimits = (total, connect)
    }

    private static func remaining(
        _ limit: Duration?, since beginning: LoopInstant, _ now: LoopInstant
    ) -> Duration? {
        limit.map { max(.milliseconds(1), $0 - (now - beginning)) }
    }
}

extension SessionConfiguration.HTTPVersionPolicy {
    fileprivate var option: Int {
        switch self {
        case .automatic: posthorn_http_version_2tls
        case .http1: posthorn_http_version_1_1
        case .http2PriorKnowledge: posthorn_http_version_2_prior_knowledge
        }
    }
}

extension Duration {
    /// The duration in milliseconds, rounded up and within an `Int32`.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        let whole = min(seconds, Int64(Int32.max / 1000) - 1)
        return Int(whole * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
