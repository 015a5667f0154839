/// A credential of a call that can be replaced once if the server refuses it.
protocol RenewableCredential: Sendable {
    /// When the timeout of the whole call expires; `nil` means never.
    var deadline: ContinuousClock.Instant? { get set }

    /// Whether it can't be replaced again.
    var isSpent: Bool { get }

    /// Returns whether a response with a status can matter to the credential.
    func concerns(_ status: HTTPResponse.Status) -> Bool

    /// Reports a response, and returns whether the call must be repeated with another credential.
    ///
    /// - Throws: The reason why no other one would be accepted.
    mutating func isToBeRenewed(
        after response: TransportResponse, to request: TransportRequest
    ) throws -> Bool

    /// Adds the other credential to the request.
    ///
    /// - Throws: An ``APIError/Cause`` with the code `credentialFailed` if there is none, or `timedOut` if the call's
    ///   time runs out first. `CancellationError` if the task is cancelled.
    mutating func renew(_ request: inout TransportRequest) async throws

    /// Ends the use of the credential, with or without a response.
    func end()
}

extension RenewableCredential {
    func end() {}

    var isSpent: Bool { true }

    /// Whether a call can be sent again after its server has refused it.
    ///
    /// It cannot if its body can be sent only once. After a redirect, it has to be repeatable, because the server has
    /// already processed it.
    static func canRepeat(
        _ request: TransportRequest, after response: TransportResponse
    ) -> Bool {
        (request.body?.isReplayable ?? true)
            && (response.redirects.isEmpty
                || request.isRepeatable && stayedAtOrigin(response))
    }

    /// Sets the remaining time of the call.
    func limitTime(of request: inout TransportRequest) {
        guard let deadline else { return }
        request.options.timeouts.total = max(.milliseconds(1), deadline - ContinuousClock.now)
    }

    /// Waits for a value until the call's deadline.
    func untilDeadline<Value: Sendable>(
        _ value: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let deadline else { return try await value() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: value)
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

    /// Whether all redirects of a call stayed within its origin.
    ///
    /// A redirect to another origin drops the credential, so a refusal from there does not refer to it.
    static func stayedAtOrigin(_ response: TransportResponse) -> Bool {
        response.redirects.allSatisfy { hop in
            guard let place = try? HTTPURL(hop.url), let next = try? HTTPURL(hop.target)
            else { return false }
            return place.origin == next.origin
        }
    }
}

/// A credential that a call carries and that can be loaded again if the server refuses it.
struct SentCredential: RenewableCredential {
    let source: CredentialSource
    let auth: RequestBuilder.AuthScheme
    /// The credential's name in the spec.
    var name: String { auth.credential }
    private(set) var text: String
    /// The statuses that may refuse the token; `nil` for 401 only.
    var refusals: Set<Int>?
    /// What the last response refused.
    private var refused: Part?
    /// Each part is renewed once.
    private var hasRenewedToken = false
    private var hasRenewedProof = false
    // Boxed, because the size of an instant is known only at run time, which would make each copy slow.
    private var end: Box<ContinuousClock.Instant>?

    /// What a server refuses: the token, or the proof that its sender may use it.
    private enum Part: Sendable { case token, proof }

    /// - Parameter text: What the call carries; empty if it is not loaded yet.
    init(source: CredentialSource, auth: RequestBuilder.AuthScheme, text: String = "") {
        (self.source, self.auth, self.text) = (source, auth, text)
    }

    var deadline: ContinuousClock.Instant? {
        get { end?.value }
        set { end = newValue.map { Box($0) } }
    }

    func concerns(_ status: HTTPResponse.Status) -> Bool {
        isRefusal(status) || source.proof != nil
    }

    private func isRefusal(_ status: HTTPResponse.Status) -> Bool {
        refusals?.contains(status.code) ?? (status == .unauthorized)
    }

    var isSpent: Bool { hasRenewedToken && (source.proof == nil || hasRenewedProof) }

