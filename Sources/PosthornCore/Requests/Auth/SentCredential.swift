/// A credential that a call carries and that can be loaded again if the server refuses it.
struct SentCredential: Sendable {
    let source: CredentialSource
    let auth: RequestBuilder.AuthScheme
    /// The credential's name in the spec.
    let name: String
    private(set) var text = ""
    /// When the timeout of the whole call expires.
    ///
    /// `nil` means never.
    var deadline: ContinuousClock.Instant?

    /// Reports a refusal to the source and returns whether the call must be retried.
    ///
    /// A 401 whose `WWW-Authenticate` names a Bearer error other than `invalid_token` (RFC 6750, section 3.1) does
    /// not refer to the token.
    ///
    /// The call is not retried if its body can be sent only once. After a redirect, it is retried only if it
    /// is repeatable, because the server has already processed it.
    func isToBeRenewed(after response: TransportResponse, to request: TransportRequest) -> Bool {
        guard response.status == .unauthorized, Self.blamesToken(response.headers),
            // A redirect to another origin drops the credential, so a 401 from there does not refer to it.
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

    /// Whether a new token may be accepted, because no Bearer challenge has an error, or one has `invalid_token`.
    private static func blamesToken(_ headers: HTTPFields) -> Bool {
        let errors = headers[values: .wwwAuthenticate].flatMap(AuthenticationSchemes.parse)
            .compactMap { $0.scheme == "bearer" ? $0.parameters["error"] : nil }
        return errors.isEmpty || errors.contains("invalid_token")
    }

    /// Adds the credential to the request.
    ///
    /// If it had to be loaded, also sets the remaining time of the call.
    ///
    /// - Throws: The same errors as ``renew(_:)``.
    mutating func load(into request: inout TransportRequest) async throws {
        if let known = source.known {
            try request.put(known, of: source, auth, name)
            text = known
        } else {
            text = try await put("the credential \(name)", into: &request)
        }
    }

    /// Adds a new credential to the request and sets the remaining time of the call.
    ///
    /// - Throws: An ``APIError/Cause`` with the code `credentialFailed` if the load fails, or `timedOut` if
    ///   the call's time runs out first. `CancellationError` if the task is cancelled.
    func renew(_ request: inout TransportRequest) async throws {
        _ = try await put(
            "the server refused the credential \(name), and a new one", into: &request)
    }

    /// Loads a text, adds it to the request and sets the remaining time of the call.
    private func put(_ what: String, into request: inout TransportRequest) async throws -> String {
        let text = try await untilDeadline { try await source.loaded(name, what) }
        try request.put(text, of: source, auth, name)
        if let deadline {
            request.options.timeouts.total = max(.milliseconds(1), deadline - ContinuousClock.now)
        }
        return text
    }

    /// Waits for a text until the call's deadline.
    private func untilDeadline(
        _ text: @escaping @Sendable () async throws -> String
    ) async throws -> String {
        guard let deadline else { return try await text() }
        return try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask(operation: text)
            group.addTask {
                try await Task.sleep(until: deadline, clock: .continuous)
                throw APIError.Cause(
                    .timedOut, "the total timeout expired before the credential was loaded",
                    advice:
                        "check that the loader makes no call with this credential, or raise the timeout"
                )
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}

extension CredentialSource {
    /// Returns the text to send, or throws the error of a call that could not obtain it.
    ///
    /// - Parameter what: The subject of the error message, such as "the credential partner".
    func loaded(_ name: String, _ what: String) async throws -> String {
        do {
            return try await text()
        } catch {
            // All waiters get the loader's error, so only this task's own state tells whether this call was
            // cancelled.
            try Task.checkCancellation()
            throw APIError.Cause(
                .credentialFailed,
                "\(what) could not be loaded: \(APIError.Cause.text(forThrown: error))",
                advice: (error as? any PrintableError)?.advice
                    ?? (error as? any EndpointFailure)?.apiError.advice
                    ?? "look at what the credential's loader does",
                underlying: error)
        }
    }
}
