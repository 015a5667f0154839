import FoundationEssentials
import Posthorn

extension HostTable<Set<String>> {
    /// The pins of a ``TrustPolicy``, checked and ready to be compared.
    /// - Throws: a ``TransportError`` with the code `invalidRequest`: a pin that is misspelt, or a host
    ///   with none, must not turn into a host without pins.
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

    /// The one form of a pin: 32 bytes are 43 digits of Base64 and a sign that fills it up.
    ///
    /// curl writes two slashes.
    private static func pin(_ text: String) -> String? {
        guard text.hasPrefix("sha256/") else { return nil }
        var digits = text.dropFirst(7)
        if digits.hasPrefix("/"), digits.count > 44 { digits = digits.dropFirst() }
        // The one form: the bits to spare in the last digit are zero.
        guard let key = Data(base64Encoded: String(digits)), key.count == 32,
            key.base64EncodedString() == digits
        else { return nil }
        return "sha256/" + digits
    }
}
