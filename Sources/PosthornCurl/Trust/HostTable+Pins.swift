extension HostTable<Set<Pin>> {
    /// Creates a table from the pins of a ``TrustPolicy``.
    ///
    /// - Throws: a ``TransportError`` with the code `invalidRequest` for a host without pins, which must
    ///   not turn into a host that accepts any key.
    init(pins: [String: [Pin]]) throws(TransportError) {
        self.init()
        for (name, keys) in pins {
            guard !keys.isEmpty else {
                throw .invalidRequest("is empty", "give it a pin, or leave the host out")
            }
            guard insert(Set(keys), for: name, joining: { $0.union($1) }) else {
                throw .invalidRequest(
                    "has an invalid host",
                    "write a host such as api.example.org or *.example.org, without scheme and port"
                )
            }
        }
    }
}
