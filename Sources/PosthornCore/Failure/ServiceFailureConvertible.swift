/// A failure of an endpoint whose service documents errors that all endpoints share.
///
/// The `Failure` of the service has a case for each shared error, and is itself such a failure. An endpoint
/// without errors of its own throws it. An endpoint that adds or replaces errors throws an enum of its own,
/// which has the shared cases, too. ``serviceFailure`` converts it, so that one handler serves all endpoints:
///
/// ```swift
/// do {
///     let order = try await shop.getOrder(id: "7")
///     try await shop.cancelOrder(id: order.id)
/// } catch {
///     switch ShopAPI.Failure(error) {
///     case .tooManyRequests(let limit)?: print(limit.message)
///     case let failure?: print(failure)
///     case nil: throw error
///     }
/// }
/// ```
public protocol ServiceFailureConvertible: EndpointFailure {
    /// The type of the failures that the endpoints of the service share.
    associatedtype ServiceFailure: EndpointFailure

    /// The failure as one of the service; `other` for an error that only the endpoint documents.
    var serviceFailure: ServiceFailure { get }
}

extension ServiceFailureConvertible where ServiceFailure == Self {
    /// The failure itself.
    public var serviceFailure: Self { self }

    /// Creates the failure of the service for an error that a call has thrown.
    ///
    /// The failure of a call of another service becomes `other`.
    /// - Returns: `nil` for an error that no call has thrown.
    public init?(_ error: any Error) {
        guard let failure = error as? any EndpointFailure else { return nil }
        let shared = (failure as? any ServiceFailureConvertible)?.serviceFailure
        self = shared as? Self ?? .other(failure.apiError)
    }
}
