internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore

/// The metadata service of an EC2 instance.
struct InstanceMetadataService {
    /// The URL of the service without a slash at its end.
    let base: String
    let client: ServiceClient
    let allowsVersion1: Bool
    let now: @Sendable () -> Date

    private var name: String { Origin.text(of: base) }

    static let path = "/latest/meta-data/iam/security-credentials/"
    /// How long credentials that the service has not renewed are used.
    ///
    /// During an outage it sends expired ones, which the servers of AWS accept.
    private static let grace = 600.0

    /// How the service can be asked.
    private enum Access {
        /// With a session token, or without one for IMDSv1.
        case open(token: String?)
        case absent(String)
    }

    func credentials() async throws(WorkloadIdentityError) -> AWSSession.Source.Result {
        switch try await access() {
        case .absent(let reason): .absent(reason)
        case .open(let token): try await credentials(token: token)
        }
    }

    /// Returns the region of the instance, from its availability zone.
    func region() async throws(WorkloadIdentityError) -> String {
        switch try await access() {
        case .absent(let reason):
            throw .invalid("the region of AWS is not known: \(reason)", "set AWS_REGION")
        case .open(let token):
            let zone = "/latest/meta-data/placement/availability-zone"
            let region = try text(await client.send(request(zone, token), to: .local)).dropLast()
            guard Self.isRegion(region) else { throw .unexpected("\(name) sent no zone") }
            return String(region)
        }
    }

    /// Whether a text has the characters of a region's name.
    static func isRegion(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || $0 == UInt8(ascii: "-")
            }
    }

    private func access() async throws(WorkloadIdentityError) -> Access {
        var request = TransportRequest(method: .put, url: base + "/latest/api/token")
        request.headers[Self.lifetimeField] = "21600"
        switch await client.send(request, to: .local) {
        case .failure(let error):
            return .absent(
                try WorkloadIdentityError.absence(
                    error, at: base,
                    "raise the hop limit of the instance to 2 if this is a container"))
        case .success(let response):
            let token = String(decoding: response.body, as: UTF8.self)
            let isToken = !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            if response.status == .ok, isToken { return .open(token: token) }
            guard allowsVersion1, [403, 404, 405].contains(response.status.code) else {
                return .absent(
                    "\(name) has no token for IMDSv2 (status \(response.status.code))"
                        + (allowsVersion1 ? "" : ", and IMDSv1 is not allowed"))
            }
            return .open(token: nil)
        }
    }

    private func credentials(
        token: String?
    ) async throws(WorkloadIdentityError) -> AWSSession.Source.Result {
        let roles = await client.send(request(Self.path, token), to: .local)
        if case .success(let response) = roles, response.status == .notFound {
            return .absent("the instance has no role")
        }
        let names = try text(roles)
        let role = names.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        // The characters of a role's name.
        guard !role.isEmpty, role.utf8.allSatisfy({ $0.isUnreserved || "+=,@".utf8.contains($0) })
        else { throw .unexpected("\(name) did not send the name of a role") }
        let document = try await client.object(request(Self.path + role, token), to: .local)
        if let code = document["Code"]?.string, code != "Success" {
            throw WorkloadIdentityError(
                .refused,
                "\(name) has no credentials of the role \(role)"
                    + (ServiceClient.printable(code).map { " (\($0))" } ?? ""),
                advice: "check the trust policy of the role")
        }
        var found = try AWSSession.credentials(in: document, from: base)
        found.expiry = found.expiry.map { max($0, now() + Self.grace) }
        return .found(found)
    }

    private func text(
        _ result: Result<TransportResponse, TransportError>
    ) throws(WorkloadIdentityError) -> String {
        switch result {
        case .failure(let error):
            throw .silence(error, at: base)
        case .success(let response):
            guard response.status == .ok else {
                throw ServiceClient.refusal(response, from: base)
            }
            return String(decoding: response.body, as: UTF8.self)
        }
    }

    private func request(_ path: String, _ token: String?) -> TransportRequest {
        var request = TransportRequest(url: base + path)
        request.headers[Self.tokenField] = token
        return request
    }

    private static let lifetimeField = HTTPField.Name(token: "X-aws-ec2-metadata-token-ttl-seconds")
    private static let tokenField = HTTPField.Name(token: "X-aws-ec2-metadata-token")
}
