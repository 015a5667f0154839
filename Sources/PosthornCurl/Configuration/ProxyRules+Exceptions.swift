extension ProxyRules {
    /// The entries of all exceptions; one text may hold several, as in the variable `no_proxy`.
    ///
    /// `nil` stands for an entry that can't be read.
    var entries: [ProxyException?] {
        exceptions.flatMap(ProxyException.entries).map(ProxyException.init)
    }
}

extension [ProxyException] {
    /// - Parameter host: A name or an address; an IPv6 address may have brackets.
    func bypass(_ host: String, port: Int) -> Bool { contains { $0.contains(host, port: port) } }
}
