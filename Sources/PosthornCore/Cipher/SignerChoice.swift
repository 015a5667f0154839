/// The signer that a call uses.
public enum SignerChoice: Sendable {
    /// No signer: the request is sent unsigned.
    case none
    /// The signer that the service binds to a name in its spec.
    case named(String)
    /// The given signer.
    case using(any Signer)
    /// The given signers in the order in which they sign; see ``ComposedSigner``.
    case chain([SignerChoice])
}
