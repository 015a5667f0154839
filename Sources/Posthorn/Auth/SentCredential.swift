/// A credential that a call carries and that can be had anew if the server refuses it.
struct SentCredential: Sendable {
    let source: CredentialSource
    let auth: AuthScheme
    /// The name that the spec has for it.
    let name: String
    private(set) var text = ""
    /// When the time of the whole call is over; `nil` is never.
    var deadline: ContinuousClock.Instant?

    /// Looks at a response, tells the source of a refusal, and says whether the call is to be repeated.
    ///
    /// It is not if its body can be had once only, nor if a redirect has answered what must not be
    /// done twice: the server has done that by then.
    func isToBeRenewed(after response: TransportResponse, to request: TransportRequest) -> Bool {
        guard response.status == .unauthorized,
            // It was left behind by a redirect to another origin, whose 401 speaks of something else.
            response.redirects.allSatisfy({ hop in
                guard let place = try? HTTPURL(hop.url), let next = try? HTTPURL(hop.target)
                else { return false }
                return place.origin == next.origin
            })
        else { return false }
        source.refuse(text)
        return (request.body?.isReplayable ?? true)
            && (response.redirects.isEmpty || request.isRepeatable)
    }

    /// Puts the credential into the request, with the time that is left if it had to be loaded.
    /// - Throws: as ``renew(_:)``.
    mutating func load(into request: inout TransportRequest) async throws {
        if let known = source.known {
            try request.put(known, of: source, auth, name)
            text = known
        } else {
            text = try await put("the credential \(name)", into: &request)
        }
    }

    /// Puts a new credential into the request, and the time that is left.
    /// - Throws: a fault of the code `credentialFailed` if it can't be had, `timedOut` if the time of
    ///   the call runs out before, or `CancellationError`.
    func renew(_ request: inout TransportRequest) async throws {
        _ = try await put(
            "the server refused the credential \(name), and a new one", into: &request)
    }

    /// Loads a text and puts it into the request, with the time that is left.
    private func put(_ what: String, into request: inout TransportRequest) async throws -> String {
        let text = try await untilDeadline { try await source.loaded(name, what) }
        try request.put(text, of: source, auth, name)
        if let deadline {
            request.options.timeouts.total = max(.milliseconds(1), deadline - ContinuousClock.now)
        }
        return text
    }

    /// Waits for a text no longer than the call has time.
    private func untilDeadline(
        _ text: @escaping @Sendable () async throws -> String
    ) async throws -> String {
        guard let deadline else { return try await text() }
        return try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask(operation: text)
            group.addTask {
                try await Task.sleep(until: deadline, clock: .continuous)
                throw APIError.Cause(
                    .timedOut,
                    "the time of the whole call ran out before its credential was there",
                    advice: "see what its loader waits for, or give the call more time")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}

extension CredentialSource {
    /// The text to send, or the fault of a call that could not have it.
    /// - Parameter what: What could not be had, as the beginning of a sentence.
    func loaded(_ name: String, _ what: String) async throws -> String {
        do {
            return try await text()
        } catch {
            // What the loader throws is for all that wait: only this call's own end is a cancellation.
            try Task.checkCancellation()
            throw APIError.Cause(
                .credentialFailed,
                "\(what) could not be had: an error of type \(type(of: error)) was thrown",
                advice: (error as? APIError.Cause)?.advice
                    ?? "look at what the credential's loader does",
                underlying: error)
        }
    }
}
