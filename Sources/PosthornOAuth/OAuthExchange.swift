internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore
internal import PosthornSupport

/// One request to an authorization server.
struct OAuthExchange {
    private let transport: any Transport
    private let usesCertificate: Bool
    private let proving: (signer: ProofSigner, key: ProofKey)?

    /// - Parameters:
    ///   - usesCertificate: Whether the session has to show a certificate.
    ///   - proving: What signs a proof of each request; `nil` for none.
    init(
        _ transport: some Transport, usesCertificate: Bool = false,
        proving: (signer: ProofSigner, key: ProofKey)? = nil
    ) {
        (self.transport, self.usesCertificate) = (transport, usesCertificate)
        self.proving = proving
    }

    /// Returns the metadata of a server.
    func metadata(_ url: String) async throws(OAuthError) -> JSONValue {
        let response = try await response(
            to: TransportRequest(url: url), .withoutSecrets, "its metadata")
        return try Self.object(in: response, from: url)
    }

    /// Sends a form, and returns the response of a success.
    ///
    /// - Parameter purpose: What the form asks for, such as `a token`.
    func post(
        _ url: String, _ form: [(String, String)], authorization: String?, for purpose: String
    ) async throws(OAuthError) -> JSONValue {
        let request = Self.request(url, form, authorization)
        return try Self.object(in: try await response(to: request, .remote, purpose), from: url)
    }

    /// Sends a form whose response may have any content.
    func postForNothing(
        _ url: String, _ form: [(String, String)], authorization: String?, for purpose: String
    ) async throws(OAuthError) {
        _ = try await response(to: Self.request(url, form, authorization), .remote, purpose)
    }

    private static func request(
        _ url: String, _ form: [(String, String)], _ authorization: String?
    ) -> TransportRequest {
        let body = form.map { PercentEncoding.pair($0.0, $0.1) }.joined(separator: "&")
        var request = TransportRequest(method: .post, url: url, body: Data(body.utf8))
        request.headers[.contentType] = "application/x-www-form-urlencoded"
        request.headers[.authorization] = authorization
        return request
    }

    /// Sends a request, and throws the error that a response describes, whatever its status.
    private func response(
        to request: TransportRequest, _ place: IssuerPlace, _ purpose: String
    ) async throws(OAuthError) -> TransportResponse {
        var request = request
        request.headers[.accept] = "application/json"
        if usesCertificate { request.options.needsIdentity = true }
        try prove(&request)
        let response: TransportResponse
        do {
            response = try await transport.send(request, toIssuer: place)
        } catch {
            guard error.code != .invalidRequest else {
                throw OAuthError(
                    .invalidConfiguration, error.message, advice: error.advice, underlying: error)
            }
            throw OAuthError(
                .transport,
                "\(Origin.text(of: request.url)) sent no complete response to the request for \(purpose)",
                advice: error.advice, underlying: error)
        }
        proving?.signer.read(response.headers, from: request.url)
        if var error = OAuthError(response, from: request.url, to: purpose) {
            checkClock(of: response, to: request, &error)
            throw error
        }
        return response
    }

    private func prove(_ request: inout TransportRequest) throws(OAuthError) {
        guard let proving else { return }
        do {
            try proving.signer.sign(&request, nil, by: proving.key)
        } catch {
            throw OAuthError(
                .invalidConfiguration, "the key of the tokens cannot sign",
                advice: "use another key", underlying: error)
        }
    }

    /// Adds to the refusal of a proof that the clocks differ.
    private func checkClock(
        of response: TransportResponse, to request: TransportRequest, _ error: inout OAuthError
    ) {
        guard let proving, error.code == "invalid_dpop_proof" else { return }
        do {
            try proving.signer.checkClock(response, to: request)
        } catch let cause {
            (error.underlying, error.advice) = (cause, cause.advice)
        }
    }

    private static func object(
        in response: TransportResponse, from url: String
    ) throws(OAuthError) -> JSONValue {
        if let content = try? JSONValue(jsonData: response.body), content.object != nil {
            return content
        }
        var error = OAuthError.unexpected("\(Origin.text(of: url)) did not send a JSON object")
        error.status = response.status.code
        throw error
    }
}
