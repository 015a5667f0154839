internal import PosthornAWS
internal import PosthornCore

extension AWSSession {
    /// The access key of the profile.
    var profileSource: Source {
        Source(name: "profile") { () throws(WorkloadIdentityError) in
            let profiles = try profiles()
            guard let profile = try profiles.currentProfile() else {
                return .absent("there is no profile \(profiles.current) in \(profiles.paths)")
            }
            guard let found = try Self.staticCredentials(of: profile) else {
                return .absent("the profile \(profile.name) has no aws_access_key_id")
            }
            return .found(found)
        }
    }

    /// Returns the access key of a profile, or `nil` if it has none.
    ///
    /// - Throws: If the profile gets its credentials in another way first, which would be another identity.
    static func staticCredentials(
        of profile: AWSProfiles.Profile
    ) throws(WorkloadIdentityError) -> Found? {
        if profile["sso_session"] != nil || profile["sso_start_url"] != nil {
            throw unsupported("sso_session or sso_start_url", profile)
        }
        if let found = try key(profile.secrets, of: profile) { return found }
        for name in ["login_session", "credential_process"] where profile[name] != nil {
            throw unsupported(name, profile)
        }
        return try key(profile.settings, of: profile)
    }

    private static func key(
        _ settings: [String: String], of profile: AWSProfiles.Profile
    ) throws(WorkloadIdentityError) -> Found? {
        guard settings["aws_access_key_id"] != nil else { return nil }
        guard let id = profile["aws_access_key_id"], let secret = profile["aws_secret_access_key"]
        else {
            throw .invalid(
                "the profile \(profile.name) has no complete aws_access_key_id and "
                    + "aws_secret_access_key", "write both or neither")
        }
        return Found(
            AWSCredentials(
                accessKeyID: id, secret: secret, sessionToken: profile["aws_session_token"]),
            expiry: nil)
    }

    private static func unsupported(
        _ setting: String, _ profile: AWSProfiles.Profile
    ) -> WorkloadIdentityError {
        .invalid(
            "the profile \(profile.name) has \(setting), and this library starts no program and "
                + "opens no browser",
            "set the variables that `aws configure export-credentials --format env` prints")
    }
}
