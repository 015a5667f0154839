import Posthorn

/// ``ConnectionOptions/hostOverrides``, checked and in the form that libcurl takes.
struct HostOverrides: Sendable {
    /// Where each host is called; addresses of IPv6 are in brackets.
    private(set) var places: [String: String] = [:]

    init() {}

    /// - Throws: a ``TransportError`` with the code `invalidRequest` for an entry that can't be kept: its host
    ///   must not be called at its own address.
    init(_ overrides: [String: String]) throws(TransportError) {
        for (host, place) in overrides.sorted(by: { $0.key < $1.key }) {
            try insert(host, at: place)
        }
    }

    /// Has a host called at another place.
    mutating func insert(_ host: String, at place: String) throws(TransportError) {
        let advice = "write a name or an address, without a port"
        guard let name = Self.host(host) else { throw .invalidRequest("is for no host", advice) }
        guard let place = Self.host(place) else {
            throw .invalidRequest("leads to no host", advice)
        }
        guard places[name, default: place] == place else {
            throw .invalidRequest(
                "is for a host that another entry leads elsewhere", "leave one of them")
        }
        places[name] = place
    }

    /// Where the host of a URL is called; `nil` for its own address.
    subscript(_ host: String) -> String? { places[host] }

    /// A host as libcurl has it, an IPv6 address in brackets; `nil` if it is none.
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
