import CCurl
import FoundationEssentials
import Posthorn

extension Transfer {
    /// What the handle's options have to be set for; `nil` if they can't serve another request.
    var setup: HandleSetup? {
        guard submission.task == nil, !isSingleUse, !wasStartedAfresh, !isReadWhileSent,
            request.headers[.expect] == nil, request.options.localInterface == nil,
            request.options.priority == nil,
            let method = HandleSetup.Method(request.method)
        else { return nil }
        return HandleSetup(
            method: method, hasBody: sentBody != nil,
            security: isSecure ? 1 + identityNumber : 0, buffer: buffer)
    }

    private var buffer: HandleSetup.Buffer {
        if case .stream = submission.answer { return .stream }
        return parsedURL?.hasLargeAnswers == true ? .large : .small
    }

    /// Sets the options of a handle that are not as the transfer needs them.
    func configure(_ handle: EasyHandle, for setup: HandleSetup?) throws(TransportError) {
        let body = sentBody
        if setup == nil || handle.setup != setup {
            handle.reset()
            try setPolicy(handle)
            try setMethod(handle, body)
            try setCallbacks(handle)
            if submission.task != nil || request.options.priority != nil { try setWishes(handle) }
            // Refused while the handle still has the buffer of a transfer that was cut short. It
            // serves as well with that one, but is not what its setup would say.
            let code = posthorn_setopt_long(handle.raw, CURLOPT_BUFFERSIZE, buffer.rawValue)
            handle.setup = code == CURLE_OK ? setup : nil
            // Over TLS libcurl puts even a head into this one, new for each request: 64 KiB unless it is told
            // otherwise, which malloc gives back to the system each time, and takes again.
            if !isReadWhileSent {
                try handle.set(CURLOPT_UPLOAD_BUFFERSIZE, body == nil ? 16 << 10 : 32 << 10)
            }
        }
        handle.transfer = self
        handle.clearErrorText()
        try handle.set(url: submission.request.url, parsedURL)
        // Asked for in a field of ours: libcurl would unpack what it asks for itself, take what was
        // cut for complete, and know no limit.
        try handle.set(
            HeaderFields(
                fields: sentHeaders, host: hostLine, hasBody: body != nil,
                unpacks: context.configuration.decompresses
                    && submission.request.takesUnpacked(for: submission.task)),
            userAgent: context.configuration.userAgent)
        try setTimeLimits(handle)
        if let body { try setBody(handle, body) }
    }

    /// What `Host` says, where its line would come first as libcurl's own does: with a proxy, or with
    /// chunks, libcurl writes other lines before all of ours.
    private var hostLine: String? {
        context.hasProxy || isReadWhileSent ? nil : parsedURL?.host
    }

