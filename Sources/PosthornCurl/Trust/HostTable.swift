/// Values by host, such as `api.example.org`, or `*.example.org` for all names with one more label.
struct HostTable<Value: Sendable>: Sendable {
    private var values: [String: Value] = [:]

    var isEmpty: Bool { values.isEmpty }

    /// Inserts a value, joined with an existing one; returns `false` if the host is invalid.
    mutating func insert(
        _ value: Value, for name: String, joining join: (Value, Value) -> Value
    ) -> Bool {
        guard let place = Self.place(name) else { return false }
        values[place] = values[place].map { join($0, value) } ?? value
        return true
    }

    /// The value of a host; its own entry precedes that of its domain.
    subscript(_ host: String) -> Value? {
        guard !values.isEmpty else { return nil }
        let host = Self.normal(host[...])
        if let own = values[host] { return own }
        guard let dot = host.firstIndex(of: ".") else { return nil }
        return values["*" + host[dot...]]
    }

    /// The normal form of a host or of a wildcard, as in URLs; `nil` if it is invalid.
    private static func place(_ name: String) -> String? {
        let isForAll = name.hasPrefix("*.")
        guard let ascii = InternationalName.ascii(isForAll ? name.dropFirst(2) : name[...]) else {
            return nil
        }
        let host = normal(ascii[...])
        if host.contains(":") {
            guard !isForAll, let address = HostAddress.normal("[\(host)]") else { return nil }
            return String(address.dropFirst().dropLast())
        }
        guard InternationalName.isName(host), !host.isEmpty, !host.hasPrefix("."),
            !host.contains("..")
        else { return nil }
        guard isForAll else { return HostAddress.normal(host) }
        return HostAddress.isNumeric(host) ? nil : "*." + host
    }

    private static func normal(_ host: Substring) -> String {
        let name = host.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
