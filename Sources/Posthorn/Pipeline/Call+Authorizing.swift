extension Call {
    /// Adds the call's credential, and runs what follows; once more if the server refuses a credential that can
    /// be loaded anew.
    ///
    /// The repetition is sealed afresh. Its response is the call's, whatever it is.
    @inline(__always)
    static func authorizing(_ exchange: inout Exchange, _ next: Step) async throws {
        guard exchange.request.auth == nil else { return try await renewing(&exchange, next) }
        exchange.watch?.tell(.built(exchange.request))
        try await next(&exchange)
    }

    @inline(never)
    private static func renewing(_ exchange: inout Exchange, _ next: Step) async throws {
        var sent = try await exchange.request.authorize(with: exchange.credential)
        if let deadline = exchange.deadline { sent?.deadline = deadline }
        exchange.watch?.tell(.built(exchange.request))
        try await next(&exchange)
        guard let sent, let refusal = exchange.response,
            sent.isToBeRenewed(after: refusal, to: exchange.request)
        else { return }
        // Whoever ends TLS can answer 401 in the clear to what the server has done, and a repetition is sealed as
        // another message: no server could tell that it is the same call.
        if exchange.isSealed, !exchange.request.isRepeatable {
            try await prove(&exchange)
        } else {
            await exchange.discardBody()
        }
        exchange.enter(.validating, with: refusal)
        try await sent.renew(&exchange.request)
        exchange.restart()
        try await next(&exchange)
    }

    /// Opens a response, and drops what is in it.
    /// - Throws: what its cipher throws, or the error that the body ends with within its first mebibyte.
    private static func prove(_ exchange: inout Exchange) async throws {
        try await open(&exchange, tells: false)
        guard let body = exchange.body else { return }
        var count = 0
        for try await piece in body {
            count += piece.count
            if count >= 1_048_576 { break }
        }
    }
}

extension Exchange {
    /// Reads a short body to its end, so that its connection can be used again.
    mutating func discardBody() async {
        guard let body, let response else { return }
        await TransportStream(
            status: response.status, headers: response.headers, body: body
        ).discard()
        self.body = nil
    }
}
