public import FoundationEssentials
public import PosthornHTTP

/// A call in an outbox, as a store keeps it.
public struct OutboxCall: Sendable, Hashable {
    /// How far a call is.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It waits for its delivery, or for the next attempt.
        case waiting
        /// The server has accepted it.
        case delivered
        /// It is not attempted any more: a dead letter.
        case dead
    }

    /// The id of the call, which its receipt has.
    public let id: String
    /// The name of the service's type, such as `ShopAPI`.
    public let service: String
    /// The name of the endpoint, such as `createOrder`.
    public let endpoint: String
    /// What the call belongs to; `nil` if its order has no meaning.
    public let key: String?
    /// Whether later calls of the key wait while this one is a dead letter.
    public let blocksKey: Bool
    /// The time of submission.
    public let submitted: Date
    /// The request, with secrets and personal data.
    ///
    /// A store that writes to a disk or a network encrypts it.
    public let request: Data
    /// How far the call is.
    public var state = State.waiting
    /// How many attempts have failed.
    public var failures = 0
    /// The time of the next attempt.
    public var due: Date
    /// The time from the last attempt to ``due``.
    public var delay = Duration.zero
    /// Why the last attempt failed, without secrets; `nil` if none has.
    public var reason: String?
    /// The time of the delivery, or of the last attempt of a dead letter; `nil` while the call waits.
    public var ended: Date?
    /// The opened response of an ended call, which a store encrypts; `nil` if there was none.
    public var response: Data?

    /// Creates a call that waits for its first attempt.
    public init(
        id: String, service: String, endpoint: String, key: String? = nil, blocksKey: Bool = true,
        submitted: Date, request: Data
    ) {
        (self.id, self.service, self.endpoint) = (id, service, endpoint)
        (self.key, self.blocksKey) = (key, blocksKey)
        (self.submitted, self.request, due) = (submitted, request, submitted)
    }
}

extension OutboxCall: RedactedStringConvertible {
    /// The endpoint, the id and the state, without request and response.
    public var description: String { "\(endpoint) \(id): \(state.rawValue)" }
}

/// The right to attempt a call, which one process has at a time.
public struct OutboxClaim: Sendable, Hashable {
    /// The call.
    public let call: OutboxCall
    /// A number that grows with each claim of the call, so that a process that was paused can't change it later.
    public let fence: Int

    /// Creates a claim.
    public init(_ call: OutboxCall, fence: Int) { (self.call, self.fence) = (call, fence) }
}

extension OutboxClaim {
    /// Returns the claims of calls that can be read.
    ///
    /// - Throws: The first error if there are only others.
    package static func readable(
        _ claims: [Result<OutboxClaim, any Error>]
    ) throws -> [OutboxClaim] {
        let readable = claims.compactMap { try? $0.get() }
        return readable.isEmpty ? try claims.map { try $0.get() } : readable
    }
}

extension OutboxClaim: RedactedStringConvertible {
    /// The call and the number.
    public var description: String { "\(call), claim \(fence)" }
}

/// What became of an attempt.
public enum OutboxOutcome: Sendable, Hashable {
    /// The server has accepted the call.
    case delivered(response: Data, at: Date)
    /// The attempt failed, and another one follows after a delay.
    case failed(reason: String, at: Date, delay: Duration)
    /// The attempt failed, and none follows.
    case dead(reason: String, response: Data?, at: Date)
    /// The attempt was given up before its end and counts for nothing.
    case released
}

extension OutboxOutcome: RedactedStringConvertible {
    /// The kind of the outcome.
    public var description: String {
        switch self {
        case .delivered: "delivered"
        case .failed: "failed"
        case .dead: "dead"
        case .released: "released"
        }
    }
}

extension OutboxCall {
    /// Returns the call after an attempt.
    public func after(_ outcome: OutboxOutcome) -> OutboxCall {
        var entry = self
        switch outcome {
        case .delivered(let response, let date):
            (entry.state, entry.response, entry.ended) = (.delivered, response, date)
        case .failed(let reason, let date, let delay):
            entry.failures += 1
            entry.reason = reason
            entry.delay = delay
            entry.due = date.addingTimeInterval(delay / .seconds(1))
        case .dead(let reason, let response, let date):
            entry.failures += 1
            (entry.state, entry.reason, entry.ended) = (.dead, reason, date)
            entry.response = response
        case .released: break
        }
        return entry
    }

    /// Returns a dead letter as a call that waits, with its attempts forgotten.
    public func revived(at date: Date) -> OutboxCall {
        var entry = self
        (entry.state, entry.failures, entry.due, entry.delay) = (.waiting, 0, date, .zero)
        (entry.ended, entry.response) = (nil, nil)
        return entry
    }
}
