internal import Crypto
package import FoundationEssentials

/// Constant-time comparison of authentication codes and tags (RFC 2104; RFC 7518, section 5.2.2.2).
///
/// All code in this module compares codes here. A comparison that stops at the first difference leaks the
/// code byte by byte through its duration.
package enum AuthenticationCode {
    /// Returns whether a received code equals the computed one, in constant time.
    ///
    /// swift-crypto compares keys through BoringSSL in constant time. Codes of different lengths are unequal:
    /// the length is not secret.
    package static func isSame(_ received: Data, as computed: Data) -> Bool {
        SymmetricKey(data: received) == SymmetricKey(data: computed)
    }
}
