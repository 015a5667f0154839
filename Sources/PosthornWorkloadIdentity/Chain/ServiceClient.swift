internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore

/// Sends requests to servers that issue credentials.
struct ServiceClient: Sendable {
    let transport: any Transport

    /// Sends a request.
    func send(
        _ request: TransportRequest, to place: IssuerPlace
    ) async -> Result<TransportResponse, TransportError> {
        do throws(TransportError) {
            return .success(try await transport.send(request, toIssuer: place))
        } catch {
            return .failure(error)
        }
    }

    /// Sends a request, and returns the JSON object of a response with status 200.
    func object(
        _ request: TransportRequest, to place: IssuerPlace
    ) async throws(WorkloadIdentityError) -> JSONValue {
        try Self.object(in: await response(to: request, to: place), from: request.url)
    }

    /// Sends a request, and returns a response with a status of success.
    func response(
        to request: TransportRequest, to place: IssuerPlace
    ) async throws(WorkloadIdentityError) -> TransportResponse {
        switch await send(request, to: place) {
        case .failure(let error):
            throw WorkloadIdentityError(
                .transport, "\(Origin.text(of: request.url)) sent no response: \(error.text)",
                advice: error.advice, underlying: error)
        case .success(let response):
            guard response.status.kind == .successful else {
                throw Self.refusal(response, from: request.url)
            }
            return response
        }
    }

    static func object(
        in response: TransportResponse, from url: String
    ) throws(WorkloadIdentityError) -> JSONValue {
        guard let value = try? JSONValue(jsonData: response.body), value.object != nil else {
            throw .unexpected(
                "\(Origin.text(of: url)) sent no JSON object, with the status \(response.status.code)"
            )
        }
        return value
    }

    /// Describes a response that is no success, by its status and its error code.
    static func refusal(
        _ response: TransportResponse, from url: String
    ) -> WorkloadIdentityError {
        let code = errorCode(in: response).map { " and the error \($0)" } ?? ""
        let redirect =
            response.status.kind == .redirection ? ", a redirect, which is not followed" : ""
        return WorkloadIdentityError(
            .refused,
            "\(Origin.text(of: url)) responded with the status \(response.status.code)\(code)\(redirect)",
            advice: "check that this identity exists and may be used here")
    }

    /// The error code of Google's, Microsoft's and AWS's responses in JSON, if it can be no secret.
    private static func errorCode(in response: TransportResponse) -> String? {
        guard let value = try? JSONValue(jsonData: response.body) else { return nil }
        let codes = [value["error"], value["error"]?["status"], value["Code"], value["code"]]
        return codes.lazy.compactMap { $0?.string }.first.flatMap(Self.printable)
    }

    /// Returns a code of an error if its characters are those of one.
    static func printable(_ code: String) -> String? {
        let isCode = code.utf8.allSatisfy { $0.isUnreserved }
        return isCode && !code.isEmpty && code.utf8.count <= 64 ? code : nil
    }
}

extension WorkloadIdentityError {
    /// A server that is there and sent no complete response.
    static func silence(
        _ error: TransportError, at url: String, _ advice: String? = nil
    ) -> WorkloadIdentityError {
        WorkloadIdentityError(
            .transport, "\(Origin.text(of: url)) did not respond (\(error.code))",
            advice: advice ?? error.advice, underlying: error)
    }

    /// Returns why a metadata server is not there, for a list of sources.
    ///
    /// - Throws: If a server got the request, because one that does not respond is not missing.
    static func absence(
        _ error: TransportError, at url: String, _ advice: String? = nil
    ) throws(WorkloadIdentityError) -> String {
        let silence = silence(error, at: url, advice)
        let nobody: [TransportError.Code] = [.addressRefused, .cannotConnect, .nameNotResolved]
        guard error.isSafeToRetry || nobody.contains(error.code) else { throw silence }
        return silence.message
    }
}

extension TransportRequest {
    /// Creates a request with a form.
    static func form(_ url: String, _ pairs: [(String, String)]) -> TransportRequest {
        let body = pairs.map { PercentEncoding.pair($0.0, $0.1) }.joined(separator: "&")
        var request = TransportRequest(method: .post, url: url, body: Data(body.utf8))
        request.headers[.contentType] = "application/x-www-form-urlencoded"
        return request
    }
}
