extension Call {
    /// Adds the call's credential.
    ///
    /// Returns a credential that can be loaded again if the server refuses it.
    static func authorize(_ exchange: inout Exchange) async throws -> Box<SentCredential>? {
        guard let auth = exchange.request.auth else { return nil }
        var sent = try await exchange.request.authorize(auth, with: exchange.credential)
        if let others = exchange.furtherCredentials {
            for (auth, credential) in others.value {
                let other = try await exchange.request.authorize(auth, with: credential)
                sent = sent ?? other
            }
        }
        if let deadline = exchange.deadline { sent?.deadline = deadline }
        return exchange.refreshesCredential ? sent.map { Box($0) } : nil
    }

    /// Loads a credential again if the server has refused it; returns whether the request is sent again.
    ///
    /// The second request is sealed again. Its response is the response of the call, whatever its status.
    static func renew(
        _ sent: Box<SentCredential>, _ exchange: inout Exchange
    ) async throws -> Bool {
        guard let refusal = exchange.response,
            sent.value.isToBeRenewed(after: refusal, to: exchange.request)
        else { return false }
        // A TLS-terminating proxy can return a plaintext 401 after the server has handled the request. A
        // retry is sealed as a new message, so no server could detect the duplicate. The 401 must therefore
        // be authentic.
        if exchange.isSealed, !exchange.request.isRepeatable {
            try await prove(&exchange)
        } else {
            await exchange.discardBody()
        }
        exchange.enter(.validating, with: refusal)
        try await sent.value.renew(&exchange.request)
        exchange.restart()
        return true
    }

    /// Opens a response and discards its body, to prove that the response is authentic.
    ///
    /// - Throws: The error of the cipher, or an error in the first mebibyte of the body.
    private static func prove(_ exchange: inout Exchange) async throws {
        if exchange.boxedCipher != nil { try await open(&exchange) }
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
