import Posthorn

/// The pins of a ``TrustPolicy``, checked and ready to be compared.
struct PinnedHosts: Sendable {
    private var hosts = HostTable<Set<String>>()

    /// - Throws: a ``TransportError`` with the code `invalidRequest`: a pin that is misspelt, or a host
    ///   with none, must not turn into a host without pins.
    init(_ pins: [String: [String]]) throws(TransportError) {
        for (name, keys) in pins {
            guard !keys.isEmpty else {
                throw Self.defect(
                    "is empty", "give it a pin, or leave the host out")
            }
            var normal: Set<String> = []
            for key in keys {
                guard let pin = Self.pin(key) else {
                    throw Self.defect(
                        "holds an invalid pin",
                        "write sha256/ and the Base64 of 32 bytes")
                }
                normal.insert(pin)
            }
            guard hosts.insert(normal, for: name, joining: { $0.union($1) }) else {
                throw Self.defect(
                    "is for no host",
                    "write a host such as api.example.org or *.example.org, without scheme and port"
                )
            }
        }
    }

    /// Whether no host has any.
    var isEmpty: Bool { hosts.isEmpty }

    /// The pins of a host, its own before those of its domain.
    ///
    /// `nil` if any key will do.
    func pins(of host: String) -> Set<String>? { hosts[host] }

    /// The one form of a pin: 32 bytes are 43 digits of Base64 and a sign that fills it up.
    ///
    /// curl writes two slashes.
    private static func pin(_ text: String) -> String? {
        guard text.hasPrefix("sha256/") else { return nil }
        var digits = text.dropFirst(7)
        if digits.hasPrefix("/"), digits.count > 44 { digits = digits.dropFirst() }
        let isBase64 = digits.utf8.prefix(43).allSatisfy {
            (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || (0x30...0x39).contains($0)
                || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
        }
        // The last digit has two bits to spare, which are zero.
        guard digits.utf8.count == 44, isBase64, digits.hasSuffix("="),
            "AEIMQUYcgkosw048".contains(digits.dropLast().last ?? "?")
        else { return nil }
        return "sha256/" + digits
    }

    private static func defect(_ message: String, _ advice: String) -> TransportError {
        TransportError(
            .invalidRequest, message, advice: advice,
            nothingSent: true)
    }
}
