package import FoundationEssentials

/// A public key that a client expects of a server, by the SHA-256 hash of its SubjectPublicKeyInfo (RFC 7469).
///
/// A pin is not a secret: it can be computed from the certificate that the server sends.
public struct Pin: Sendable, Hashable {
    /// The pin as text: `sha256/` and the Base64 form of the hash.
    public let description: String

    /// Creates a pin from the Base64 form of the hash, with or without `sha256/` before it.
    ///
    /// curl's form with two slashes is accepted, too.
    /// - Throws: a ``TransportError`` with the code `invalidRequest` if the text is not the Base64 form of 32
    ///   bytes, padding included.
    public init(sha256 text: String) throws(TransportError) {
        var digits = text.hasPrefix("sha256/") ? text.dropFirst(7) : text[...]
        if digits.hasPrefix("/"), digits.utf8.count > 44 { digits = digits.dropFirst() }
        // Only one encoding is accepted: the unused bits of the last digit are zero.
        guard let hash = Data(base64Encoded: String(digits)), hash.count == 32,
            hash.base64EncodedString() == digits
        else {
            throw .invalidRequest(
                "a pin is not the SHA-256 hash of a key",
                "write the Base64 of its 32 bytes, with or without sha256/ before it")
        }
        self.init(hash: hash)
    }

    package init(hash: Data) { description = "sha256/" + hash.base64EncodedString() }
}

extension Pin: CustomStringConvertible {}
