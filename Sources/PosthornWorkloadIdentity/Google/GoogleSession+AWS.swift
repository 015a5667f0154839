internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornAWS
internal import PosthornCore
internal import PosthornKeys

extension GoogleSession {
    /// Returns a subject token of AWS: a signed request of `GetCallerIdentity`, with which Google asks AWS who signed it.
    ///
    /// Credentials come from the environment, or else from the metadata service of the instance, as in Google's
    /// libraries.
    func awsSubject(
        _ file: GoogleFile, _ source: GoogleFile
    ) async throws(WorkloadIdentityError) -> String {
        guard source.optionalText("environment_id") == "aws1" else {
            throw .invalid(
                "the credential_source of \(source.path) has another environment_id than aws1",
                "write the file again with `gcloud iam workload-identity-pools create-cred-config`")
        }
        let aws = AWSSession(
            environment: environment, client: client, profile: nil, allowsIMDSv1: false)
        let template = try source.text("regional_cred_verification_url")
        let region: String
        if let known = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] {
            region = known
        } else {
            region = try await instanceMetadata(source).region()
        }
        guard InstanceMetadataService.isRegion(region) else {
            throw .invalid("the region of AWS is not a name", "write AWS_REGION as in eu-central-1")
        }
        var found = try await aws.environmentSource.load()
        if case .absent = found { found = try await instanceMetadata(source).credentials() }
        let credentials: AWSSession.Found
        switch found {
        case .found(let value): credentials = value
        case .absent(let reason):
            throw .invalid(
                "\(source.path) needs credentials of AWS, which the environment does not have: \(reason)",
                "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the instance a role and IMDSv2"
            )
        }
        let url = template.replacing("{region}", with: region)
        try ServiceURL.requireTLS(url, "regional_cred_verification_url in \(file.path)")
        var request = TransportRequest(method: .post, url: url)
        request.headers[Self.targetField] = try file.text("audience")
        let signer = AWSSigner(
            credentials: credentials.value, region: region, service: "sts",
            clock: SigningClock(source: environment.date))
        do {
            try await signer.sign(&request)
            return PercentEncoding.encode(
                String(decoding: try described(request, url).jsonData(), as: UTF8.self))
        } catch {
            throw .invalid(
                "the regional_cred_verification_url of \(source.path) can't be signed",
                "write the URL of AWS's token service")
        }
    }

    /// Returns the request as Google reads it.
    private func described(_ request: TransportRequest, _ url: String) -> JSONValue {
        var fields = request.headers.map { ($0.name.canonicalName, $0.value) }
        fields.append(("host", request.authority))
        return [
            "headers": .array(fields.map { ["key": .string($0.0), "value": .string($0.1)] }),
            "method": "POST", "url": .string(url),
        ]
    }

    private func instanceMetadata(
        _ source: GoogleFile
    ) throws(WorkloadIdentityError) -> InstanceMetadataService {
        let url = try source.text("url").droppingSlash
        let path = String(InstanceMetadataService.path.dropLast())
        let origin = try ServiceURL.origin(of: url, "the credential_source of \(source.path)")
        guard url.hasSuffix(path), origin.isLoopback || ServiceURL.isLinkLocal(origin.host)
        else {
            throw .invalid(
                "the url in \(source.path) is not that of an instance's metadata",
                "write http://169.254.169.254\(path)")
        }
        return InstanceMetadataService(
            base: String(url.dropLast(path.count)), client: client,
            allowsVersion1: false, now: environment.date)
    }

    private static let targetField = HTTPField.Name(token: "x-goog-cloud-target-resource")
}
