internal import PosthornCore

extension AWSSession {
    /// The metadata service of EC2 (IMDSv2).
    var instanceSource: Source {
        Source(name: "instance metadata") { () async throws(WorkloadIdentityError) in
            if environment.isTrue("AWS_EC2_METADATA_DISABLED") {
                return .absent("AWS_EC2_METADATA_DISABLED is true")
            }
            let service = InstanceMetadataService(
                base: try instanceURL(), client: client, allowsVersion1: allowsIMDSv1,
                now: environment.date)
            return try await service.credentials()
        }
    }

    private func instanceURL() throws(WorkloadIdentityError) -> String {
        let profile = try profiles().currentProfile()
        func setting(_ name: String) -> String? {
            environment["AWS_" + name.uppercased()] ?? profile?[name]
        }
        let addresses = ["ipv4": "http://169.254.169.254", "ipv6": "http://[fd00:ec2::254]"]
        let name = "ec2_metadata_service_endpoint"
        guard let address = addresses[setting(name + "_mode")?.lowercased() ?? "ipv4"] else {
            throw .invalid(
                "AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE is unknown", "write IPv4 or IPv6")
        }
        guard let url = setting(name) else { return address }
        _ = try ServiceURL.origin(of: url, "AWS_" + name.uppercased())
        return url.droppingSlash
    }
}
