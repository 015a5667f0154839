import Crypto
public import Foundation

/// The key that the shop shares with its partner; it never prints.
public struct PartnerKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the key in an envelope.
    public let id: String
    let key: SymmetricKey

    /// Creates a key, or `nil` unless it has 256 bits and an id of 1 to 255 bytes.
    public init?(id: String, bytes: Data) {
        guard bytes.count == 32, (1...255).contains(id.utf8.count) else { return nil }
        self.id = id
        key = SymmetricKey(data: bytes)
    }

    /// The id alone.
    public var description: String { "key \(id)" }
    /// The id alone.
    public var debugDescription: String { description }
}
