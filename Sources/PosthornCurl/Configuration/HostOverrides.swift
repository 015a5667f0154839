/// ``ConnectionOptions/hostOverrides``, checked and in libcurl's form.
struct HostOverrides: Sendable {
    /// The name or address to connect to for each host; IPv6 addresses are in brackets.
    private(set) var places: [String: String] = [:]

    init() {}

    /// - Throws: a ``TransportError`` with the code `invalidRequest` for an invalid entry. Ignoring the entry
    ///   would connect to the host's own address.
    init(_ overrides: [String: String]) throws(TransportError) {
        for (host, place) in overrides.sorted(by: { $0.key < $1.key }) {
            try insert(host, at: place)
        }
    }

    mutating func insert(_ host: String, at place: String) throws(TransportError) {
        let advice = "write a name or an address, without a port"
        guard let name = Self.host(host) else {
            throw .invalidRequest("has an invalid host", advice)
        }
        guard let place = Self.host(place) else {
            throw .invalidRequest("has an invalid target", advice)
        }
        guard places[name, default: place] == place else {
            throw .invalidRequest(
                "maps a host that another entry maps to another target", "leave one of them")
        }
        places[name] = place
    }

    /// The place to connect to for the host of a URL; `nil` for the host's own address.
    subscript(_ host: String) -> String? { places[host] }

    /// Converts a host to libcurl's form, with an IPv6 address in brackets; `nil` if it is invalid.
    static func host(_ text: String) -> String? {
        let bare =
            text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
        if bare.contains(":") { return HostAddress.normal("[\(bare)]") }
        guard bare.count == text.count, !bare.isEmpty, let name = InternationalName.ascii(bare),
            name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"/?#@[]\\".utf8.contains($0) })
        else { return nil }
        return name.lowercased()
    }
}
