/// The cipher that a call uses.
public enum CipherChoice: Sendable {
    /// The cipher that the service binds to a name in its spec.
    case named(String)
    /// The given cipher.
    case using(any PayloadCipher)
    /// The given ciphers as a ``ComposedCipher``: the first one seals first and opens last.
    case chain([CipherChoice])

    /// No cipher: the body is sent unchanged.
    public static let plaintext = CipherChoice.using(PlaintextCipher())
}
