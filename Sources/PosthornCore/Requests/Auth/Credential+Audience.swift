extension Credential {
    /// Throws if the credential is not for the server with a base URL.
    func check(_ name: String, for base: BaseURL?) throws(APIError.Cause) {
        guard let audience else { return }
        let server: String? = if case .named(let name, _, _) = base?.server { name } else { nil }
        if let server, audience.contains(server) { return }
        throw APIError.Cause(
            .credentialFailed,
            "the credential \(name) is for the server \(audience.sorted().joined(separator: ", ")), and not for "
                + (server ?? "the base URL of the call"),
            advice: "give the client a credential of its server")
    }
}
