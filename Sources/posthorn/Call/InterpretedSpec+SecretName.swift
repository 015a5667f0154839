internal import PosthornInterpreter
internal import PosthornSpec

extension InterpretedSpec {
    /// Returns the name of a secret in a file, such as `ShopAPI.user@sandbox`.
    ///
    /// - Parameters:
    ///   - name: The name of a credential, cipher or signer in the spec; `partner-server` for a server's half.
    ///   - environment: The only environment that the secret is for; `nil` for all.
    ///   - stored: The secrets that are in the file, which may be of an earlier spec.
    func secretName(
        _ name: String, environment: String?, besides stored: [String] = []
    ) throws(ToolFailure) -> String {
        let ending = environment.map { "@" + $0 } ?? ""
        let whole = "\(service.name).\(name)\(ending)"
        if stored.contains(whole) { return whole }
        let keys = (service.ciphers + service.signers).map(\.name)
        let names = service.auth.map(\.name) + keys
        guard (names + keys.map { $0 + "-server" }).contains(name) else {
            throw failure("the spec has no such credential, cipher or signer", name, names)
        }
        let environments = service.servers.map(\.name)
        guard environment.map(environments.contains) ?? true else {
            throw failure("unknown environment", environment ?? "", environments)
        }
        return whole
    }

    private func failure(_ rule: String, _ found: String, _ known: [String]) -> ToolFailure {
        let write =
            known.isEmpty
            ? "it in the spec first"
            : Suggestion.write(for: found, among: known, else: quotedList(known))
        return ToolFailure(
            .usage, "\(service.name): \(rule); found \(quoted(found)); write \(write)")
    }
}
