/// A check that a secret is for the server that a call goes to.
package enum ServerScope {
    /// Throws if a secret is for other servers.
    ///
    /// - Parameters:
    ///   - what: The secret, as in `the credential user`.
    ///   - servers: The names of the servers that it is for, or `nil` for all.
    ///   - server: The name of the call's server in the spec, or `nil` for another base URL.
    package static func check(
        _ what: @autoclosure () -> String, for servers: Set<String>?, at server: String?
    ) throws(APIError.Cause) {
        guard let servers else { return }
        if let server, servers.contains(server) { return }
        throw APIError.Cause(
            .credentialFailed,
            "\(what()) is for the server \(servers.sorted().joined(separator: ", ")), and not for "
                + (server ?? "the base URL of the call"),
            advice: "give the client one for its server")
    }

    /// Returns the servers that several secrets are for, of which a call needs all.
    package static func intersection(_ scopes: [Set<String>?]) -> Set<String>? {
        let limits = scopes.compactMap(\.self)
        return limits.first.map { first in limits.reduce(first) { $0.intersection($1) } }
    }
}

extension PayloadCipher {
    /// Throws if the key of the cipher is not for a server.
    func check(_ name: String, at server: String?) throws(APIError.Cause) {
        try ServerScope.check("the key of the cipher \(name)", for: servers, at: server)
    }
}

extension Signer {
    /// Throws if the key of the signer is not for a server.
    func check(_ name: String, at server: String?) throws(APIError.Cause) {
        try ServerScope.check("the key of the signer \(name)", for: servers, at: server)
    }
}
