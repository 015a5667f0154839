// The check of a configuration's TLS versions and algorithms.
extension ConnectionOptions {
    /// The invalid properties, and what is wrong with them.
    var tlsMistakes: [(property: String, message: String)] {
        var mistakes: [(property: String, message: String)] = []
        if maximumTLS == .tls12, requiresTLS13 {
            mistakes.append(
                (
                    "connection.maximumTLS",
                    "is TLS 1.2, and requiresTLS13 is set; remove one of them"
                ))
        }
        guard algorithms != TLSAlgorithms() else { return mistakes }
        mistakes += suiteMistakes
        mistakes += nameMistakes("groups", algorithms.groups?.map(\.rawValue)) { context, name in
            context.set([TLSAlgorithms.Group(rawValue: name)])
        }
        mistakes += nameMistakes(
            "signatureAlgorithms", algorithms.signatureAlgorithms?.map(\.rawValue)
        ) { context, name in context.set([TLSAlgorithms.SignatureAlgorithm(rawValue: name)]) }
        return mistakes
    }

    private var suiteMistakes: [(property: String, message: String)] {
        guard let suites = algorithms.cipherSuites else { return [] }
        let property = "connection.algorithms.cipherSuites"
        let versions = (
            tls12: suites.contains { !$0.isOfTLS13 }, tls13: suites.contains { $0.isOfTLS13 }
        )
        if !suites.isEmpty,
            requiresTLS13 && !versions.tls13 || maximumTLS == .tls12 && !versions.tls12
        {
            return [(property, "has no suite of the only TLS version; add one")]
        }
        return nameMistakes("cipherSuites", suites.map(\.rawValue)) { context, name in
            context.has(TLSAlgorithms.CipherSuite(rawValue: name))
        }
    }

    private func nameMistakes(
        _ list: String, _ names: [String]?, _ isKnown: (TLSContext, String) -> Bool
    ) -> [(property: String, message: String)] {
        guard let names else { return [] }
        let property = "connection.algorithms.\(list)"
        guard !names.isEmpty else {
            return [(property, "is empty; write one, or nil for OpenSSL's")]
        }
        return names.compactMap { name in
            // Other characters are operators of OpenSSL's lists.
            let isName = name.utf8.allSatisfy {
                $0.isDigit || $0.isLetter || "-_+".utf8.contains($0)
            }
            guard !isName || name.isEmpty || TLSContext.withNew({ isKnown($0, name) }) == false
            else { return nil }
            let library = (CurlLibrary.tlsLibrary ?? "").replacing("/", with: " ")
            return (
                property,
                "names \(VisibleName.shown(name)), which \(library) does not have or allow; "
                    + (name.contains("MLKEM") ? "install OpenSSL 3.5 or later, or " : "")
                    + "remove it"
            )
        }
    }
}

extension SessionConfiguration {
    /// The settings of the session's trust rules.
    var trustSettings: TrustRules.Settings {
        TrustRules.Settings(
            policy: trust, byHost: trustByHost, byName: trustByName,
            identities: connection.identities,
            needsOpenSSL: connection.maximumTLS != nil
                || connection.algorithms != TLSAlgorithms())
    }
}
