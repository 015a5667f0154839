import Glibc

extension ProxyRules {
    /// Whether a host bypasses the proxies.
    ///
    /// - Parameter host: A name or an address; an IPv6 address may have brackets.
    func bypasses(_ host: String) -> Bool {
        let address = Self.bytes(of: host)
        return entries.contains { entry in
            entry == "*"
                || address.map { Self.contains($0, network: entry) }
                    ?? Self.isName(host, in: entry)
        }
    }

    /// Whether all hosts bypass the proxies.
    var areBypassed: Bool { entries.contains("*") }

    /// The exceptions, of which each may hold several, as in the variable `no_proxy`.
    private var entries: [String] {
        exceptions.flatMap { $0.split { $0 == "," || $0.isWhitespace }.map(String.init) }
    }

    /// Whether a name is a domain or one of its subdomains.
    private static func isName(_ name: String, in domain: String) -> Bool {
        let name = Self.plain(name)
        let domain = Self.plain(domain)
        return !domain.isEmpty && (name == domain || name.hasSuffix("." + domain))
    }

    /// Returns a name in lower case, without the dots around it.
    private static func plain(_ name: String) -> String {
        var name = name.lowercased()[...]
        if name.hasPrefix(".") { name.removeFirst() }
        if name.hasSuffix(".") { name.removeLast() }
        return String(name)
    }

    /// Whether a network, such as `10.0.0.0/8` or a single address, contains an address.
    private static func contains(_ address: [UInt8], network: String) -> Bool {
        let parts = network.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = parts.first.flatMap({ bytes(of: String($0)) }),
            base.count == address.count,
            let length = parts.count == 2 ? Int(parts[1]) : base.count * 8,
            (0...base.count * 8).contains(length)
        else { return false }
        return zip(address, base).enumerated().allSatisfy { place, bytes in
            let bits = min(8, max(0, length - place * 8))
            return (bytes.0 ^ bytes.1) >> (8 - bits) == 0
        }
    }

    /// Returns the bytes of an IPv4 or IPv6 address; `nil` for a name.
    private static func bytes(of host: String) -> [UInt8]? {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let text = isBracketed ? String(host.dropFirst().dropLast()) : host
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, text, &bytes) == 1 { return bytes }
        return inet_pton(AF_INET, text, &bytes) == 1 ? Array(bytes.prefix(4)) : nil
    }
}
