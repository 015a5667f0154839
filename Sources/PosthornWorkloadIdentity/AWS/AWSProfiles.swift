internal import PosthornCore

/// The profiles of AWS's configuration and credentials files.
struct AWSProfiles {
    /// The settings of a profile.
    struct Profile {
        let name: String
        /// Those of both files; the credentials file wins.
        let settings: [String: String]
        /// Those of the credentials file.
        let secrets: [String: String]

        /// Returns a setting, or `nil` if it is not there or empty.
        subscript(name: String) -> String? { settings[name].flatMap { $0.isEmpty ? nil : $0 } }

        var hasStaticCredentials: Bool {
            settings["aws_access_key_id"] != nil || settings["aws_secret_access_key"] != nil
        }
    }

    private let configured: [String: [String: String]]
    private let secrets: [String: [String: String]]
    /// The name of the profile in use.
    let current: String
    /// Whether the program or the environment names the profile, so that it has to exist.
    let isNamed: Bool
    /// The paths of the files, for errors.
    let paths: String

    /// Reads the files.
    ///
    /// - Parameter name: The name of a profile; `nil` for that of the environment, or else `default`.
    init(_ environment: WorkloadEnvironment, name: String?) throws(WorkloadIdentityError) {
        let config = environment.expand(environment["AWS_CONFIG_FILE"] ?? "~/.aws/config")
        let credentials = environment.expand(
            environment["AWS_SHARED_CREDENTIALS_FILE"] ?? "~/.aws/credentials")
        let named = name ?? environment["AWS_DEFAULT_PROFILE"] ?? environment["AWS_PROFILE"]
        (current, isNamed) = (named ?? "default", named != nil)
        paths = "\(config) and \(credentials)"
        configured = try Self.profiles(Self.sections(config))
        secrets = try Self.sections(credentials)
    }

    private static func sections(
        _ path: String
    ) throws(WorkloadIdentityError) -> [String: [String: String]] {
        guard let text = try ConfigurationFile.text(path) else { return [:] }
        return try INIFile(text, path: path).sections
    }

    /// Returns the sections `[default]` and `[profile name]` by the name of the profile.
    private static func profiles(
        _ sections: [String: [String: String]]
    ) -> [String: [String: String]] {
        var profiles: [String: [String: String]] = [:]
        for (section, settings) in sections {
            if section == "default" {
                profiles[section] = settings
            } else if section.hasPrefix("profile"), section.dropFirst(7).first?.isWhitespace == true
            {
                let name = section.dropFirst(7).trimmed
                let isQuoted = name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
                profiles[isQuoted ? String(name.dropFirst().dropLast()) : name] = settings
            }
        }
        return profiles
    }

    /// Returns a profile, or `nil` if no file has it.
    subscript(name: String) -> Profile? {
        guard configured[name] != nil || secrets[name] != nil else { return nil }
        let own = secrets[name] ?? [:]
        return Profile(
            name: name, settings: (configured[name] ?? [:]).merging(own) { _, new in new },
            secrets: own)
    }

    /// Returns the profile in use; `nil` if it is the default one and no file has it.
    func currentProfile() throws(WorkloadIdentityError) -> Profile? {
        if let profile = self[current] { return profile }
        guard !isNamed else {
            throw .invalid(
                "the profile \(current.debugDescription) is neither in \(paths)",
                "add it, or name another one in AWS_PROFILE")
        }
        return nil
    }
}
