public import FoundationEssentials

/// A call and its claim.
struct ClaimedCall: Sendable {
    var call: OutboxCall
    var fence = 0
    /// The end of the claim, and for how long it was given; `nil` if the call is not claimed.
    var claim: (end: Date, length: Duration)?

    func isClaimed(at now: Date) -> Bool {
        claim.map { !OutboxLease.hasPassed($0.end, length: $0.length, now: now) } ?? false
    }
}

extension InMemoryStore: OutboxStore {
    /// Adds a call behind all others.
    public func add(_ call: OutboxCall) async {
        calls.withLock { $0.append(ClaimedCall(call: call)) }
    }

    /// Claims calls that are due.
    public func claimCalls(
        for service: String, limit: Int, lease: Duration, now: Date
    ) async -> [OutboxClaim] {
        calls.withLock { calls in
            var busy: Set<String> = []
            var claims: [OutboxClaim] = []
            for index in calls.indices where calls[index].call.service == service {
                guard claims.count < limit else { break }
                let call = calls[index].call
                let isBlocked = call.key.map(busy.contains) ?? false
                if call.holdsKey, let key = call.key { busy.insert(key) }
                guard call.state == .waiting, !isBlocked, !calls[index].isClaimed(at: now),
                    OutboxLease.hasPassed(call.due, length: call.delay, now: now)
                else { continue }
                calls[index].fence += 1
                calls[index].claim = (now.addingTimeInterval(lease / .seconds(1)), lease)
                claims.append(OutboxClaim(call, fence: calls[index].fence))
            }
            return claims
        }
    }

    /// Extends a claim that still holds.
    public func extend(_ claim: OutboxClaim, lease: Duration, now: Date) async -> Bool {
        change(claim) {
            guard $0.isClaimed(at: now) else { return false }
            $0.claim = (now.addingTimeInterval(lease / .seconds(1)), lease)
            return true
        }
    }

    /// Ends a claim.
    public func settle(_ claim: OutboxClaim, as outcome: OutboxOutcome) async -> Bool {
        change(claim) {
            ($0.call, $0.claim) = ($0.call.after(outcome), nil)
            return true
        }
    }

    /// Returns a call.
    public func call(_ id: String) async -> OutboxCall? {
        calls.withLock { $0.first { $0.call.id == id }?.call }
    }

    /// Returns calls in a state, the oldest first.
    public func calls(
        of service: String?, in state: OutboxCall.State, limit: Int
    ) async -> [OutboxCall] {
        calls.withLock { calls in
            let found = calls.lazy.map(\.call).filter {
                $0.state == state && (service == nil || $0.service == service)
            }
            return Array(found.prefix(limit))
        }
    }

    /// Returns how many calls there are.
    public func outboxSummary(of service: String) async -> OutboxSummary {
        calls.withLock { calls in
            var summary = OutboxSummary()
            for call in calls.lazy.map(\.call) where call.service == service {
                switch call.state {
                case .waiting:
                    summary.waiting += 1
                    summary.oldest = summary.oldest ?? call.submitted
                case .delivered: summary.delivered += 1
                case .dead: summary.dead += 1
                }
            }
            return summary
        }
    }

    /// Makes a dead letter wait again.
    public func retryCall(_ id: String, now: Date) async -> Bool {
        calls.withLock { calls in
            let index = calls.firstIndex { $0.call.id == id && $0.call.state == .dead }
            guard let index else { return false }
            calls[index].call = calls[index].call.revived(at: now)
            return true
        }
    }

    /// Removes a call that is not claimed.
    public func dropCall(_ id: String, now: Date) async -> Bool {
        calls.withLock { calls in
            let index = calls.firstIndex { $0.call.id == id && !$0.isClaimed(at: now) }
            guard let index else { return false }
            calls.remove(at: index)
            return true
        }
    }

    /// Removes delivered calls that ended before a time.
    public func removeDeliveredCalls(of service: String, before date: Date) async {
        calls.withLock { calls in
            calls.removeAll { slot in
                slot.call.service == service && slot.call.state == .delivered
                    && slot.call.ended.map { $0 < date } ?? false
            }
        }
    }

    /// Changes the call of a claim, if the claim is its latest one and has not ended.
    private func change(_ claim: OutboxClaim, _ body: (inout ClaimedCall) -> Bool) -> Bool {
        calls.withLock { calls in
            let index = calls.firstIndex {
                $0.call.id == claim.call.id && $0.fence == claim.fence && $0.claim != nil
            }
            guard let index else { return false }
            return body(&calls[index])
        }
    }
}

extension OutboxCall {
    /// Whether later calls of the key wait for this one.
    var holdsKey: Bool { state == .waiting || state == .dead && blocksKey }
}