    /// Sets the deadline to that of the request, unless the call has one.
    ///
    /// - Parameter spent: The time that the request has had so far.
    private mutating func startTime(of request: TransportRequest, spent: Duration = .zero) {
        guard end == nil, let total = request.limits.total else { return }
        deadline = .now + (total - spent)
    }

    /// Returns whether the token or its proof is refused, and reports a refused token to the source.
    mutating func isToBeRenewed(
        after response: TransportResponse, to request: TransportRequest
    ) throws -> Bool {
        refused = nil
        startTime(of: request, spent: response.metrics.total)
        if let proof = source.proof {
            for hop in response.redirects { proof.read(hop.headers, from: hop.url) }
            proof.read(response.headers, from: response.redirects.last?.target ?? request.url)
            if try proof.isRefused(response, to: request) {
                guard !hasRenewedProof, Self.canRepeat(request, after: response) else {
                    return false
                }
                refused = .proof
                return true
            }
        }
        guard !hasRenewedToken, isTokenRefused(by: response, to: request) else { return false }
        refused = .token
        return true
    }

    /// Returns whether the token is replaced after a response whose envelope refuses it, and reports it to the source.
    mutating func isToBeRenewed(
        afterCodeIn response: TransportResponse, to request: TransportRequest
    ) -> Bool {
        startTime(of: request, spent: response.metrics.total)
        guard !hasRenewedToken, Self.stayedAtOrigin(response) else { return false }
        source.refuse(text)
        refused = .token
        return Self.canRepeat(request, after: response)
    }

    /// Returns whether a request whose connection ended without a response is sent again with another proof.
    mutating func renewsLostProof(of request: TransportRequest) -> Bool {
        guard !hasRenewedProof, request.options.proof != nil, request.isRepeatable,
            request.body?.isReplayable ?? true
        else { return false }
        hasRenewedProof = true
        return true
    }

    /// Reports a refusal to the source and returns whether the call must be retried.
    ///
    /// A response whose `WWW-Authenticate` names a Bearer error other than `invalid_token` (RFC 6750, section 3.1) does
    /// not refer to the token.
    func isTokenRefused(by response: TransportResponse, to request: TransportRequest) -> Bool {
        guard isRefusal(response.status), Self.blamesToken(response.headers),
            Self.stayedAtOrigin(response)
        else { return false }
        source.refuse(text)
        return Self.canRepeat(request, after: response)
    }

    /// Whether a new token may be accepted, because no challenge for tokens has an error, or one has `invalid_token`.
    private static func blamesToken(_ headers: HTTPFields) -> Bool {
        let errors = headers[values: .wwwAuthenticate].flatMap(AuthenticationSchemes.parse)
            .compactMap { ["bearer", "dpop"].contains($0.scheme) ? $0.parameters["error"] : nil }
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
        if source.proof != nil { try prove(&request) }
    }

    /// Adds the proof that belongs to the token, and lets redirects add another one.
    private func prove(_ request: inout TransportRequest) throws {
        if source.proof?.scheme != nil {
            request.options.proof = source.proof
            request.options.impersonalFields.insert(.dpop)
        }
        try source.proof?.prove(&request)
    }

    /// Adds a new credential or proof to the request and sets the remaining time of the call.
    mutating func renew(_ request: inout TransportRequest) async throws {
        if refused == .proof {
            hasRenewedProof = true
        } else {
            hasRenewedToken = true
            text = try await put(
                "the server refused the credential \(name), and a new one", into: &request)
        }
        if source.proof != nil { try prove(&request) }
    }

    /// Loads a text, adds it to the request and sets the remaining time of the call.
    ///
    /// - Parameter what: The subject of the error message, such as "the credential partner".
    mutating func put(_ what: String, into request: inout TransportRequest) async throws -> String {
        startTime(of: request)
        let (source, name) = (source, name)
        let text = try await untilDeadline { try await source.loaded(name, what) }
        try request.put(text, of: source, auth, name)
        limitTime(of: &request)
        return text
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
