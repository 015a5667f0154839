public import FoundationEssentials

/// A store of values that one process at a time renews, such as tokens.
///
/// `SharedTokenStore` calls it: `value(of:)` to read, and `acquire(_:for:)` before it requests a token. While the request
/// runs, it calls `extend(_:for:)` three times in the lease's duration. Afterwards, it calls `commit(_:under:)`, or
/// `release(_:)` if there is nothing to store.
///
/// Each lease has a *fencing token*, a number that is greater than that of each earlier lease of the name. A process that
/// was paused until another took the lease commits nothing. Each requirement is one atomic step for all processes that
/// share the store. Names are compared byte by byte. A committed value survives the end of all processes and, if the store is a file, of the machine.
///
/// An error fails the call, because a value that is used up and not stored, such as a refresh token, would be lost. Choose
/// ``CacheStore`` for what may be lost. `StoreConformance` of `PosthornTesting` tests a store.
public protocol LeaseStore: Sendable {
    /// Returns the value of a name; `nil` if there is none.
    func value(of name: String) async throws -> Data?

    /// Takes the lease of a name.
    ///
    /// - Parameters:
    ///   - name: The name, such as that of an account.
    ///   - duration: The time after which another process may take the lease, by the store's clock.
    /// - Returns: The lease with the current value; `nil` while another lease is in force.
    func acquire(_ name: String, for duration: Duration) async throws -> Lease?

    /// Prolongs a lease to a duration from now.
    ///
    /// - Returns: `false` if the lease has ended, or another was taken since.
    func extend(_ lease: Lease, for duration: Duration) async throws -> Bool

    /// Stores a value and ends the lease.
    ///
    /// - Returns: `false`, without a change, if the lease has ended or another was taken since. A lease whose duration has
    ///   passed still counts if no other was taken.
    func commit(_ value: Data, under lease: Lease) async throws -> Bool

    /// Ends a lease without a change; does nothing if another was taken since.
    func release(_ lease: Lease) async throws

    /// Removes the value of a name, and ends its lease.
    ///
    /// The numbers of later leases still increase.
    func remove(_ name: String) async throws
}

/// The right to renew the value of a name for some time.
public struct Lease: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The fencing token: greater than that of each earlier lease of the name.
    public var fence: UInt64
    /// The value when the lease was taken; `nil` if there was none.
    public var value: Data?

    /// Creates a lease.
    public init(name: String, fence: UInt64, value: Data?) {
        (self.name, self.fence, self.value) = (name, fence, value)
    }
}

extension Lease: RedactedStringConvertible {
    /// The fencing token, without the name and the value.
    public var description: String { "lease \(fence)" }
}
