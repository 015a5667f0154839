public import Posthorn

/// A key with a name.
public protocol NamedKey: Sendable {
    /// The key's name, as messages carry it.
    var id: String { get }
}

extension SealingKey: NamedKey {}
extension SecretKey: NamedKey {}
extension PublicKey: NamedKey {}
extension PrivateKey: NamedKey {}

/// Where a cipher has its keys from: the one that seals, and by their ids those that open.
///
/// Choose a ``KeyRing`` for keys that a program starts with, and ``RefreshingKeys`` for keys that a
/// server or a vault changes while it runs. Asked from many tasks at once, for every call: a provider
/// of your own remembers what it has.
public protocol KeyProvider<Key>: Sendable {
    /// The type of its keys.
    associatedtype Key: NamedKey

    /// The key to seal with now.
    /// - Throws: any error; it fails the call before it is sent, with the code `sealingFailed`. A fault or
    ///   a `TransportError` keeps its own code.
    func current() async throws -> Key

    /// The key of an id that a message names; `nil` if there is none.
    /// - Throws: any error; it fails the call with the code `openingFailed`. A fault or a
    ///   `TransportError` keeps its own code.
    func key(id: String) async throws -> Key?
}

extension KeyProvider {
    /// The key that opens a message.
    /// - Throws: a fault of the code `unknownKey` if there is none.
    func key(opening id: String) async throws -> Key {
        try await key(id: id).orThrow(.unknownKey(id))
    }
}

/// A provider of one key.
struct SingleKey<Key: NamedKey>: KeyProvider, CustomStringConvertible {
    let key: Key

    func current() -> Key { key }
    func key(id: String) -> Key? { KeyID.areSame(id, key.id) ? key : nil }

    var description: String { "\(key)" }
}

/// Keys that are known: the current one, and previous ones that still open.
public struct KeyRing<Key: NamedKey>: KeyProvider {
    let newest: Key
    // By the id's bytes: strings would also match ids that only look the same.
    private let keys: [[UInt8]: Key]

    /// Creates a ring.
    /// - Parameters:
    ///   - current: Seals, and opens what names it.
    ///   - previous: Open what names them. Empty by default.
    /// - Throws: a fault of the code `invalidKey` when two keys have the same id.
    public init(_ current: Key, previous: [Key] = []) throws(APIError.Cause) {
        var keys = [Array(current.id.utf8): current]
        for other in previous {
            try ensure(
                keys.updateValue(other, forKey: Array(other.id.utf8)) == nil, .invalidKey,
                "two keys have the id \(other.id.debugDescription)", "give every key its own id")
        }
        newest = current
        self.keys = keys
    }

    /// The current key.
    public func current() -> Key { newest }

    /// The key of an id; `nil` if there is none.
    public func key(id: String) -> Key? { keys[Array(id.utf8)] }

    /// The ids, the current one first.
    public var ids: [String] {
        [newest.id] + keys.values.map(\.id).filter { $0 != newest.id }.sorted()
    }
}

extension KeyRing: RedactedStringConvertible {
    /// The ids of the keys, never their bytes.
    public var description: String {
        "KeyRing(" + ids.map(\.debugDescription).joined(separator: ", ") + ")"
    }
}
