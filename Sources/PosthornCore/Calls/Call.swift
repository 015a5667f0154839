import FoundationEssentials

/// The steps of a call, in their order.
///
/// Steps that only some calls need are functions of their own, which the common path does not enter.
enum Call {
    /// Runs a call whose response is collected, streamed or written to a file.
    ///
    /// - Parameters:
    ///   - configuration: The service's configuration, passed on because each access copies it.
    ///   - adjust: Changes the built request.
    ///   - decode: Creates the output from a valid response.
    static func run<E: EndpointRequest, Output>(
        _ endpoint: E, of service: some APIService, _ configuration: ClientConfiguration,
        _ exchange: inout Exchange, adjust: (inout Exchange) throws -> Void = { _ in },
        decode: (inout Exchange) async throws -> Output
    ) async throws(E.Failure) -> Output {
        do {
            try Task.checkCancellation()
            // resolve, build
            if configuration.hasProviders {
                let resolved = try await service.resolved()
                try exchange.build(endpoint, of: resolved, resolved.configuration)
            } else {
                try exchange.build(endpoint, of: service, configuration)
            }
            try adjust(&exchange)
            // retry
            let built = exchange.retries == nil ? nil : Box(exchange.request)
            while true {
                if let built { exchange.beginAttempt(of: built.value) }
                do {
                    // middleware, around the steps from authorize to open
                    if exchange.middleware.isEmpty {
                        try await attempt(&exchange)
                    } else {
                        try await intercepting(&exchange)
                    }
                    // validate
                    if exchange.hasRefusedStatus { try await refuse(&exchange) }
                    exchange.enter(.validating)
                    // decode
                    let output = try await decode(&exchange)
                    if let built { exchange.retries?.succeeded(built.value) }
                    return output
                } catch {
                    guard let built else { throw error }
                    try await exchange.waitForRetry(of: built.value, after: error)
                }
            }
        } catch {
            do { return try await useFallback(for: error, &exchange, decode) } catch {
                throw await exchange.end(with: error)
            }
        }
    }

    /// Runs one attempt: the steps from the credential to the opened response.
    ///
    /// The response is opened before it is validated, so that a sealed 4xx response is readable.
    static func attempt(_ exchange: inout Exchange) async throws {
        guard exchange.hedging == nil else { return try await hedging(&exchange) }
        // authorize
        var credentials: [any RenewableCredential] = []
        if exchange.request.auth != nil { credentials = try await authorize(&exchange) }
        defer { for credential in credentials { credential.end() } }
        exchange.notifier?.notify(.built(exchange.request))
        while true {
            // redirect, seal, send; the transport follows the redirects of a call that is not sealed
            do {
                if exchange.isSealed {
                    try await redirecting(&exchange)
                } else {
                    try await transfer(&exchange)
                }
            } catch let error as TransportError {
                try renewLostProof(&credentials, after: error, &exchange)
                continue
            }
            // Once for each: the response to the last request is that of the call.
            if exchange.tokenSource != nil { credentials = exchange.sentToken() }
            if !credentials.isEmpty, try await renew(&credentials, &exchange) { continue }
            // open
            if exchange.boxedCipher != nil { try await open(&exchange) }
            guard exchange.refreshCodes != nil, try await renewByCode(&credentials, &exchange)
            else { break }
        }
        if let notifier = exchange.notifier, let response = exchange.response {
            notifier.received(response, from: exchange.request.origin)
        }
    }

    /// Seals the request and sends it; the transport follows the redirects of plain requests.
    static func transfer(_ exchange: inout Exchange) async throws {
        // seal
        if exchange.deadlineHeader != nil { exchange.announceDeadline() }
        if exchange.boxedCipher != nil {
            try await seal(&exchange)
        } else {
            exchange.enter(.sending, with: exchange.request)
        }
        guard var request = exchange.sent else { return }
        exchange.notifier?.notify(.sending(request))
        // send
        if exchange.isCancelledWithSession { throw CancellationError() }
        if exchange.isSealed { request.options.merge(.forSealed) }
        if exchange.attemptEnd != nil { exchange.limitTime(of: &request) }
        if let notifier = exchange.notifier { request = notifier.observed(request) }
        // A change copies the options.
        if request.options.attachment !== exchange.attachment {
            request.options.attachment = exchange.attachment
        }
        exchange.stale = nil
        if exchange.delivery.isWhole {
            exchange.response = try await exchange.transport.send(request)
        } else {
            try await stream(request, &exchange)
        }
        if let replaced = exchange.response?.replacedFailure {
            try exchange.continueAfter(replaced)
        }
    }
}

