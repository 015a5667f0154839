import FoundationEssentials
public import PosthornCore

/// A durable queue of calls to a service, which are delivered at least once and in the order of their keys.
///
/// ```swift
/// let outbox = Outbox(shop, store: store)
/// let delivery = Task { try await outbox.run() }
///
/// let receipt = try await outbox.submit(ShopAPI.CreateOrder(items: items))
/// let order = try await receipt.value(within: .seconds(5))
/// ```
///
/// A submitted call survives the process, if the store does. Every attempt sends the same request, with the
/// `Idempotency-Key` of the submission, and gets credential, seal and signature anew. Several processes may submit to
/// and deliver from the same store. An outbox can be used from any task.
public final class Outbox<Service: OutboxService>: Sendable {
    let service: Service
    let store: any OutboxStore
    let options: OutboxOptions
    let routes: [String: OutboxRoute<Service>]
    /// Wakes deliveries after a submission, and receipts after a delivery.
    let changes = Changes()

    /// The name of the service in the store.
    static var serviceName: String { String(describing: Service.self) }

    /// Creates an outbox.
    ///
    /// - Parameters:
    ///   - service: The service with its transport, credentials and ciphers.
    ///   - store: The store of the calls.
    ///   - options: How it delivers.
    public init(_ service: Service, store: any OutboxStore, options: OutboxOptions = .init()) {
        (self.service, self.store, self.options) = (service, store, options)
        func route<E: OutboxEndpoint>(_ endpoint: E.Type) -> OutboxRoute<Service> {
            .init(endpoint)
        }
        routes = Dictionary(
            Service.outboxEndpoints.map { ($0.name, route($0)) }, uniquingKeysWith: { $1 })
    }

    /// Stores a call for its delivery, and returns when it is stored.
    ///
    /// Sends nothing; ``run()`` of this or another process delivers it.
    ///
    /// - Throws: An `APIError` of the stage `building`. Its code is `notAccepted` if the call can't be repeated, or if
    ///   the store failed; the call is then not stored.
    public func submit<E: OutboxEndpoint>(
        _ endpoint: E
    ) async throws(APIError) -> OutboxReceipt<Service, E> {
        let request = try await service.preparedRequest(for: endpoint)
        let entry: OutboxCall
        do {
            guard routes[E.name] != nil else {
                throw APIError.Cause(
                    .notAccepted, "the outbox delivers no \(E.name)",
                    advice: "return the endpoint from `outboxEndpoints` of \(Self.serviceName)")
            }
            entry = OutboxCall(
                id: UUID().uuidString.lowercased(), service: Self.serviceName, endpoint: E.name,
                key: endpoint.deliveryKey, blocksKey: E.deadLetterBlocksKey,
                submitted: options.now(), request: try StoredCall(request).stored)
        } catch {
            throw Self.error(error, E.self)
        }
        do { try await store.add(entry) } catch {
            throw Self.error(
                APIError.Cause(
                    .notAccepted, "the store did not take the call: \(Self.text(error))",
                    advice: "submit it again when the store works", underlying: error), E.self)
        }
        changes.fire()
        options.observer?(.submitted(entry))
        return OutboxReceipt(id: entry.id, outbox: self)
    }

    /// Returns the receipt of a call that this or another process has submitted.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint of the call, such as `ShopAPI.CreateOrder.self`.
    ///   - id: The ``OutboxReceipt/id`` of the receipt.
    public func receipt<E: OutboxEndpoint>(
        of endpoint: E.Type, id: String
    ) -> OutboxReceipt<Service, E> { OutboxReceipt(id: id, outbox: self) }

    /// Returns how many calls of the service wait, are delivered and are dead letters.
    ///
    /// - Throws: The store's error.
    public func summary() async throws -> OutboxSummary {
        try await store.outboxSummary(of: Self.serviceName)
    }

    static func error(_ error: any Error, _ endpoint: any OutboxEndpoint.Type) -> APIError {
        let cause =
            error as? APIError.Cause
            ?? APIError.Cause(
                .notAccepted, "the call can't be stored: \(text(error))", underlying: error)
        return APIError(
            cause.code, endpoint: endpoint.name, stage: .building, message: cause.message,
            advice: cause.advice, underlying: cause.underlying)
    }

    /// Returns what an error says, if its description is known to hold no secret.
    static func text(_ error: any Error) -> String {
        (error as? any RedactedStringConvertible).map { "\($0)" } ?? "\(type(of: error))"
    }
}

extension Outbox: RedactedStringConvertible {
    /// The name of the service.
    public var description: String { "Outbox of \(Self.serviceName)" }
}
