/// A message that a server opened or verified, as its ``ReplayMemory`` knows it.
package struct ReceivedMessage: Sendable {
    /// The id of the message, unique for its key.
    package let id: String
    /// The id of the key that sealed or signed it.
    package let keyID: String

    package init(id: String, keyID: String) { (self.id, self.keyID) = (id, keyID) }
}