// The steps that only some calls need.
extension Call {
    private static func seal(_ exchange: inout Exchange) async throws {
        guard let cipher = exchange.cipher else { return }
        var request = exchange.request
        exchange.enter(.sealing, with: request)
        try await cipher.seal(&request)
        exchange.enter(.sending, with: request)
    }

    /// Sends the request of a call whose body is streamed or written to a file.
    private static func stream(
        _ request: TransportRequest, _ exchange: inout Exchange
    ) async throws {
        let stream: TransportStream
        if case .file(let download) = exchange.delivery {
            let (transport, isPlain) = (exchange.transport, !exchange.isSealed)
            stream = try await download.open(request, isResumable: isPlain) {
                request throws(TransportError) in
                var request = request
                // It may send several requests.
                if isPlain { try request.renewProof() }
                return try await transport.stream(request)
            }
        } else {
            stream = try await exchange.transport.stream(request)
        }
        (exchange.response, exchange.body) = (stream.head, stream.body)
    }

    static func open(_ exchange: inout Exchange) async throws {
        guard let cipher = exchange.cipher, var response = exchange.response,
            let request = exchange.sent
        else { return }
        exchange.enter(.opening, with: response)
        if let body = exchange.body {
            exchange.body = try await cipher.open(body, of: &response, to: request)
        } else {
            try await cipher.open(&response, to: request)
        }
        exchange.enter(.opening, with: response)
    }

    /// Throws the failure of a response with a status that the policy does not accept.
    private static func refuse(_ exchange: inout Exchange) async throws {
        guard var response = exchange.response else { return }
        if let body = exchange.body { response.body = try await body.beginning() }
        exchange.enter(.validating, with: response)
        throw exchange.refusal(of: response, by: exchange.status(of: response))
    }

    /// Replaces an error by the stale response of the cache, or by that of the call's fallback.
    ///
    /// Throws the error if there is none.
    private static func useFallback<Output>(
        for error: any Error, _ exchange: inout Exchange,
        _ decode: (inout Exchange) async throws -> Output
    ) async throws -> Output {
        let documented = exchange.documented(error)
        let fallback = exchange.delivery.isWhole && documented == nil ? exchange.fallback : nil
        let failure = exchange.finalError(documented?.apiError ?? error)
        let stale = exchange.stale.map(\.value).flatMap { $0.replaces(failure) ? $0 : nil }
        guard fallback != nil || stale != nil, !Task.isCancelled, failure.code != .cancelled,
            failure.stage != .building, failure.stage != .sealing
        else { throw error }
        if documented != nil, let response = exchange.response {
            exchange.notifier?.notify(.documentedFailure(response))
        } else {
            exchange.notifier?.notify(.failed(failure))
        }
        exchange.hasNotifiedOfFailure = true
        var replaced = exchange
        replaced.replacedError = failure
        let output: Output
        do {
            if let stale {
                replaced.useStaleResponse(stale)
                if replaced.boxedCipher != nil { try await open(&replaced) }
                if let response = replaced.response {
                    replaced.notifier?.notify(.responseReceived(response))
                }
            } else if var response = await fallback?(failure) {
                response.isFallback = true
                replaced.enter(.validating, with: response)
            } else {
                throw failure
            }
            if replaced.hasRefusedStatus { try await refuse(&replaced) }
            replaced.enter(.validating)
            output = try await decode(&replaced)
        } catch {
            throw documented ?? failure
        }
        exchange = replaced
        return output
    }
}

extension ByteStream {
    /// The errors of a body that ends early.
    private static var endsOfConnections: Set<TransportError.Code> {
        [
            .connectionLost, .truncated, .timedOut, .tlsFailed, .malformedResponse, .limitExceeded,
            .badContentCoding,
        ]
    }

    /// Returns the first mebibyte of a body, or less if it ends early; the status matters more.
    fileprivate func beginning() async throws -> Data {
        var bytes = Data()
        do {
            for try await piece in self {
                bytes.append(piece.prefix(1_048_576 - bytes.count))
                if bytes.count == 1_048_576 { break }
            }
        } catch  where !Self.endsOfConnections.contains(error.code) {
            // Cancelled, or refused by a cipher: the bytes are not the server's response.
            throw error
        } catch {}
        return bytes
    }
}
