extension Credential {
    /// Throws if the credential is not for the server with a base URL.
    func check(_ name: String, for base: BaseURL?) throws(APIError.Cause) {
        try ServerScope.check(
            "the credential \(name)", for: audience, at: base?.serverName)
    }
}
