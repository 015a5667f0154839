internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore

extension AWSSession {
    private static let relativeURI = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"
    private static let fullURI = "AWS_CONTAINER_CREDENTIALS_FULL_URI"
    private static let tokenFile = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"
    private static let token = "AWS_CONTAINER_AUTHORIZATION_TOKEN"
    /// The agents of ECS and of EKS, besides this machine.
    private static let hosts = ["169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"]

    /// The endpoint of a container's agent, in ECS and with EKS Pod Identity.
    var containerSource: Source {
        Source(name: "container") { () async throws(WorkloadIdentityError) in
            guard let url = try containerURL() else {
                return .absent("\(Self.relativeURI) and \(Self.fullURI) are not set")
            }
            var request = TransportRequest(url: url)
            request.headers[.accept] = "application/json"
            request.headers[.authorization] = try containerToken()
            let isLocal = !url.lowercased().hasPrefix("https:")
            let document = try await client.object(request, to: isLocal ? .local : .remote)
            return .found(try Self.credentials(in: document, from: url))
        }
    }

    private func containerURL() throws(WorkloadIdentityError) -> String? {
        if let path = environment[Self.relativeURI] {
            let url = "http://169.254.170.2\(path)"
            guard path.hasPrefix("/"), try ServiceURL.origin(of: url, Self.relativeURI).port == 80
            else {
                throw .invalid(
                    "\(Self.relativeURI) is not a path", "write it as in /v2/credentials")
            }
            return url
        }
        guard let url = environment[Self.fullURI] else { return nil }
        let origin = try ServiceURL.origin(of: url, Self.fullURI)
        guard origin.keepsSecrets || Self.hosts.contains(origin.host) else {
            throw .invalid(
                "\(Self.fullURI) names the host \(origin.host), which may not get the token without TLS",
                "use https, a loopback address, or one of \(Self.hosts.joined(separator: ", "))")
        }
        return url
    }

    private func containerToken() throws(WorkloadIdentityError) -> String? {
        let token: String
        if let path = environment[Self.tokenFile] {
            guard let text = try ConfigurationFile.text(path) else {
                throw .invalid("\(path) does not exist", "check \(Self.tokenFile)")
            }
            token = text
        } else if let text = environment[Self.token] {
            token = text
        } else {
            return nil
        }
        guard token.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
            throw .invalid(
                "the authorization token of the container has a line break",
                "remove it from \(Self.token) or from the file")
        }
        return token
    }
}
