/// A memory of the exchanges that a server has received, so that none is processed twice.
///
/// Several instances of a server share one, such as a database with a unique key.
public protocol ReplayMemory: Sendable {
    /// Remembers an exchange.
    ///
    /// Of concurrent calls with the same id, one gets `true`.
    /// - Parameters:
    ///   - id: The id of the exchange, which is authenticated.
    ///   - lifetime: How long the exchange has to be remembered; `nil` for as long as the key is in use.
    /// - Returns: Whether the exchange is new.
    /// - Throws: Any error, which refuses the request.
    func remember(_ id: String, for lifetime: Duration?) async throws -> Bool
}
