internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore

extension AzureSession {
    /// The managed identity of an App Service or of a virtual machine.
    var managedSource: Source {
        Source(name: "managed identity") { () async throws(WorkloadIdentityError) in
            if let url = environment["IDENTITY_ENDPOINT"] {
                guard let header = environment["IDENTITY_HEADER"] else {
                    return .absent("IDENTITY_HEADER is not set, and Azure Arc is not supported")
                }
                guard environment["IDENTITY_SERVER_THUMBPRINT"] == nil else {
                    return .absent("Service Fabric is not supported")
                }
                return .found(try await appServiceToken(url, header))
            }
            if environment["MSI_ENDPOINT"] != nil {
                return .absent("MSI_ENDPOINT of Azure ML and Cloud Shell is not supported")
            }
            return try await machineToken()
        }
    }

    private func appServiceToken(
        _ url: String, _ header: String
    ) async throws(WorkloadIdentityError) -> Found {
        _ = try ServiceURL.origin(of: url, "IDENTITY_ENDPOINT")
        var request = TransportRequest(url: target(url, version: "2019-08-01"))
        request.headers[Self.identityField] = header
        return try token(in: try await client.object(request, to: .local), from: url)
    }

    private func machineToken() async throws(WorkloadIdentityError) -> Source.Result {
        let name = "AZURE_POD_IDENTITY_AUTHORITY_HOST"
        let base = (environment[name] ?? "http://169.254.169.254").droppingSlash
        _ = try ServiceURL.origin(of: base, name)
        let url = base + "/metadata/identity/oauth2/token"
        var request = TransportRequest(url: target(url, version: "2018-02-01"))
        request.headers[Self.metadataField] = "true"
        switch await client.send(request, to: .local) {
        case .failure(let error):
            return .absent(try WorkloadIdentityError.absence(error, at: url))
        case .success(let response) where response.status == .badRequest:
            // The server refuses an identity that the machine does not have.
            return .absent("no such identity is assigned to the machine (status 400)")
        case .success(let response):
            guard response.status == .ok else { throw ServiceClient.refusal(response, from: url) }
            return .found(
                try token(in: ServiceClient.object(in: response, from: url), from: url))
        }
    }

    private func target(_ url: String, version: String) -> String {
        var pairs = [("api-version", version), ("resource", resource)]
        if let id = clientID ?? environment["AZURE_CLIENT_ID"] { pairs.append(("client_id", id)) }
        let query = pairs.map { PercentEncoding.pair($0.0, $0.1) }.joined(separator: "&")
        return url + (url.contains("?") ? "&" : "?") + query
    }

    private func token(
        in document: JSONValue, from url: String
    ) throws(WorkloadIdentityError) -> Found {
        // The numbers are texts in most responses.
        func number(_ name: String) -> Double? {
            document[name]?.double ?? document[name]?.string.flatMap(Double.init)
        }
        let now = environment.date()
        let expiry =
            number("expires_in").map { now + min($0, 864_000) }
            ?? number("expires_on").map { Date(timeIntervalSince1970: $0) }
        guard let token = document["access_token"]?.string, !token.isEmpty, let expiry else {
            throw .unexpected("\(Origin.text(of: url)) sent no access token with an expiry")
        }
        return Found(token, expiry: expiry)
    }

    private static let identityField = HTTPField.Name(token: "X-IDENTITY-HEADER")
    private static let metadataField = HTTPField.Name(token: "Metadata")
}
