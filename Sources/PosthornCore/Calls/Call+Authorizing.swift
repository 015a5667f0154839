extension Call {
    /// Adds the call's credentials.
    ///
    /// Returns those that can be replaced if the server refuses them.
    static func authorize(_ exchange: inout Exchange) async throws -> [any RenewableCredential] {
        guard let auth = exchange.request.auth else { return [] }
        exchange.tokenSource = nil
        if exchange.furtherCredentials == nil, try exchange.putKnownToken(auth) { return [] }
        var sent: [any RenewableCredential] = []
        do {
            try await authorize(&exchange, auth, exchange.credential, &sent)
            if let others = exchange.furtherCredentials {
                for (auth, credential) in others.value {
                    try await authorize(&exchange, auth, credential, &sent)
                }
            }
        } catch {
            for credential in sent { credential.end() }
            throw error
        }
        return sent
    }

    private static func authorize(
        _ exchange: inout Exchange, _ auth: RequestBuilder.AuthScheme, _ credential: Credential?,
        _ sent: inout [any RenewableCredential]
    ) async throws {
        let transport = exchange.transport
        guard
            var own = try await exchange.request.authorize(auth, with: credential, over: transport)
        else { return }
        if let deadline = exchange.deadline { own.deadline = deadline }
        if let statuses = exchange.refreshStatuses, !(own is IssuedCredential) {
            if var token = own as? SentCredential {
                // A bound token is proved again in any case.
                guard
                    !statuses.isEmpty || exchange.refreshCodes != nil || token.source.proof != nil
                else { return }
                token.refusals = statuses
                own = token
            } else if !statuses.contains(401) {
                return
            }
        }
        sent.append(own)
    }

    /// Replaces a credential that the server has refused, or proves it again; returns whether the request is sent again.
    ///
    /// Each credential is replaced once, and proved again once. The second request is sealed again.
    static func renew(
        _ credentials: inout [any RenewableCredential], _ exchange: inout Exchange
    ) async throws -> Bool {
        guard let refusal = exchange.response,
            credentials.contains(where: { $0.concerns(refusal.status) })
        else { return false }
        var refused: Int?
        do {
            for index in credentials.indices {
                let isRefused = try credentials[index].isToBeRenewed(
                    after: refusal, to: exchange.request)
                if isRefused, refused == nil { refused = index }
            }
        } catch {
            exchange.enter(.opening, with: refusal)
            throw error
        }
        guard let index = refused else { return false }
        var credential = credentials.remove(at: index)
        defer {
            if credential.isSpent { credential.end() } else { credentials.append(credential) }
        }
        // A TLS-terminating proxy can return a plaintext 401 after the server has handled the request. A
        // retry is sealed as a new message, so no server could detect the duplicate. The 401 must therefore
        // be authentic.
        if exchange.isSealed, !exchange.request.isRepeatable {
            try await prove(&exchange)
        } else {
            await exchange.discardBody()
        }
        exchange.enter(.validating, with: refusal)
        try await credential.renew(&exchange.request)
        exchange.restart()
        return true
    }

    /// Replaces a token that the backend refuses by the code of its envelope; returns whether the request is sent again.
    static func renewByCode(
        _ credentials: inout [any RenewableCredential], _ exchange: inout Exchange
    ) async throws -> Bool {
        if credentials.isEmpty { credentials = exchange.takeToken() }
        guard !credentials.isEmpty, let refusal = exchange.response,
            let code = exchange.code(of: refusal),
            exchange.refreshCodes?.value.contains(code) == true
        else { return false }
        for index in credentials.indices {
            guard var token = credentials[index] as? SentCredential,
                token.isToBeRenewed(afterCodeIn: refusal, to: exchange.request)
            else { continue }
            exchange.enter(.validating, with: refusal)
            try await token.renew(&exchange.request)
            credentials[index] = token
            exchange.restart()
            return true
        }
        return false
    }

    /// Adds a new proof to a request whose connection ended without a response, so that it is sent again once.
    ///
    /// - Throws: The error, if the request must not be sent again.
    static func renewLostProof(
        _ credentials: inout [any RenewableCredential], after error: TransportError,
        _ exchange: inout Exchange
    ) throws {
        guard error.code == .notRepeated else { throw error }
        for index in credentials.indices {
            guard var credential = credentials[index] as? SentCredential,
                credential.renewsLostProof(of: exchange.request)
            else { continue }
            credentials[index] = credential
            try exchange.request.renewProof()
            return exchange.restart()
        }
        throw error
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
    /// Adds a token that is loaded already and needs no proof; returns whether there is one.
    ///
    /// Most calls with tokens end here, so that only a refused one costs more than a fixed text.
    fileprivate mutating func putKnownToken(_ auth: RequestBuilder.AuthScheme) throws -> Bool {
        guard let source = credential?.tokenSource, source.proof == nil, let token = source.known,
            let field = auth.field, request.headers[field] == nil
        else { return false }
        try request.put(token, of: source, auth, auth.credential)
        if refreshStatuses?.isEmpty != true || refreshCodes != nil { tokenSource = source }
        return true
    }

    /// Returns the token of the request as a credential that can be replaced, if the server may have refused it.
    mutating func sentToken() -> [any RenewableCredential] {
        guard let status = response?.status.code,
            refreshStatuses?.contains(status) ?? (status == 401)
        else { return [] }
        return takeToken()
    }

    /// Returns the token of the request as a credential that can be replaced, once.
    fileprivate mutating func takeToken() -> [any RenewableCredential] {
        guard let source = tokenSource, let auth = request.auth, let field = auth.field
        else { return [] }
        tokenSource = nil
        let text = request.headers[field]?.dropFirst(auth.prefix.count)
        var sent = SentCredential(source: source, auth: auth, text: String(text ?? ""))
        sent.refusals = refreshStatuses
        if let deadline { sent.deadline = deadline }
        return [sent]
    }

    /// Returns the code of a refusal's envelope; a response that is accepted has one only in the policy that decodes it.
    fileprivate func code(of response: TransportResponse) -> EnvelopeCode? {
        if hasRefusedStatus { return policies.envelopeError(in: response)?.code }
        let response = (try? response.inUTF8()) ?? response
        return (try? policies.first.envelopeError(in: response))?.code
    }

    /// Reads a short body to its end, so that its connection can be reused.
    mutating func discardBody() async {
        guard let body, let response else { return }
        await TransportStream(
            status: response.status, headers: response.headers, body: body
        ).discard()
        self.body = nil
    }
}
