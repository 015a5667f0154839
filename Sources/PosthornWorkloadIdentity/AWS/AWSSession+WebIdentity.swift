internal import PosthornAWS
internal import PosthornCore

extension AWSSession {
    /// The role that the token in a file may assume, as in Kubernetes clusters of AWS.
    var webIdentitySource: Source {
        Source(name: "web identity") { () async throws(WorkloadIdentityError) in
            let profile = try profiles().currentProfile()
            guard
                let found = try await webIdentity(of: profile, usesVariables: self.profile == nil)
            else {
                return .absent(
                    "AWS_WEB_IDENTITY_TOKEN_FILE and web_identity_token_file are not set")
            }
            return .found(found)
        }
    }

    /// Returns the credentials of a role for a token, or `nil` if nothing names the token's file.
    func webIdentity(
        of profile: AWSProfiles.Profile?, usesVariables: Bool
    ) async throws(WorkloadIdentityError) -> Found? {
        func setting(_ variable: String, _ name: String) -> String? {
            (usesVariables ? environment[variable] : nil) ?? profile?[name]
        }
        guard
            let path = setting("AWS_WEB_IDENTITY_TOKEN_FILE", "web_identity_token_file")
        else { return nil }
        guard let arn = setting("AWS_ROLE_ARN", "role_arn") else {
            throw .invalid(
                "there is a file of a web identity token, and no role for it",
                "set AWS_ROLE_ARN, or role_arn in the profile")
        }
        let token = try ConfigurationFile.token(environment.expand(path))
        let role = AssumedRole(
            arn: arn,
            sessionName: setting("AWS_ROLE_SESSION_NAME", "role_session_name")
                ?? AssumedRole.sessionName(at: environment.date()))
        return try await tokenService().assumeRole(role, webIdentityToken: token)
    }
}
