import FoundationEssentials

/// What two sealed bodies have in common if they were mixed with the same bytes.
enum Keystream {
    /// The body as it is, and each part of it that is base64url, as in a JWE.
    static func layers(of body: Data) -> [Data] {
        [body]
            + body.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
                part in
                let digits = String(decoding: part, as: UTF8.self).replacing("-", with: "+")
                    .replacing("_", with: "/")
                let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
                return Data(base64Encoded: digits + padding) ?? Data()
            }
    }

    /// Byte by byte, as far as both go.
    static func mixed(_ one: Data, _ two: Data) -> Data { Data(zip(one, two).map { $0 ^ $1 }) }
}
