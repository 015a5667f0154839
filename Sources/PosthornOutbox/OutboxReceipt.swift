import FoundationEssentials
public import PosthornCore

/// The receipt of a call that an outbox has stored.
public struct OutboxReceipt<Service: OutboxService, E: OutboxEndpoint>: Sendable {
    /// The id of the call, with which another process finds it by ``Outbox/receipt(of:id:)``.
    public let id: String
    let outbox: Outbox<Service>

    /// Returns the result of the call, for which it waits.
    ///
    /// A cancelled wait changes nothing about the delivery.
    ///
    /// - Parameter time: How long to wait at most; `nil`, the default, until the call has ended.
    /// - Throws: The endpoint's failure: one that its spec documents if the server refused the call, or an `APIError`.
    ///   Its code is `notDelivered` if the call still waits, and `receiptExpired` if the outbox no longer has it.
    public func value(within time: Duration? = nil) async throws(E.Failure) -> E.Output {
        let clock = outbox.service.configuration.callClock
        let end = time.map { clock.now() + $0 }
        while true {
            let count = outbox.changes.count
            let entry = try await entry()
            if entry.state != .waiting { return try await result(of: entry) }
            let rest = end.map { $0 - clock.now() } ?? outbox.options.pollInterval
            guard rest > .zero else {
                throw failure(
                    .notDelivered,
                    "the call is not delivered yet"
                        + (entry.reason.map { ", and the last attempt failed: \($0)" } ?? ""),
                    "ask the receipt again later")
            }
            do {
                try await outbox.changes.wait(
                    after: count, atMost: min(rest, outbox.options.pollInterval), by: clock)
            } catch {
                throw failure(.cancelled, "the wait for the delivery was cancelled", nil)
            }
        }
    }

    /// Returns how far the call is.
    ///
    /// - Throws: The store's error, or an `APIError` with the code `receiptExpired`.
    public func state() async throws -> OutboxCall.State { try await entry().state }

    private func entry() async throws(E.Failure) -> OutboxCall {
        let found: OutboxCall?
        do { found = try await outbox.store.call(id) } catch {
            throw failure(
                .notDelivered, "the store failed: \(Outbox<Service>.text(error))",
                "ask the receipt again later", error)
        }
        guard let found else {
            throw failure(
                .receiptExpired, "the outbox has no call \(id)",
                "raise `resultLifetime` if its response was removed too early")
        }
        guard found.endpoint == E.name, found.service == Outbox<Service>.serviceName else {
            throw failure(
                .receiptExpired, "the call \(id) is one of \(found.service).\(found.endpoint)",
                "name the endpoint with which it was submitted")
        }
        return found
    }

    private func result(of entry: OutboxCall) async throws(E.Failure) -> E.Output {
        guard let stored = entry.response else {
            throw failure(
                .notDelivered,
                "the call was given up after \(entry.failures) attempts: \(entry.reason ?? "")",
                "retry or drop the dead letter")
        }
        guard let kept = try? StoredResponse(stored: stored),
            let call = try? StoredCall(stored: entry.request)
        else {
            throw failure(
                .receiptExpired, "the stored call can't be read",
                "look whether another program or an older version wrote it")
        }
        return try await outbox.service.read(kept.response, to: call, of: E.self)
    }

    private func failure(
        _ code: APIError.Code, _ message: String, _ advice: String?, _ error: (any Error)? = nil
    ) -> E.Failure {
        .other(
            APIError(
                code, endpoint: E.name, stage: .sending, message: message, advice: advice,
                underlying: error))
    }
}

extension OutboxReceipt: RedactedStringConvertible {
    /// The endpoint and the id.
    public var description: String { "\(E.name) \(id)" }
}
