import FoundationEssentials

/// The five parts of a JWE in the compact form (RFC 7516, section 7.1), their digits read.
struct CompactParts {
    /// The protected header as it stands there.
    let header: String
    let encryptedKey: Data
    let iv: Data
    let ciphertext: Data
    let tag: Data

    /// `nil` if there are other parts, or one has a digit or a length that it can't have.
    init?(_ text: UnsafeRawBufferPointer) {
        // Dots are looked for where they may be: one too many is no digit of the ciphertext.
        var rest = text[...]
        func part(atMost limit: Int) -> Slice<UnsafeRawBufferPointer>? {
            guard let end = rest.prefix(limit + 1).firstIndex(of: UInt8(ascii: ".")) else {
                return nil
            }
            defer { rest = rest[(end + 1)...] }
            return rest[..<end]
        }
        func bytes(_ digits: Slice<UnsafeRawBufferPointer>) -> Data? {
            Base64URLBody.decode(UnsafeRawBufferPointer(rebasing: digits))
        }
        guard let header = part(atMost: JWE.headerLimit),
            let encryptedKey = part(atMost: JWE.encryptedKeyLimit).flatMap(bytes),
            let iv = part(atMost: JWE.nonceLimit).flatMap(bytes),
            let end = rest.suffix(JWE.nonceLimit + 1).lastIndex(of: UInt8(ascii: ".")),
            let ciphertext = bytes(rest[..<end]), let tag = bytes(rest[(end + 1)...])
        else { return nil }
        self.header = String(decoding: header, as: UTF8.self)
        self.encryptedKey = encryptedKey
        self.iv = iv
        self.ciphertext = ciphertext
        self.tag = tag
    }
}
