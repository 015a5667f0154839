/// An entry of ``ProxyRules/exceptions``: the hosts that bypass the proxies, perhaps for one port only.
struct ProxyException: Sendable, Hashable {
    private enum Hosts: Hashable {
        case all
        /// Names without a dot, as `<local>` means.
        case withoutDots
        /// A domain and its subdomains.
        case domain(String)
        /// A name or an address, in pieces between which there may be any text.
        case pattern([String])
        case network(AddressRange)
    }

    private let hosts: Hosts
    /// The port to which the entry is limited; `nil` for all.
    private let port: Int?

    /// Splits the text of exceptions at commas, semicolons, bars and whitespace.
    static func entries(in text: String) -> [String] {
        text.split { ",;|".contains($0) || $0.isWhitespace }.map(String.init)
    }

    init?(_ entry: String) {
        guard let (host, port) = Self.hostAndPort(entry), let hosts = Self.hosts(host) else {
            return nil
        }
        (self.hosts, self.port) = (hosts, port)
    }

    /// - Parameter host: A name or an address; an IPv6 address may have brackets.
    func contains(_ host: String, port: Int) -> Bool {
        guard self.port ?? port == port else { return false }
        let name = Self.plain(host)
        let address = IPAddress(Self.withoutBrackets(host))
        switch hosts {
        case .all: return true
        case .withoutDots: return address == nil && !name.contains(".")
        case .domain(let domain):
            return address == nil && (name == domain || name.hasSuffix("." + domain))
        case .pattern(let pieces): return Self.matches(name, pieces)
        case .network(let range): return address.map(range.contains) ?? false
        }
    }

    /// Separates `name:8080` and `[::1]:8080`; an IPv6 address without brackets has no port.
    private static func hostAndPort(_ entry: String) -> (Substring, Int?)? {
        let start = entry.firstIndex(of: "]") ?? entry.startIndex
        guard let colon = entry[start...].firstIndex(of: ":"),
            entry[start...].lastIndex(of: ":") == colon
        else { return (entry[...], nil) }
        guard let port = Int(entry[colon...].dropFirst()), (1...65_535).contains(port) else {
            return nil
        }
        return (entry[..<colon], port)
    }

    private static func hosts(_ text: Substring) -> Hosts? {
        if text == "*" { return .all }
        if text.lowercased() == "<local>" { return .withoutDots }
        if let slash = text.firstIndex(of: "/") {
            let base = network(text[..<slash])
            return AddressRange.parse(base + text[slash...]).map { .network($0) }
        }
        if let range = AddressRange.parse(withoutBrackets(String(text))) { return .network(range) }
        // The beginning of an address: `10.` or `192.168.`
        if text.hasSuffix("."), text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) {
            return .pattern([String(text), ""])
        }
        guard let ascii = InternationalName.ascii(text), case let name = plain(ascii),
            !name.isEmpty,
            name.utf8.allSatisfy({ $0.isUnreserved || "*:".utf8.contains($0) }),
            name.contains("*") || !name.contains(":")
        else { return nil }
        guard name.contains("*") else { return .domain(name) }
        return .pattern(
            name.split(separator: "*", omittingEmptySubsequences: false).map(String.init))
    }

    /// Returns the address of a network in four parts, which macOS writes as `169.254`.
    private static func network(_ text: Substring) -> String {
        guard text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) else {
            return String(text)
        }
        let missing = 3 - text.utf8.count { $0 == UInt8(ascii: ".") }
        return text + String(repeating: ".0", count: max(0, missing))
    }

    private static func matches(_ name: String, _ pieces: [String]) -> Bool {
        guard let first = pieces.first, let last = pieces.last, name.hasPrefix(first) else {
            return false
        }
        var rest = name.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    /// Returns a host in lower case, without the dots and brackets around it.
    private static func plain(_ host: String) -> String {
        var name = host.lowercased()[...]
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        if name.hasPrefix(".") { name.removeFirst() }
        if name.hasSuffix(".") { name.removeLast() }
        return String(name)
    }

    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}
