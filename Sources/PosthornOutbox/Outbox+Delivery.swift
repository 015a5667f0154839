import FoundationEssentials
import PosthornCore

extension Outbox {
    /// Delivers calls until the task is cancelled.
    ///
    /// Attempts that run then are given up, and their calls wait for the next run. Several runs, also in several
    /// processes, share the work.
    ///
    /// - Throws: `CancellationError`, and nothing else: a failing store is reported to the observer and tried again.
    public func run() async throws {
        let running = Locked(0)
        var cleaned: Date?
        try await withThrowingDiscardingTaskGroup { group in
            while true {
                try Task.checkCancellation()
                let count = changes.count
                let free = options.concurrency - running.withLock { $0 }
                let claims = free > 0 ? await claim(free) : []
                for claim in claims {
                    running.withLock { $0 += 1 }
                    group.addTask {
                        await self.deliver(claim)
                        running.withLock { $0 -= 1 }
                        self.changes.fire()
                    }
                }
                if claims.count == free, free > 0 { continue }
                await removeOld(&cleaned)
                try await changes.wait(after: count, atMost: options.pollInterval, by: clock)
            }
        }
    }

    private var clock: CallClock { service.configuration.callClock }

    private func claim(_ limit: Int) async -> [OutboxClaim] {
        do {
            return try await store.claimCalls(
                for: Self.serviceName, limit: limit, lease: options.lease, now: options.now())
        } catch {
            report(error)
            return []
        }
    }

    /// Removes old responses, at most once a minute.
    private func removeOld(_ cleaned: inout Date?) async {
        let now = options.now()
        if let cleaned, abs(now.timeIntervalSince(cleaned)) < 60 { return }
        cleaned = now
        let date = now.addingTimeInterval(-(options.resultLifetime / .seconds(1)))
        do {
            try await store.removeDeliveredCalls(of: Self.serviceName, before: date)
        } catch {
            report(error)
        }
    }

    private func report(_ error: any Error) {
        guard !(error is CancellationError) else { return }
        options.observer?(.storeFailed(Self.text(error)))
    }

    /// Attempts a call once, and extends the claim meanwhile.
    private func deliver(_ claim: OutboxClaim) async {
        let outcome = await withTaskGroup(of: OutboxOutcome?.self) { group in
            group.addTask { await self.attempt(claim.call) }
            group.addTask {
                await self.keep(claim)
                return nil
            }
            var outcome: OutboxOutcome?
            while outcome == nil, let next = await group.next() { outcome = next }
            group.cancelAll()
            return outcome ?? .released
        }
        // The outcome of a completed attempt is stored even if the run was cancelled.
        await Task { await self.settle(claim, outcome) }.value
    }

    private func keep(_ claim: OutboxClaim) async {
        while true {
            do { try await clock.sleep(options.lease / 3) } catch { return }
            do {
                // Another process has the call; the attempt continues, because the request may have arrived.
                guard try await store.extend(claim, lease: options.lease, now: options.now())
                else { return }
            } catch {
                report(error)
            }
        }
    }

    private func settle(_ claim: OutboxClaim, _ outcome: OutboxOutcome) async {
        let entry = claim.call.after(outcome)
        do {
            guard try await store.settle(claim, as: outcome) else {
                options.observer?(.lost(claim.call))
                return
            }
        } catch {
            // The claim ends by itself, and the call is attempted again.
            return report(error)
        }
        switch outcome {
        case .delivered: options.observer?(.delivered(entry))
        case .failed: options.observer?(.failed(entry))
        case .dead: options.observer?(.dead(entry))
        case .released: break
        }
    }

    private func attempt(_ entry: OutboxCall) async -> OutboxOutcome {
        guard let route = routes[entry.endpoint] else {
            // A newer version of the program may have submitted it.
            return .failed(
                reason: "\(Self.serviceName) has no endpoint \(entry.endpoint) with `outbox`",
                at: options.now(), delay: .seconds(60))
        }
        guard let call = try? StoredCall(stored: entry.request) else {
            return .dead(
                reason: "the stored request can't be read", response: nil, at: options.now())
        }
        switch await route.attempt(service, call) {
        case .accepted(let response): return delivered(response)
        case .failed(let error, let response):
            if Task.isCancelled, error.code == .cancelled { return .released }
            return decide(error, response, entry)
        }
    }

    private func delivered(_ response: TransportResponse) -> OutboxOutcome {
        .delivered(
            response: (try? StoredResponse(response).stored) ?? Data(), at: options.now())
    }

    private func decide(
        _ error: APIError, _ response: TransportResponse?, _ entry: OutboxCall
    ) -> OutboxOutcome {
        // The server has done its work, and a repetition would give the same response.
        if error.stage == .decoding, let response { return delivered(response) }
        let now = options.now()
        let headers = (response ?? error.response)?.headers
        let attempt = FailedAttempt(
            number: entry.failures + 1, error: error,
            retryAfter: headers.flatMap(RetryAfter.delay),
            elapsed: .seconds(now.timeIntervalSince(entry.submitted)), random: clock.random())
        switch options.retry.decision(after: attempt) {
        case .retry(let delay), .retryUnprocessed(let delay):
            return .failed(reason: error.message, at: now, delay: delay)
        case .stop:
            let stored = (response ?? error.response).map(StoredResponse.init)
            return .dead(reason: error.message, response: try? stored?.stored, at: now)
        }
    }
}
