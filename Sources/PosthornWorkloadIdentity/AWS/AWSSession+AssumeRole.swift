internal import PosthornAWS
internal import PosthornCore

extension AWSSession {
    /// The role of the profile, which the credentials of another profile or of another source assume.
    var assumeRoleSource: Source {
        Source(name: "profile with a role") { () async throws(WorkloadIdentityError) in
            let profiles = try profiles()
            guard let profile = try profiles.currentProfile() else {
                return .absent("there is no profile \(profiles.current) in \(profiles.paths)")
            }
            guard Self.assumesRole(profile) else {
                return .absent("the profile \(profile.name) has no role_arn")
            }
            return .found(try await assumeRole(of: profile, in: profiles, visited: [profile.name]))
        }
    }

    private static func assumesRole(_ profile: AWSProfiles.Profile) -> Bool {
        profile["role_arn"] != nil && profile["web_identity_token_file"] == nil
    }

    private func assumeRole(
        of profile: AWSProfiles.Profile, in profiles: AWSProfiles, visited: [String]
    ) async throws(WorkloadIdentityError) -> Found {
        guard profile["mfa_serial"] == nil else {
            throw .invalid(
                "the profile \(profile.name) has mfa_serial, and nobody is there to enter a code",
                "assume the role with `aws sts assume-role`, and set the variables of the environment"
            )
        }
        let source = try await sourceCredentials(of: profile, in: profiles, visited: visited)
        return try await tokenService().assumeRole(
            AssumedRole(profile, at: environment.date()), with: source.value)
    }

    private func sourceCredentials(
        of profile: AWSProfiles.Profile, in profiles: AWSProfiles, visited: [String]
    ) async throws(WorkloadIdentityError) -> Found {
        switch (profile["source_profile"], profile["credential_source"]) {
        case (let name?, nil):
            return try await credentials(
                ofSource: name, of: profile, in: profiles, visited: visited)
        case (nil, let name?): return try await credentials(of: profile, from: name)
        case (nil, nil):
            throw .invalid(
                "the profile \(profile.name) has a role_arn without source_profile and "
                    + "credential_source", "write one of them")
        case (_?, _?):
            throw .invalid(
                "the profile \(profile.name) has both source_profile and credential_source",
                "write one of them")
        }
    }

    private func credentials(
        ofSource name: String, of profile: AWSProfiles.Profile, in profiles: AWSProfiles,
        visited: [String]
    ) async throws(WorkloadIdentityError) -> Found {
        guard let source = profiles[name] else {
            throw .invalid(
                "the source_profile \(name.debugDescription) of the profile \(profile.name) is neither in "
                    + profiles.paths, "add it, or name another one")
        }
        // A profile may name itself, for its own access key.
        let isOwn = name == profile.name && source.hasStaticCredentials
        guard isOwn || !visited.contains(name) else {
            throw .invalid(
                "the profiles refer to each other without end: "
                    + (visited + [name]).joined(separator: " → "),
                "let the last source_profile have an access key")
        }
        if !source.hasStaticCredentials, Self.assumesRole(source) {
            return try await assumeRole(of: source, in: profiles, visited: visited + [name])
        }
        if let found = try await webIdentity(of: source, usesVariables: false) { return found }
        guard let found = try Self.staticCredentials(of: source) else {
            throw .invalid(
                "the source_profile \(name) has no credentials", "write its aws_access_key_id")
        }
        return found
    }

    private func credentials(
        of profile: AWSProfiles.Profile, from name: String
    ) async throws(WorkloadIdentityError) -> Found {
        let sources = [
            "Environment": environmentSource, "EcsContainer": containerSource,
            "Ec2InstanceMetadata": instanceSource,
        ]
        guard let source = sources[name] else {
            throw .invalid(
                "the profile \(profile.name) has an unknown credential_source",
                "write Environment, EcsContainer or Ec2InstanceMetadata")
        }
        switch try await source.load() {
        case .found(let found): return found
        case .absent(let reason):
            throw .invalid(
                "the credential_source \(name) of the profile \(profile.name) has no credentials: "
                    + reason, "name another one")
        }
    }
}
