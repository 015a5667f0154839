internal import FoundationEssentials
internal import PosthornAWS
internal import PosthornCore

extension AWSSession {
    /// The variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`.
    var environmentSource: Source {
        Source(name: "environment") { () throws(WorkloadIdentityError) in
            guard let id = environment["AWS_ACCESS_KEY_ID"] else {
                return .absent("AWS_ACCESS_KEY_ID is not set")
            }
            guard let secret = environment["AWS_SECRET_ACCESS_KEY"] else {
                throw .invalid(
                    "AWS_ACCESS_KEY_ID is set and AWS_SECRET_ACCESS_KEY is not",
                    "set both or neither")
            }
            let token = environment["AWS_SECURITY_TOKEN"] ?? environment["AWS_SESSION_TOKEN"]
            return .found(
                Found(
                    AWSCredentials(accessKeyID: id, secret: secret, sessionToken: token),
                    expiry: try environmentExpiry()))
        }
    }

    private func environmentExpiry() throws(WorkloadIdentityError) -> Date? {
        guard let text = environment["AWS_CREDENTIAL_EXPIRATION"] else { return nil }
        guard let date = InternetDate.date(from: text) else {
            throw .invalid(
                "AWS_CREDENTIAL_EXPIRATION is not a time", "write it as 2026-11-21T10:00:00Z")
        }
        return date
    }
}
