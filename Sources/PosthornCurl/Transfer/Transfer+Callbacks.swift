import CCurl
import Glibc

// libcurl's callbacks. No Swift error crosses into C: a callback stores its error in the transfer and returns
// the value that ends the transfer.
extension Transfer {
    func setCallbacks(_ handle: EasyHandle) throws(TransportError) {
        try handle.set(CURLOPT_PRIVATE, handle.context)
        try handle.keepErrorText()
        try handle.set(CURLOPT_HEADERDATA, handle.context)
        try handle.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.with(context) { $0.receiveHeader(bytes, size * count) } ?? 0
        }
        try handle.set(CURLOPT_WRITEDATA, handle.context)
        try handle.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.with(context) { $0.receiveBody(bytes, size * count) } ?? 0
        }
        try handle.set(CURLOPT_PREREQDATA, handle.context)
        try handle.check(
            posthorn_setopt_prereq_callback(handle.raw) {
                context, address, local, port, localPort in
                let ends = Connection.Ends(
                    localPort: localPort, remoteAddress: address, remotePort: port)
                return Transfer.with(context) { $0.maySend(to: ends, from: local) }
                    ?? CURL_PREREQFUNC_ABORT
            }, CURLOPT_PREREQFUNCTION)
        try setSocketCallbacks(handle)
        try handle.set(CURLOPT_SSL_CTX_DATA, handle.context)
        try handle.check(
            posthorn_setopt_ssl_context_callback(handle.raw) { _, sslContext, context in
                guard let sslContext, let transfer = Transfer.from(context) else {
                    return CURLE_ABORTED_BY_CALLBACK
                }
                // libcurl sets the callback if an environment variable names a key log.
                OpenSSL.functions?.setKeyLog(sslContext, nil)
                return CertificateCheck.install(for: transfer, in: sslContext)
                    ? CURLE_OK : CURLE_ABORTED_BY_CALLBACK
            }, CURLOPT_SSL_CTX_FUNCTION)
    }

    private func setSocketCallbacks(_ handle: EasyHandle) throws(TransportError) {
        // The context is the session's, because a connection outlives the transfer that opened it.
        let connections = UnsafeRawPointer(Unmanaged.passUnretained(context.connections).toOpaque())
        try handle.set(CURLOPT_OPENSOCKETDATA, handle.context)
        try handle.check(
            posthorn_setopt_open_socket_callback(handle.raw) { context, _, address in
                guard let address, let transfer = Transfer.from(context),
                    transfer.mayConnect(to: address)
                else { return CURL_SOCKET_BAD }
                let place = address.pointee
                let type = place.socktype | Int32(SOCK_CLOEXEC.rawValue)
                let descriptor = socket(place.family, type, place.protocol)
                transfer.noteSocket(descriptor, errno, for: address)
                return descriptor
            }, CURLOPT_OPENSOCKETFUNCTION)
        try handle.set(CURLOPT_CLOSESOCKETDATA, connections)
        try handle.check(
            posthorn_setopt_close_socket_callback(handle.raw) { context, descriptor in
                if let context {
                    Unmanaged<Connections>.fromOpaque(context).takeUnretainedValue()
                        .closed(descriptor)
                }
                return close(descriptor)
            }, CURLOPT_CLOSESOCKETFUNCTION)
    }

    /// Lets libcurl send the body again from its start, if the request allows it.
    func setRewind(_ handle: EasyHandle) throws(TransportError) {
        guard request.isRepeatable || request.body?.isReplayable == false else { return }
        try handle.set(CURLOPT_SEEKDATA, handle.context)
        try handle.check(
            posthorn_setopt_seek_callback(handle.raw) { context, offset, origin in
                guard offset == 0, origin == SEEK_SET, let transfer = Transfer.from(context) else {
                    return CURL_SEEKFUNC_CANTSEEK
                }
                return transfer.rewind() ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
            }, CURLOPT_SEEKFUNCTION)
    }

    private func rewind() -> Bool {
        guard let body = request.body, request.isRepeatable, body.isReplayable else {
            attempt.failure = request.isRepeatable ? .bodyNotReplayable : notRepeated
            return false
        }
        reader = makeReader(body)
        submission.task.map { task in task.emit(.bodyRestarted(task.id)) }
        return true
    }

    static let read: posthorn_data_callback = { bytes, size, count, context in
        Transfer.from(context)?.sendBody(bytes, size * count) ?? Int(CURL_READFUNC_ABORT)
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context else { return nil }
        return EasyHandle.from(context).transfer
    }

    /// Calls a closure with the transfer of a callback, without reference counting.
    private static func with<Result>(
        _ context: UnsafeMutableRawPointer?, _ body: (Transfer) -> Result
    ) -> Result? {
        guard let context else { return nil }
        return Unmanaged<EasyHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { handle in
            handle.unheldTransfer.map { $0._withUnsafeGuaranteedRef(body) }
        }
    }

    /// Called just before the request is sent, on a new or a reused connection.
    ///
    /// libcurl repeats a request if a reused connection is closed before the response. This refuses the
    /// second attempt of a request that must not be sent twice.
    private func maySend(
        to ends: Connection.Ends, from localAddress: UnsafePointer<CChar>?
    ) -> Int32 {
        // libcurl forgets a pause if it has to connect again.
        if flow.isSuspended, attempt.sendCount == 0 || (request.isRepeatable && mayReadBodyAgain) {
            attempt.wasHeldBack = true
            return CURL_PREREQFUNC_ABORT
        }
        guard beginAttempt(), let handle else { return CURL_PREREQFUNC_ABORT }
        guard isServerChecked(handle) else {
            attempt.failure = .unchecked
            return CURL_PREREQFUNC_ABORT
        }
        leaveConnection()
        attempt.isReused = handle.number(CURLINFO_NUM_CONNECTS) == 0
        switch context.connections.begin(ends, handle, isReused: attempt.isReused) {
        case .unusable:
            attempt.foundStaleConnection = true
            return CURL_PREREQFUNC_ABORT
        case .unidentified:
            attempt.connectionDetails = nil
            if configuration.connection.unixSocket != nil { connection = attempt.opened }
            connection?.transferJoined()
            connection?.noteProtocol(of: handle)
        case .connection(let connection):
            self.connection = connection
            attempt.connectionDetails = connection.details(localAddress, handle)
        }
        if let connection {
            followLog(handle, connection)
            takeOverEnd(of: connection, handle)
        }
        if search != nil { dropSearch() }
        if phase != .exchanging { enter(.exchanging) }
        attempt.foundStaleConnection = false
        trust.question = nil
        noteActivity()
        submission.task?.countAttempt()
        return CURL_PREREQFUNC_OK
    }

    /// Counts an attempt to send the request; returns `false` if it must not be sent again.
    private func beginAttempt() -> Bool {
        attempt.sendCount += 1
        guard attempt.sendCount > 1 || isRefused() else { return true }
        if isRefused() {
            // libcurl repeats it at once. Aborting that would close its new connection, which many refused
            // requests can share.
            guard mayRepeat, !attempt.hasReadBody else { return false }
        } else {
            guard mayBeSentTwice else {
                attempt.failure = notRepeated
                return false
            }
            // The server may have refused the stream, which libcurl does not report.
            guard attempt.http2.connection == nil || mayRepeat else {
                attempt.failure = lostStream
                return false
            }
            history.wasSentBefore = true
        }
        if attempt.http2.connection != nil { history.hasRepeated = true }
        // Later reports of a refusal may concern the attempt on a reused connection.
        attempt.http2.noteRetry(isReused: attempt.isReused)
        return true
    }

    var notRepeated: TransportError {
        TransportError(
            .notRepeated,
            "the first attempt got no response, and a \(request.method.rawValue) is "
                + "not sent twice",
            advice: "ask the server what it did, or give the request an Idempotency-Key")
    }

    private var lostStream: TransportError {
        TransportError(
            .connectionLost,
            "the server refused the HTTP/2 stream, or closed its connection, without a response",
            advice: "call later, or see the server's log")
    }

    private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        if flow.refusesBytes { return Int(CURL_WRITEFUNC_PAUSE) }
        noteActivity()
        guard let bytes else { return count }
        var start = 0
        do throws(TransportError) {
            // Usually one line; libcurl joins trailers that arrived while the transfer was paused.
            repeat {
                let line = bytes + start
                let end = memchr(line, 0x0A, count - start)
                let length = end.map { $0 + 1 - UnsafeMutableRawPointer(line) } ?? count - start
                start += length
                guard try head.take(UnsafeRawBufferPointer(start: line, count: length)) else {
                    continue
                }
                if rejectsExpectation() { return 0 }
                if let task = submission.task { reportHead(to: task) }
                open()
                if endsAtHead() { return 0 }
                guard head.isComplete else { continue }
                // libcurl then drops the rest of the request's body.
                if head.status.code >= 300 { flow.uploadEnded() }
                if let known = head.takeCacheable() { parsedURL?.head = known }
                noteWholeResponse()
            } while start < count
            return count
        } catch {
            attempt.failure = error
            return 0
        }
    }

    private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        if flow.refusesBytes { return Int(CURL_WRITEFUNC_PAUSE) }
        guard head.isComplete else {
            attempt.failure = TransportError(.truncated, "the header block did not end")
            return 0
        }
        notePiece()
        let piece = UnsafeRawBufferPointer(start: bytes, count: count)
        if case .stream(_, let channel) = submission.delivery {
            guard push(piece, to: channel) else { return Int(CURL_WRITEFUNC_PAUSE) }
        } else {
            let limit = request.options.maximumResponseBytes ?? configuration.maximumBodyBytes
            guard body.count + count <= limit else {
                attempt.failure = .bodyTooLarge(limit)
                return 0
            }
            // A declared length never reserves more memory than the session allows.
            body.append(piece, expected: head.contentLength.map { min($0, limit) })
        }
        attempt.bodyCount += count
        attempt.hasLastChunk = false
        noteWholeResponse()
        // HTTP/2 transfers are not paused: a pause would be signalled to the server, and the connection's
        // streams take turns anyway.
        let largestShare = head.isMultiplexed ? .max : configuration.largestShare
        if flow.received(count, inIteration: context.iteration.number, largestShare: largestShare) {
            pauseForOthers()
        }
        return count
    }

    /// Adds bytes to the channel of a stream; returns `false` if it is full.
    private func push(_ piece: UnsafeRawBufferPointer, to channel: BodyChannel) -> Bool {
        let result = channel.push(piece, isUrgent: flow.takesHeldBytes)
        if result == .needsDelivery { context.iteration.undelivered.append(channel) }
        flow.offered(isTaken: result != .refused)
        return result != .refused
    }

    /// Pauses a transfer that has used up its share of the loop's iteration.
    ///
    /// From a fast server, libcurl reads up to a hundred buffers while all other transfers wait.
    private func pauseForOthers() {
        guard let handle else { return }
        context.iteration.paused.append(id)
        curl_easy_pause(handle.raw, CURLPAUSE_ALL)
    }

    private func sendBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        if flow.isSuspended { return Int(CURL_READFUNC_PAUSE) }
        do throws(TransportError) {
            guard reader != nil else { return 0 }
            attempt.hasReadBody = true
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: count)
            noteActivity()
            let read = try reader?.read(into: buffer)
            flow.asked(hasBytes: read != nil)
            return read ?? Int(CURL_READFUNC_PAUSE)
        } catch {
            attempt.failure = error
            return Int(CURL_READFUNC_ABORT)
        }
    }
}
