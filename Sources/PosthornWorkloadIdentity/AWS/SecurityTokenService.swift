internal import FoundationEssentials
internal import PosthornAWS
internal import PosthornCore
internal import PosthornKeys
internal import PosthornXML

/// A role and the name of its session.
struct AssumedRole {
    var arn: String
    var sessionName: String
    var externalID: String?
    var duration: Int?

    init(arn: String, sessionName: String) { (self.arn, self.sessionName) = (arn, sessionName) }

    init(_ profile: AWSProfiles.Profile, at now: Date) {
        arn = profile["role_arn"] ?? ""
        sessionName = profile["role_session_name"] ?? Self.sessionName(at: now)
        externalID = profile["external_id"]
        duration = profile["duration_seconds"].flatMap { Int($0) }
    }

    static func sessionName(at now: Date) -> String {
        "posthorn-\(Int(now.timeIntervalSince1970))"
    }

    var parameters: [(String, String)] {
        let all = [
            ("RoleArn", arn), ("RoleSessionName", sessionName), ("ExternalId", externalID),
            ("DurationSeconds", duration.map(String.init)),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// AWS's Security Token Service, which issues the credentials of roles.
struct SecurityTokenService {
    private let url: String
    private let region: String
    private let client: ServiceClient
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - endpoint: The URL of another endpoint; `nil` for that of the region.
    ///   - region: The region; `nil` for the global endpoint.
    init(
        endpoint: String?, region: String?, client: ServiceClient,
        now: @escaping @Sendable () -> Date
    ) throws(WorkloadIdentityError) {
        // The region is a part of the host's name.
        let isName = region?.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: ".") } ?? true
        guard isName else { throw .invalid("the region is not a name", "write it as in eu-west-1") }
        self.region = region ?? "us-east-1"
        url = endpoint ?? "https://\(Self.host(region))/"
        (self.client, self.now) = (client, now)
    }

    private static func host(_ region: String?) -> String {
        guard let region, region != "aws-global" else { return "sts.amazonaws.com" }
        let domains = [
            "cn-": "amazonaws.com.cn", "us-iso-": "c2s.ic.gov", "us-isob-": "sc2s.sgov.gov",
        ]
        let domain = domains.first { region.hasPrefix($0.key) }?.value ?? "amazonaws.com"
        return "sts.\(region).\(domain)"
    }

    /// Returns the credentials of a role that other credentials may assume.
    func assumeRole(
        _ role: AssumedRole, with credentials: AWSCredentials
    ) async throws(WorkloadIdentityError) -> AWSSession.Found {
        var request = request("AssumeRole", role.parameters)
        let signer = AWSSigner(
            credentials: credentials, region: region, service: "sts",
            clock: SigningClock(source: now))
        do {
            try await signer.sign(&request)
        } catch {
            throw WorkloadIdentityError(
                .invalidConfiguration, "the request to \(Origin.text(of: url)) cannot be signed",
                underlying: error)
        }
        return try await send(request)
    }

    /// Returns the credentials of a role that the bearer of a token may assume.
    func assumeRole(
        _ role: AssumedRole, webIdentityToken token: String
    ) async throws(WorkloadIdentityError) -> AWSSession.Found {
        try await send(
            request(
                "AssumeRoleWithWebIdentity", role.parameters + [("WebIdentityToken", token)]))
    }

    private func request(
        _ action: String, _ parameters: [(String, String)]
    ) -> TransportRequest {
        .form(url, [("Action", action), ("Version", "2011-06-15")] + parameters)
    }

    private func send(
        _ request: TransportRequest
    ) async throws(WorkloadIdentityError) -> AWSSession.Found {
        switch await client.send(request, to: .remote) {
        case .failure(let error):
            throw WorkloadIdentityError(
                .transport, "\(Origin.text(of: url)) sent no response: \(error.text)",
                advice: error.advice, underlying: error)
        case .success(let response):
            let texts = Self.texts(in: response.body)
            guard response.status.kind == .successful else { throw refusal(response, texts) }
            guard let id = texts["AccessKeyId"], let secret = texts["SecretAccessKey"],
                let token = texts["SessionToken"],
                let expiry = texts["Expiration"].flatMap(InternetDate.date(from:))
            else {
                throw .unexpected("\(Origin.text(of: url)) sent no credentials with an expiry")
            }
            return AWSSession.Found(
                AWSCredentials(accessKeyID: id, secret: secret, sessionToken: token),
                expiry: expiry)
        }
    }

    private func refusal(
        _ response: TransportResponse, _ texts: [String: String]
    ) -> WorkloadIdentityError {
        guard let code = texts["Code"].flatMap(ServiceClient.printable) else {
            return ServiceClient.refusal(response, from: url)
        }
        return WorkloadIdentityError(
            .refused,
            "\(Origin.text(of: url)) responded with the status \(response.status.code) and the error \(code)",
            advice: "check the role's ARN, its trust policy, and this machine's clock")
    }

    /// Returns the first text of each element without elements of its own; none if the document is not XML.
    private static func texts(in document: Data) -> [String: String] {
        var (texts, text) = ([String: String](), "")
        let isRead: Void? = try? XMLBody(document).events { event in
            switch event {
            case .start: text = ""
            case .text(let more): text += more
            case .end(let name):
                if texts[name] == nil { texts[name] = text.trimmed }
                text = ""
            }
        }
        return isRead == nil ? [:] : texts
    }
}

extension AWSSession {
    func tokenService() throws(WorkloadIdentityError) -> SecurityTokenService {
        let isIgnored = environment.isTrue("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS")
        let name = ["AWS_ENDPOINT_URL_STS", "AWS_ENDPOINT_URL"].first { environment[$0] != nil }
        let endpoint = isIgnored ? nil : name.flatMap { environment[$0] }
        if let endpoint, let name { try ServiceURL.requireTLS(endpoint, name) }
        return try SecurityTokenService(
            endpoint: endpoint, region: try region(), client: client, now: environment.date)
    }
}
