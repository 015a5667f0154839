import FoundationEssentials

/// The steps of a call, in their order.
enum Call {
    /// A step of a call; some steps run the next one more than once.
    typealias Step = (inout Exchange) async throws -> Void

    /// Runs a call whose response is collected, streamed or written to a file.
    ///
    /// Each attempt is sealed again. The response is opened before it is validated, so that a sealed 4xx
    /// response is readable. A response with a status that is not accepted is decoded into its documented
    /// failure.
    /// - Parameters:
    ///   - exchange: The call with its built request.
    ///   - decode: Creates the output from a valid response.
    static func run<Output>(
        _ exchange: inout Exchange, decode: (inout Exchange) async throws -> Output
    ) async throws -> Output {
        do {
            // Repeated as the retry policy allows.
            return try await retrying(&exchange) { exchange in
                // The user's middleware.
                try await intercepting(&exchange) { exchange in
                    // Sends a second request if the first one is late.
                    try await hedging(&exchange)
                }
                try await validate(&exchange)
                return try await decode(&exchange)
            }
        } catch {
            return try await useFallback(for: error, &exchange, decode)
        }
    }
}

extension Call {
    /// Runs one attempt: the steps from the credential to the opened response.
    @inline(__always)
    static func attempt(_ exchange: inout Exchange) async throws {
        // Repeated once after a 401.
        try await authorizing(&exchange) { exchange in
            // Repeated for each redirect of a sealed call.
            try await redirecting(&exchange) { exchange in
                try await seal(&exchange)
                // Includes the HTTP cache, the redirects of plain calls and the connection.
                try await send(&exchange)
            }
        }
        try await open(&exchange)
    }
}

// The steps are inlined into `run`, and rare work is kept out of line. A call then touches less code, which
// matters because the instruction cache is cold after each wait for the network.
extension Call {
    @inline(__always)
    private static func seal(_ exchange: inout Exchange) async throws {
        if exchange.deadlineHeader != nil { exchange.announceDeadline() }
        if exchange.hasCipher {
            try await sealByCipher(&exchange)
        } else {
            exchange.enter(.sending, with: exchange.request)
        }
        if let watch = exchange.watch, let sent = exchange.sent { watch.tell(.sending(sent)) }
    }

    @inline(never)
    private static func sealByCipher(_ exchange: inout Exchange) async throws {
        guard let cipher = exchange.cipher else { return }
        var request = exchange.request
        exchange.enter(.sealing, with: request)
        try await cipher.seal(&request)
        exchange.enter(.sending, with: request)
    }

    @inline(__always)
    private static func send(_ exchange: inout Exchange) async throws {
        guard var request = exchange.sent else { return }
        if exchange.isCancelledWithSession { throw CancellationError() }
        if exchange.isSealed { request.options.merge(.forSealed) }
        if exchange.hasAttemptDeadline { exchange.limitTime(of: &request) }
        if let watch = exchange.watch { request = watch.watched(request) }
        // A change copies the options.
        if request.options.attachment !== exchange.attachment {
            request.options.attachment = exchange.attachment
        }
        exchange.stale = nil
        switch exchange.delivery {
        case .whole: exchange.response = try await exchange.transport.send(request)
        case .stream:
            let stream = try await exchange.transport.stream(request)
            (exchange.response, exchange.body) = (stream.head, stream.body)
        case .file(let download):
            let (transport, isPlain) = (exchange.transport, !exchange.isSealed)
            let stream = try await download.open(request, isResumable: isPlain) {
                request throws(TransportError) in try await transport.stream(request)
            }
            (exchange.response, exchange.body) = (stream.head, stream.body)
        }
        try exchange.setStaleResponseAside()
        exchange.response?.decoding = exchange.decoding
    }

    @inline(__always)
    static func open(_ exchange: inout Exchange, tells: Bool = true) async throws {
        if exchange.hasCipher { try await openByCipher(&exchange) }
        if tells, let watch = exchange.watch, let response = exchange.response {
            watch.tell(.responseReceived(response))
        }
    }

    @inline(never)
    private static func openByCipher(_ exchange: inout Exchange) async throws {
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

    @inline(__always)
    private static func validate(_ exchange: inout Exchange) async throws {
        if exchange.hasRefusedStatus { try await refuse(&exchange) }
        exchange.enter(.validating)
        if case .stream(let mediaTypes) = exchange.delivery, let response = exchange.response {
            try MediaType.require(mediaTypes, ofStream: response)
        }
    }

    @inline(never)
    private static func refuse(_ exchange: inout Exchange) async throws {
        guard var response = exchange.response else { return }
        if let body = exchange.body { response.body = try await body.beginning() }
        exchange.enter(.validating, with: response)
        throw exchange.refusal(of: response, by: .status(response))
    }

    /// Replaces an error by the stale response of the cache, or by that of the call's fallback.
    ///
    /// Throws the error if there is none.
    @inline(never)
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
            exchange.watch?.tell(.documentedFailure(response))
        } else {
            exchange.watch?.tell(.failed(failure))
        }
        exchange.hasToldFailure = true
        var replaced = exchange
        replaced.replacedError = failure
        let output: Output
        do {
            if let stale {
                replaced.useStaleResponse(stale)
                try await open(&replaced)
            } else if var response = await fallback?(failure) {
                response.decoding = exchange.decoding
                response.isFallback = true
                replaced.enter(.validating, with: response)
            } else {
                throw failure
            }
            try await validate(&replaced)
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

extension MediaType {
    /// Throws if the stream's media type matches none of the patterns; a missing one is accepted.
    fileprivate static func require(_ patterns: [String], ofStream head: TransportResponse) throws {
        guard !patterns.isEmpty, let found = head.mediaType,
            !patterns.contains(where: { matches(found, $0) })
        else { return }
        throw APIError.Cause(
            .unacceptableMediaType,
            "the response is \(found), and the stream reads " + patterns.joined(separator: ", "),
            advice: "ask the server for it, or let the endpoint return another type")
    }
}
