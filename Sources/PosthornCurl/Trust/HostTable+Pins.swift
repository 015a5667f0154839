import FoundationEssentials
import PosthornHTTP

extension HostTable<Set<String>> {
    /// Creates a table from the pins of a ``TrustPolicy``.
    ///
    /// - Throws: a ``TransportError`` with the code `invalidRequest` for an invalid pin and for a host
    ///   without pins. Such an entry must not turn into a host that accepts any key.
    init(pins: [String: [String]]) throws(TransportError) {
        self.init()
        for (name, keys) in pins {
            guard !keys.isEmpty else {
                throw .invalidRequest("is empty", "give it a pin, or leave the host out")
            }
            var normal: Set<String> = []
            for key in keys {
                guard let pin = Self.pin(key) else {
                    throw .invalidRequest(
                        "holds an invalid pin", "write sha256/ and the Base64 of 32 bytes")
                }
                normal.insert(pin)
            }
            guard insert(normal, for: name, joining: { $0.union($1) }) else {
                throw .invalidRequest(
                    "is for no host",
                    "write a host such as api.example.org or *.example.org, without scheme and port"
                )
            }
        }
    }

    /// The normal form of a pin: 43 Base64 digits and one padding character for 32 bytes.
    ///
    /// curl writes two slashes, of which one is removed.
    private static func pin(_ text: String) -> String? {
        guard text.hasPrefix("sha256/") else { return nil }
        var digits = text.dropFirst(7)
        if digits.hasPrefix("/"), digits.count > 44 { digits = digits.dropFirst() }
        // Only one encoding is accepted: the unused bits of the last digit are zero.
        guard let key = Data(base64Encoded: String(digits)), key.count == 32,
            key.base64EncodedString() == digits
        else { return nil }
        return "sha256/" + digits
    }
}
