internal import FoundationEssentials
internal import PosthornAWS
internal import PosthornCore

/// What the sources of AWS credentials share.
struct AWSSession: Sendable {
    typealias Found = FoundCredential<AWSCredentials>
    typealias Source = ChainSource<AWSCredentials>

    let environment: WorkloadEnvironment
    let client: ServiceClient
    /// The name of the profile that the program chose; `nil` for that of the environment.
    let profile: String?
    let allowsIMDSv1: Bool

    func profiles() throws(WorkloadIdentityError) -> AWSProfiles {
        try AWSProfiles(environment, name: profile)
    }

    /// Returns the region of the environment or else of the profile; `nil` if there is none.
    func region() throws(WorkloadIdentityError) -> String? {
        if let region = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] {
            return region
        }
        return try profiles().currentProfile()?["region"]
    }

    /// Reads the document of a metadata server.
    static func credentials(
        in document: JSONValue, from url: String
    ) throws(WorkloadIdentityError) -> Found {
        guard let id = document["AccessKeyId"]?.string,
            let secret = document["SecretAccessKey"]?.string, !id.isEmpty, !secret.isEmpty
        else {
            throw .unexpected("\(Origin.text(of: url)) sent no access key")
        }
        guard let expiry = document["Expiration"]?.string.flatMap(InternetDate.date(from:)) else {
            throw .unexpected("\(Origin.text(of: url)) sent credentials without an expiry")
        }
        return Found(
            AWSCredentials(
                accessKeyID: id, secret: secret, sessionToken: document["Token"]?.string),
            expiry: expiry)
    }
}
