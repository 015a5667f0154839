internal import Crypto
import FoundationEssentials

/// Codes and tags that a secret key made are compared here and nowhere else (RFC 2104; RFC 7518,
/// section 5.2.2.2).
///
/// A comparison that stops at the first other byte tells by its time how many bytes of a guess were
/// right, and so the code, byte by byte.
enum AuthenticationCode {
    /// Whether a code that came with a message is the one that was computed of it, in a time that does
    /// not depend on where they differ.
    ///
    /// swift-crypto compares keys so, by BoringSSL. Codes of other lengths differ: the length is no
    /// secret.
    static func isSame(_ received: Data, as computed: Data) -> Bool {
        SymmetricKey(data: received) == SymmetricKey(data: computed)
    }
}
