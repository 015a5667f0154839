/// A credential whose value the server issues with the response that refuses a call.
struct IssuedCredential: RenewableCredential {
    private let values: IssuedValues
    private let auth: RequestBuilder.AuthScheme
    private let origin: String
    var deadline: ContinuousClock.Instant?
    private var sent: String?
    /// Whether other calls wait for the value that the server sends to this one.
    private var asks = false

    init(
        _ values: IssuedValues, _ auth: RequestBuilder.AuthScheme, origin: String,
        deadline: ContinuousClock.Instant?
    ) {
        (self.values, self.auth, self.origin) = (values, auth, origin)
        self.deadline = deadline
    }

    /// Adds the known value to a request, or waits until another call has asked for it.
    mutating func load(into request: inout TransportRequest) async throws {
        sent = values.known(for: origin)
        if sent == nil {
            let (values, origin) = (values, origin)
            (sent, asks) = try await untilDeadline { try await values.value(for: origin) }
            limitTime(of: &request)
        }
        if let sent { try request.put(sent, auth, auth.credential) }
    }

    func concerns(_ status: HTTPResponse.Status) -> Bool { asks || status == values.status }

    mutating func isToBeRenewed(
        after response: TransportResponse, to request: TransportRequest
    ) -> Bool {
        let value = auth.field.flatMap { response.headers[$0] } ?? ""
        let isRefusal =
            response.status == values.status && !value.isEmpty && value != sent
            && Self.stayedAtOrigin(response)
        if isRefusal { values.keep(value, for: origin) }
        if asks { values.endAsking(origin, isOptional: !isRefusal && response.status.code < 400) }
        asks = false
        return isRefusal && Self.canRepeat(request, after: response)
    }

    func renew(_ request: inout TransportRequest) async throws {
        guard let value = values.known(for: origin) else { return }
        try request.put(value, auth, auth.credential)
    }

    func end() { if asks { values.endAsking(origin, isOptional: false) } }
}
