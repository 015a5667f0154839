internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore

extension GoogleSession {
    private static let path = "/computeMetadata/v1/instance/service-accounts/default/token"
    private static let flavor = HTTPField.Name(token: "Metadata-Flavor")

    /// The metadata server of Google's machines and clusters.
    var metadataSource: Source {
        Source(name: "metadata server") { () async throws(WorkloadIdentityError) in
            if environment.isTrue("NO_GCE_CHECK") { return .absent("NO_GCE_CHECK is true") }
            // The address needs no name server.
            let host =
                environment["GCE_METADATA_HOST"] ?? environment["GCE_METADATA_ROOT"]
                ?? environment["GCE_METADATA_IP"] ?? "169.254.169.254"
            let query = PercentEncoding.pair("scopes", scopes.joined(separator: ","))
            let url = "http://\(host)\(Self.path)?\(query)"
            _ = try ServiceURL.origin(of: url, "http:// with GCE_METADATA_HOST")
            var request = TransportRequest(url: url)
            request.headers[Self.flavor] = "Google"
            switch await client.send(request, to: .local) {
            case .failure(let error):
                return .absent(try WorkloadIdentityError.absence(error, at: url))
            case .success(let response): return try token(in: response, from: url)
            }
        }
    }

    private func token(
        in response: TransportResponse, from url: String
    ) throws(WorkloadIdentityError) -> Source.Result {
        // Other clouds have another server at this address.
        guard response.headers[Self.flavor] == "Google" else {
            return .absent(
                "\(Origin.text(of: url)) is not Google's: its response has no Metadata-Flavor")
        }
        if response.status == .notFound { return .absent("the machine has no service account") }
        guard response.status == .ok else { throw ServiceClient.refusal(response, from: url) }
        let document = try ServiceClient.object(in: response, from: url)
        guard let token = document["access_token"]?.string, !token.isEmpty,
            let lifetime = document["expires_in"]?.double, lifetime > 0
        else { throw .unexpected("\(Origin.text(of: url)) sent no access token with an expiry") }
        return .found(Found(token, expiry: environment.date() + min(lifetime, 86_400)))
    }
}
