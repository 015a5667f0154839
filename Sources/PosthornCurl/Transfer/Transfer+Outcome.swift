import CCurl

extension Transfer {
    func outcome(_ code: CURLcode) -> Submission.Outcome {
        guard let handle else { return .failure(.truncated("the transfer has no handle")) }
        if let failure = attempt.failure { return .failure(failure) }
        if let refusal = refusal(code) { return .failure(refusal) }
        if attempt.foundStaleConnection {
            return .failure(
                TransportError(
                    .connectionLost, "every connection had unsolicited data before the request",
                    isSafeToRetry: true))
        }
        if code != CURLE_OK { noteCutRedirect(code) }
        guard code == CURLE_OK || attempt.isCutAfterHead || hasWholeResponse else {
            return .failure(failure(code, handle))
        }
        // libcurl reports success if the connection ends within the header block.
        guard head.isComplete else {
            return .failure(.truncated("the connection ended inside the header block"))
        }
        let bodyIntegrity = bodyIntegrity
        if bodyIntegrity == .length, head.hasBody(request.method), !isOpened,
            !attempt.isCutAfterHead, let length = head.contentLength, length != body.count
        {
            return .failure(.truncated("\(body.count) of \(length) bytes arrived"))
        }
        if bodyIntegrity == .unverified, !attempt.isCutAfterHead, let doubt = doubtfulEnd {
            return .failure(doubt)
        }
        if body.count >= Self.largeBody { parsedURL?.hasLargeResponses = true }
        let response = TransportResponse(
            status: head.status, headers: head.headers, body: body.take(), trailers: head.trailers,
            bodyIntegrity: bodyIntegrity, metrics: metrics(handle))
        return .success(response)
    }

    /// Tells the caller how to open the complete response, and whether it is a redirect.
    func noteResponse() {
        submission.needsOpening = head.needsOpening
        if RedirectRule.isRedirect(head.status.code, head.headers) { noteRedirect() }
    }

    /// Gives the head to the caller of a stream once it is received.
    func open() {
        guard head.isComplete, !isOpened,
            case .stream(let caller, _) = submission.delivery
        else { return }
        submission.isOpened = true
        if RedirectRule.isRedirect(head.status.code, head.headers) { noteRedirect() }
        caller.resume(returning: .success(transportHead))
    }

    private static let largeBody = 128 << 10

    /// Records that a plain call may follow a redirect, so that the loop does not end before.
    ///
    /// The session itself waits for tasks.
    private func noteRedirect() {
        guard submission.task == nil, !report.hasRedirect else { return }
        report.hasRedirect = true
        submission.noteRedirect(since: start.onContinuousClock)
        context.pendingRedirects += 1
    }

    var transportHead: TransportResponse {
        TransportResponse(head: head.status, head.headers, bodyIntegrity)
    }

    /// The evidence that the body is complete, once it is received.
    var bodyIntegrity: TransportResponse.BodyIntegrity {
        let isCut =
            attempt.isCutAfterHead && head.hasBody(request.method) && head.contentLength != 0
        return isCut ? .unverified : head.bodyIntegrity(of: request.method)
    }

    private func failure(_ code: CURLcode, _ handle: EasyHandle) -> TransportError {
        if code == CURLE_COULDNT_CONNECT, !attempt.hasAllowedAddress,
            var refusal = attempt.refusedAddress?.error
        {
            refusal.isSafeToRetry = !history.wasSentBefore
            return refusal
        }
        if code == CURLE_COULDNT_CONNECT, attempt.lacksSockets {
            var failure = TransportError.noSocket
            failure.isSafeToRetry = !history.wasSentBefore
            return failure
        }
        if let failure = proxyFailure(code, handle) { return failure }
        let wasSent = history.wasSentBefore || handle.offset(CURLINFO_PRETRANSFER_TIME_T) > 0
        if code == CURLE_OPERATION_TIMEDOUT { return timeout(handle, wasSent) }
        if var failure = identityFailure(code) {
            failure.isSafeToRetry = !wasSent
            return failure
        }
        // libcurl compares the names of a certificate that is otherwise valid.
        if code == CURLE_PEER_FAILED_VERIFICATION, let check, check.isValid {
            return self.failure(
                .untrusted("the server's certificate is not for the host \(host ?? "")"))
        }
        // After the request is sent, these codes concern the status line of the response, not the request.
        if wasSent, code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_BAD_FUNCTION_ARGUMENT {
            return TransportError(CURLE_WEIRD_SERVER_REPLY)
        }
        var error = violation(code, handle) ?? http2Failure(code) ?? TransportError(code)
        if code == CURLE_PARTIAL_FILE, error.code == .truncated, let length = head.contentLength {
            error.message = "\(handle.offset(CURLINFO_SIZE_DOWNLOAD_T)) of \(length) bytes arrived"
        }
        error.isSafeToRetry = !wasSent
        return error
    }

    private func timeout(_ handle: EasyHandle, _ wasSent: Bool) -> TransportError {
        let isConnecting = handle.offset(CURLINFO_PRETRANSFER_TIME_T) == 0
        let total = limits.total
        var error = TransportError(CURLE_OPERATION_TIMEDOUT)
        if isConnecting, let connect = limits.connect, connect <= total ?? connect {
            error.message = "no connection within \(connect.text)"
            error.advice = "see whether the server is reachable, or raise the connect timeout"
        } else if let rate = configuration.connection.minimumRate,
            total.map({ (handle.time(CURLINFO_TOTAL_TIME_T) ?? .zero) < $0 }) ?? true
        {
            error.message =
                "fewer than \(rate) bytes a second moved for "
                + configuration.connection.minimumRateTime.text
            error.advice = "lower the session's minimumRate if the server may be so slow"
        } else if let total {
            error.message = "no complete response within \(total.text)"
            error.advice = "raise the timeout if the call is meant to take that long"
        }
        error.isSafeToRetry = !wasSent
        return error
    }

    func metrics(_ handle: EasyHandle) -> TransportMetrics {
        TransportMetrics(
            nameResolved: attempt.isReused ? nil : handle.time(CURLINFO_NAMELOOKUP_TIME_T),
            connected: attempt.isReused ? nil : handle.time(CURLINFO_CONNECT_TIME_T),
            secured: attempt.isReused ? nil : handle.time(CURLINFO_APPCONNECT_TIME_T),
            firstByte: handle.time(CURLINFO_STARTTRANSFER_TIME_T),
            total: handle.time(CURLINFO_TOTAL_TIME_T) ?? .zero, httpVersion: head.httpVersion,
            isConnectionReused: attempt.isReused,
            // A body sent together with the head is included in the head's size.
            bytesSent: handle.number(CURLINFO_REQUEST_SIZE)
                + (reader == nil ? 0 : handle.offset(CURLINFO_SIZE_UPLOAD_T)),
            bytesReceived: head.byteCount + attempt.bodyCount, known: attempt.connectionDetails)
    }
}
