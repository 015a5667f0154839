import Foundation
import PosthornStores

/// A store of calls with one fault.
struct BrokenOutbox: OutboxStore {
    enum Fault: CaseIterable {
        case losesCallsOnReopening
        case acknowledgesBeforeStoring
        case breaksOrder
        case deliversTwice
        case neverEndsClaims
        case ignoresDelays
        case forgetsDeadLetters

        var failed: Set<String> {
            switch self {
            case .losesCallsOnReopening:
                [
                    "returns a call as it was added", "claims the oldest calls, each once",
                    "claims one call of a key at a time, in the order of submission",
                    "lets a failed call wait until it is due",
                    "claims a call again when its lease has passed", "extends a claim",
                    "gives back a released call at once",
                    "holds a key back behind a dead letter, until it is retried or dropped",
                    "passes over a dead letter that does not block",
                    "drops no call that is claimed",
                    "counts and lists calls by state, and removes old responses",
                ]
            case .acknowledgesBeforeStoring: ["returns a call as it was added"]
            case .breaksOrder:
                [
                    "claims one call of a key at a time, in the order of submission",
                    "holds a key back behind a dead letter, until it is retried or dropped",
                    "passes over a dead letter that does not block",
                ]
            case .deliversTwice:
                [
                    "claims the oldest calls, each once",
                    "claims one call of a key at a time, in the order of submission",
                    "claims a call again when its lease has passed", "extends a claim",
                    "drops no call that is claimed",
                ]
            case .neverEndsClaims:
                ["claims a call again when its lease has passed", "extends a claim"]
            case .ignoresDelays: ["lets a failed call wait until it is due"]
            case .forgetsDeadLetters:
                [
                    "holds a key back behind a dead letter, until it is retried or dropped",
                    "passes over a dead letter that does not block",
                    "counts and lists calls by state, and removes old responses",
                ]
            }
        }

        /// What fails only if two tasks claim at the same time.
        var raced: Set<String> {
            self == .deliversTwice ? ["gives each of many calls to one of many processes"] : []
        }
    }

    let fault: Fault
    let store: InMemoryStore
    /// The calls that are added when this object is used next.
    private let late = Locked<[OutboxCall]>([])
    /// The keys of calls that are stored without one.
    private let keys: Locked<[String: String]>

    init(_ fault: Fault, _ store: InMemoryStore, _ keys: Locked<[String: String]>) {
        (self.fault, self.store, self.keys) = (fault, store, keys)
    }

    /// Returns the store, which has then been given the late calls.
    private var current: InMemoryStore {
        get async {
            let calls = late.withLock { calls in
                defer { calls = [] }
                return calls
            }
            for call in calls { await store.add(call) }
            return store
        }
    }

    private func with(_ key: String?, _ call: OutboxCall) -> OutboxCall {
        var copy = OutboxCall(
            id: call.id, service: call.service, endpoint: call.endpoint, key: key,
            blocksKey: call.blocksKey, submitted: call.submitted, request: call.request)
        (copy.state, copy.failures, copy.due) = (call.state, call.failures, call.due)
        (copy.delay, copy.reason) = (call.delay, call.reason)
        (copy.ended, copy.response) = (call.ended, call.response)
        return copy
    }

    /// Returns a call with its key.
    private func whole(_ call: OutboxCall) -> OutboxCall {
        with(keys.withLock { $0[call.id] } ?? call.key, call)
    }

    func add(_ call: OutboxCall) async {
        switch fault {
        case .acknowledgesBeforeStoring: late.withLock { $0.append(call) }
        case .breaksOrder:
            keys.withLock { $0[call.id] = call.key }
            await store.add(with(nil, call))
        default: await store.add(call)
        }
    }

    func claimCalls(
        for service: String, limit: Int, lease: Duration, now: Date
    ) async -> [OutboxClaim] {
        let lease: Duration =
            switch fault {
            case .deliversTwice: .zero
            case .neverEndsClaims: .seconds(86_400)
            default: lease
            }
        return await current.claimCalls(for: service, limit: limit, lease: lease, now: now)
            .map { OutboxClaim(whole($0.call), fence: $0.fence) }
    }

    func extend(_ claim: OutboxClaim, lease: Duration, now: Date) async -> Bool {
        await current.extend(
            claim, lease: fault == .neverEndsClaims ? .seconds(86_400) : lease, now: now)
    }

    func settle(_ claim: OutboxClaim, as outcome: OutboxOutcome) async -> Bool {
        switch (fault, outcome) {
        case (.ignoresDelays, .failed(let reason, let date, _)):
            return await store.settle(claim, as: .failed(reason: reason, at: date, delay: .zero))
        case (.forgetsDeadLetters, .dead(_, _, let date)):
            guard await store.settle(claim, as: .released) else { return false }
            return await store.dropCall(claim.call.id, now: date)
        default: return await current.settle(claim, as: outcome)
        }
    }

    func call(_ id: String) async -> OutboxCall? { await current.call(id).map(whole) }

    func calls(
        of service: String?, in state: OutboxCall.State, limit: Int
    ) async -> [OutboxCall] {
        await current.calls(of: service, in: state, limit: limit).map(whole)
    }

    func outboxSummary(of service: String) async -> OutboxSummary {
        await current.outboxSummary(of: service)
    }

    func retryCall(_ id: String, now: Date) async -> Bool {
        await current.retryCall(id, now: now)
    }

    func dropCall(_ id: String, now: Date) async -> Bool { await current.dropCall(id, now: now) }

    func removeDeliveredCalls(of service: String, before date: Date) async {
        await current.removeDeliveredCalls(of: service, before: date)
    }
}
