/// Which cipher a call uses.
public enum CipherChoice: Sendable {
    /// The cipher that the service binds to a name of its spec.
    case named(String)
    /// This cipher.
    case using(any PayloadCipher)
    /// These ciphers, as a ``ComposedCipher``: the first one seals first and opens last.
    case chain([CipherChoice])

    /// No cipher: the body goes as it is.
    public static let plaintext = CipherChoice.using(PlaintextCipher())
}