    private func setMethod(_ handle: EasyHandle, _ body: HTTPBody?) throws(TransportError) {
        switch (request.method, body) {
        case (.get, nil): try handle.set(CURLOPT_HTTPGET, true)
        case (.head, nil): try handle.set(CURLOPT_NOBODY, true)
        case (let method, let body):
            if body != nil { try handle.set(CURLOPT_POST, true) }
            try handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    /// The body; an empty one where the method has one by nature, so that its length is said (RFC
    /// 9110, section 8.6).
    private var sentBody: HTTPBody? {
        if request.body != nil || request.method == .get { return request.body }
        return switch request.method {
        case .post, .put, .patch: HTTPBody(Data())
        default: nil
        }
    }

    /// Whether libcurl asks for the body piece by piece, and never has it as a whole.
    ///
    /// It sends a small one together with the header block, in one write.
    private var isReadWhileSent: Bool {
        guard let body = request.body else { return false }
        // In this order: a body of several pieces is put together to be had as a whole.
        return body.count ?? .max > Self.inlineLimit || body.data == nil
    }

    private static let inlineLimit = 60 << 10

    private func setBody(_ handle: EasyHandle, _ body: HTTPBody) throws(TransportError) {
        if sentHeaders[.expect] != nil {
            try handle.set(
                CURLOPT_EXPECT_100_TIMEOUT_MS, request.limits.expectContinue.milliseconds)
        }
        // -1, a length that is not known, makes libcurl send chunks.
        try handle.set(offset: CURLOPT_POSTFIELDSIZE_LARGE, body.count ?? -1)
        if !isReadWhileSent, let data = body.data {
            let bytes = PinnedBytes(data)
            try handle.set(CURLOPT_POSTFIELDS, bytes.address)
            inlineBody = consume bytes
        } else {
            reader = makeReader(body)
            try handle.set(CURLOPT_READFUNCTION, Self.read)
            try handle.set(CURLOPT_READDATA, handle.context)
            try setRewind(handle)
        }
    }

    /// Whether the handle may keep its options after a transfer that has its response: they are known,
    /// and the transfer went as it should.
    ///
    /// libcurl counts its own retries by the handle and gives up after five of them; nothing but
    /// taking the options back sets that number to zero.
    var leavesNothingBehind: Bool {
        handle?.setup != nil && attempts <= 1 && !isCutAfterHead && sentAfterAnswer == nil
    }

    /// Takes back from a handle that goes on what was for this transfer alone: a small body, and the
    /// wish for libcurl's log.
    func dropOwn(_ handle: EasyHandle) {
        if http2Connection != nil { posthorn_setopt_long(handle.raw, CURLOPT_VERBOSE, 0) }
        guard inlineBody != nil else { return }
        _ = posthorn_setopt_pointer(handle.raw, CURLOPT_POSTFIELDS, nil)
        inlineBody = nil
    }

    func makeReader(_ body: HTTPBody) -> BodyReader {
        BodyReader(body) { [loop = submission.loop, id] in loop.post(.resume(id)) }
    }

    // libcurl 7.88.1 switches a connection with prior knowledge to HTTP/2 once more for each further
    // request, and breaks it.
    // A Unix socket has no port by which its connections could be told from each other.
    private var isSingleUse: Bool {
        configuration.httpVersion == .http2PriorKnowledge
            || configuration.connection.unixSocket != nil || hasOwnTrust
    }

    /// Whether libcurl closes the connection after the transfer, however that ends.
    var closesConnection: Bool { isSingleUse || configuration.idleConnections == 0 }

    /// Whether libcurl may have it wait to see whether it can share another's connection.
    var mayWaitForConnection: Bool {
        configuration.httpVersion == .automatic && isSecure && !hasOwnTrust
    }

    /// What is fixed by the session, and what closes libcurl's gaps.
    private func setPolicy(_ handle: EasyHandle) throws(TransportError) {
        try handle.set(CURLOPT_NOSIGNAL, true)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_FOLLOWLOCATION, false)
        try handle.set(CURLOPT_PATH_AS_IS, true)
        try setConnection(handle)
        try handle.set(CURLOPT_NETRC, 0)
        // Without it, ending a transfer waits for its resolver thread, and the whole loop with it.
        try handle.set(CURLOPT_QUICK_EXIT, true)
        // Where HTTP/2 can't come, waiting to learn whether it does would hold up all but the first.
        try handle.set(CURLOPT_PIPEWAIT, mayWaitForConnection)
        try handle.set(CURLOPT_FRESH_CONNECT, needsNewConnection || isSingleUse)
        try handle.set(CURLOPT_FORBID_REUSE, closesConnection)
        try handle.set(CURLOPT_MAXAGE_CONN, configuration.wholeIdleTime)
        // Over HTTP/2 others would join a connection of the task's own while it is open.
        let version =
            hasOwnTrust ? SessionConfiguration.HTTPVersion.http1 : configuration.httpVersion
        try handle.set(CURLOPT_HTTP_VERSION, version.option)
        try setTrust(handle)
        try setIdentity(handle)
    }

    private func setTimeLimits(_ handle: EasyHandle) throws(TransportError) {
        let timeouts = submission.request.limits
        var (total, connect) = (timeouts.total, timeouts.connect)
        if hasWaited {
            let now = ContinuousClock.now
            total = Self.remaining(total, since: start, now)
            connect = Self.remaining(connect, since: turn, now)
        }
        if let set = handle.timeLimits, set == (total, connect) { return }
        try handle.set(CURLOPT_TIMEOUT_MS, total?.milliseconds ?? 0)
        // 0 would be libcurl's own limit of 300 seconds.
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, connect?.milliseconds ?? Int(Int32.max))
        handle.timeLimits = (total, connect)
    }

    /// What is left of a limit.
    private static func remaining(
        _ limit: Duration?, since beginning: ContinuousClock.Instant, _ now: ContinuousClock.Instant
    ) -> Duration? {
        limit.map { max(.milliseconds(1), $0 - (now - beginning)) }
    }
}

extension SessionConfiguration.HTTPVersion {
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
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        let whole = min(seconds, Int64(Int32.max / 1000) - 1)
        return Int(whole * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
