/// A call that an outbox can store and deliver later, perhaps in another process.
///
/// The generator writes it for endpoints with `outbox:`. Its request must be repeatable, because an outbox delivers
/// at least once: see ``TransportRequest/isRepeatable``.
public protocol OutboxEndpoint: Endpoint {
    /// What the call belongs to, such as the id of an order.
    ///
    /// Calls of one key are delivered in the order of their submission. `nil`, the default, orders nothing.
    var deliveryKey: String? { get }

    /// Whether a call that can't be delivered holds back the later ones of its key; `true` by default.
    static var deadLetterBlocksKey: Bool { get }

    /// Sets the rules of the call that don't depend on its parameters, such as its cipher and response policy.
    ///
    /// By default, the call has the rules of the service.
    static func prepareDelivery(_ request: inout RequestBuilder)
}

extension OutboxEndpoint {
    /// `nil`: the call may be delivered before earlier ones.
    public var deliveryKey: String? { nil }

    /// `true`.
    public static var deadLetterBlocksKey: Bool { true }

    /// Returns the text of a parameter; `nil` for none, and for a value that fails the call.
    @_spi(Generated) public static func key(_ value: (some ParameterValue)?) -> String? {
        try? value?.parameterText()
    }

    /// Sets nothing.
    public static func prepareDelivery(_ request: inout RequestBuilder) {}
}

/// A service with endpoints that an outbox delivers.
public protocol OutboxService: APIService {
    /// The endpoints that an outbox delivers.
    static var outboxEndpoints: [any OutboxEndpoint.Type] { get }
}
