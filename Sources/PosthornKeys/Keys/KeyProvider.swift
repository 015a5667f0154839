public import PosthornCore

/// A key with an id.
///
/// It is a provider of itself, so that ciphers and signers take single keys. Nothing prints more of it than its type and its id.
public protocol NamedKey: KeyProvider, RedactedStringConvertible where Key == Self {
    /// The key's id, which messages carry to name the key.
    var id: String { get }
    /// The names of the servers in the spec that the key is for; `nil` for all.
    var servers: Set<String>? { get set }
}

extension NamedKey {
    /// Returns the key for servers of these names in the spec only.
    ///
    /// A call to another server, or to a base URL that is not that of a server in the spec, fails with
    /// `APIError.Code.credentialFailed` before anything is sent. So does the initializer of a client with a server.
    public func only(for servers: String...) -> Self {
        var key = self
        key.servers = Set(servers)
        return key
    }

    /// The key itself.
    public func current() -> Self { self }

    /// Returns the key itself if it has the given id.
    public func key(id: String) -> Self? { KeyID.areSame(id, self.id) ? self : nil }

    /// The key's type and id, without its bytes.
    public var description: String { "\(Self.self)(id: \(id.debugDescription))" }
}

extension SecretKey: NamedKey {}
extension PublicKey: NamedKey {}
extension PrivateKey: NamedKey {}

/// A source of keys: the current key to seal or sign with, and keys by id to open or verify messages.
///
/// A single key is a provider. Use a ``KeyRing`` for keys that are fixed when the program starts. Use
/// ``RefreshingKeys`` for keys that a server or a vault rotates at run time. Ciphers and signers ask the provider for
/// every call and from many tasks concurrently, so a custom provider should cache its keys.
public protocol KeyProvider<Key>: Sendable {
    /// The type of the keys.
    associatedtype Key: NamedKey

    /// Returns the key to seal new messages with.
    ///
    /// - Throws: Any error. The call then fails before it is sent, with the code `sealingFailed`. An
    ///   `APIError.Cause` or a `TransportError` keeps its own code.
    func current() async throws -> Key

    /// Returns the key with the id that a message names, or `nil` if there is none.
    ///
    /// - Throws: Any error. The call then fails with the code `openingFailed`. An `APIError.Cause` or a
    ///   `TransportError` keeps its own code.
    func key(id: String) async throws -> Key?
}

extension KeyProvider {
    /// Returns the key that opens a message; throws `unknownKey` if there is none.
    package func key(opening id: String) async throws -> Key {
        try await key(id: id).orThrow(.unknownKey(id))
    }

    /// Returns the key with which a server seals a response.
    ///
    /// - Parameter id: The id of the key that the request names. The current key seals if there is no such key, as with
    ///   key pairs, or if the request names none.
    package func key(answering id: String?) async throws -> Key {
        if let id, let key = try await key(id: id) { return key }
        return try await current()
    }

    /// Returns the key that seals or signs a request; throws `credentialFailed` if it is not for the request's server.
    package func current(for request: TransportRequest) async throws -> Key {
        let key = try await current()
        try ServerScope.check(
            "the key \(key.id.debugDescription)", for: key.servers, at: request.server)
        return key
    }

    /// The servers that the current key is for, if the keys of the provider are fixed.
    package var fixedServers: Set<String>? {
        ((self as? Key) ?? (self as? KeyRing<Key>)?.current())?.servers
    }

    /// Checks the keys of a provider whose keys are fixed; those of others are checked when they are used.
    package func checkFixed(_ check: (Key) throws(APIError.Cause) -> Void) throws(APIError.Cause) {
        for key in (self as? Key).map({ [$0] }) ?? (self as? KeyRing<Key>)?.all ?? [] {
            try check(key)
        }
    }
}

/// A fixed set of keys: the current one, and previous ones that still open messages.
public struct KeyRing<Key: NamedKey>: KeyProvider {
    private let newest: Key
    // Keyed by the id's bytes, because `String` equality also matches canonically equivalent ids.
    private let keys: [[UInt8]: Key]

    /// Creates a key ring.
    ///
    /// - Parameters:
    ///   - current: The key that seals new messages, and opens messages that name it.
    ///   - previous: Keys that only open messages that name them. Empty by default.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if two keys have the same id.
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

    /// Returns the current key.
    public func current() -> Key { newest }

    /// Returns the key with the given id, or `nil` if there is none.
    public func key(id: String) -> Key? { keys[Array(id.utf8)] }

    /// The ids of all keys: the current one first, then the others in sorted order.
    public var ids: [String] {
        [newest.id] + keys.values.map(\.id).filter { $0 != newest.id }.sorted()
    }

    fileprivate var all: [Key] { Array(keys.values) }
}

extension KeyRing: RedactedStringConvertible {
    /// The ids of the keys, without their bytes.
    public var description: String {
        "KeyRing(" + ids.map(\.debugDescription).joined(separator: ", ") + ")"
    }
}
