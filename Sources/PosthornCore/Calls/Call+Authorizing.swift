extension Call {
    /// Adds the call's credential and runs the next step.
    ///
    /// Runs it once more if the server refuses a credential that can be refreshed. The second request is
    /// sealed again. Its response is the response of the call, whatever its status.
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
        guard let sent, exchange.refreshesCredential, let refusal = exchange.response,
            sent.isToBeRenewed(after: refusal, to: exchange.request)
        else { return }
        // A TLS-terminating proxy can return a plaintext 401 after the server has handled the request. A
        // retry is sealed as a new message, so no server could detect the duplicate. The 401 must therefore
        // be authentic.
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

    /// Opens a response and discards its body, to prove that the response is authentic.
    ///
    /// - Throws: The error of the cipher, or an error in the first mebibyte of the body.
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
    /// Reads a short body to its end, so that its connection can be reused.
    mutating func discardBody() async {
        guard let body, let response else { return }
        await TransportStream(
            status: response.status, headers: response.headers, body: body
        ).discard()
        self.body = nil
    }
}
