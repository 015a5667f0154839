internal import Crypto
import FoundationEssentials
public import PosthornCore

extension WebhookKeys {
    /// Verifies a webhook and reads its event.
    ///
    /// - Throws: An `APIError.Cause`; generated code documents the codes.
    @_spi(Generated) public func event<Value: JSONReadable & Sendable>(
        from request: TransportRequest, by scheme: WebhookScheme
    ) async throws(APIError.Cause) -> VerifiedEvent<Value> {
        try await event(from: request, by: scheme, naming: nil) { json, _ in try Value(json: &json)
        }
    }

    /// Verifies a webhook, and reads its event by the name in a header field.
    ///
    /// - Throws: An `APIError.Cause`; generated code documents the codes.
    @_spi(Generated) public func event<Value: JSONEvent>(
        from request: TransportRequest, by scheme: WebhookScheme, named header: String
    ) async throws(APIError.Cause) -> VerifiedEvent<Value> {
        try await event(from: request, by: scheme, naming: header) { json, name in
            try Value(event: name, json: &json)
        }
    }

    private func event<Value: Sendable>(
        from request: TransportRequest, by scheme: WebhookScheme, naming header: String?,
        _ read: (inout JSONReader, _ name: String) throws -> Value
    ) async throws(APIError.Cause) -> VerifiedEvent<Value> {
        let body = try await request.body.bytes(limit: bodyLimit)
        let name = if let header { try request.headers.only(header) } else { "" }
        let proof = try await proof(of: request, body, by: scheme, naming: header)
        // Before the memory, so that a copy of a message that can't be read is not taken for one that was.
        let value = try Self.value(of: body) { json in try read(&json, name) }
        try await remember(proof, by: scheme)
        return VerifiedEvent(value: value, body: body, id: proof.id, time: proof.time)
    }

    /// Verifies the signature, then the time.
    private func proof(
        of request: TransportRequest, _ body: Data, by scheme: WebhookScheme, naming header: String?
    ) async throws(APIError.Cause) -> WebhookProof {
        try ensure(
            scheme.name == self.scheme, .invalidKey,
            "the keys are for the scheme \(self.scheme.rawValue), and the spec has \(scheme.name.rawValue)",
            "create them for the scheme of the spec")
        var proof: WebhookProof
        switch scheme {
        case .standardWebhooks(let prefix, _):
            proof = try .standardWebhooks(request.headers, prefix: prefix, body: body, keys)
        case .stripe(let name, _):
            proof = try .stripe(request.headers, header: name, body: body, keys)
        case .github(let name):
            proof = try .github(request.headers, header: name, body: body, keys)
        case .httpMessageSignature(let covered, let tag, let window):
            let names = covered + (header.map { [$0] } ?? [])
            proof = try await .httpMessageSignature(
                request.with(body: request.body == nil ? nil : HTTPBody(body)), keys,
                covers: names.map { SignatureComponent(stringLiteral: $0) }, tag: tag,
                window: window, clock)
        case .querySecret(let name):
            proof = try .querySecret(request, query: name, keys)
        }
        guard let window = scheme.window, let time = proof.time else { return proof }
        guard abs(time.timeIntervalSince(clock.now)) <= window.seconds else {
            throw .outsideTimeWindow(window)
        }
        return proof
    }

    private func remember(
        _ proof: WebhookProof, by scheme: WebhookScheme
    ) async throws(APIError.Cause) {
        guard let memory else { return }
        for signed in proof.signed {
            let id = "\(scheme.name.rawValue) \(Base64URL.encode(Data(SHA256.hash(data: signed))))"
            let isNew: Bool
            do {
                // Twice the window: a message may be as far ahead of the clock as behind it.
                isNew = try await memory.remember(id, for: scheme.window.map { $0 * 2 })
            } catch is CancellationError {
                throw .ofCancellation
            } catch {
                throw error as? APIError.Cause
                    ?? APIError.Cause(
                        .openingFailed, "the memory of webhooks failed with \(type(of: error))",
                        advice: "respond with 500, so that the sender repeats the message; see the "
                            + "underlying error", underlying: error)
            }
            guard isNew else { throw .replayedWebhook }
        }
    }

    private static func value<Value>(
        of body: Data, _ read: (inout JSONReader) throws -> Value
    ) throws(APIError.Cause) -> Value {
        do {
            return try body.withUnsafeBytes { bytes in
                let bytes = bytes.assumingMemoryBound(to: UInt8.self)
                var reader = JSONReader(bytes)
                reader.readsResponse = true
                do {
                    let value = try read(&reader)
                    try reader.finish()
                    return value
                } catch let error as JSONError {
                    throw error.located(in: bytes)
                }
            }
        } catch {
            throw APIError.Cause(
                .decodingFailed,
                "the webhook is authentic, and its body is not the event of the spec"
                    + ((error as? JSONError).map { ": \($0.message)" } ?? ""),
                advice:
                    "compare it with the spec; an event that the spec does not list needs a union",
                underlying: error)
        }
    }
}

extension HTTPBody? {
    /// Returns the bytes of a body; nothing is read beyond the limit.
    fileprivate func bytes(limit: Int) async throws(APIError.Cause) -> Data {
        guard let self else { return Data() }
        let tooLarge = APIError.Cause(
            .limitExceeded, "the body of the webhook has more than \(limit) bytes",
            advice: "respond with 413, or set a greater `bodyLimit` if the sender sends that much")
        guard self.count ?? 0 <= limit else { throw tooLarge }
        if let data = self.data { return data }
        var bytes = Data()
        do {
            try await self.read { piece in
                guard bytes.count + piece.count <= limit else { throw tooLarge }
                bytes.append(piece)
            }
        } catch let error as APIError.Cause {
            throw error
        } catch is CancellationError {
            throw .ofCancellation
        } catch {
            throw APIError.Cause(
                (error as? TransportError)?.code ?? .bodyFailed,
                "the body of the webhook could not be read",
                advice: "respond with 400; see the underlying error", underlying: error)
        }
        return bytes
    }
}
