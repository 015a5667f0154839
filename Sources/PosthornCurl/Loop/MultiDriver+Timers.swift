import CCurl

// The times at which the loop checks its transfers.
extension MultiDriver {
    /// Ends a transfer that was silent for too long, or schedules the next check.
    func check(_ transfer: Transfer) {
        if transfer.flow.isSuspended, transfer.handle == nil, transfer.trust.question == nil {
            return checkSuspended(transfer)
        }
        if !transfer.isAdmitted {
            guard let time = transfer.queueDeadline else { return }
            if time <= .now { return finish(transfer, .failure(transfer.queuedTooLong)) }
            return watch(transfer, at: time)
        }
        if transfer.isAdded, transfer.attempt.sendCount == 0, let time = transfer.connectDeadline,
            time <= .now
        {
            return finish(transfer, transfer.outcome(CURLE_OPERATION_TIMEDOUT))
        }
        if let failure = transfer.undecided, let time = transfer.connectDeadline {
            return time <= .now ? finish(transfer, .failure(failure)) : watch(transfer, at: time)
        }
        if transfer.phase == .waitingToRepeat {
            if let time = transfer.nextTry, time <= .now { enqueue(transfer) }
            return
        }
        if let time = transfer.attempt.nextResponseCheck, time <= .now {
            if let outcome = transfer.outcomeAfterResponse() { return finish(transfer, outcome) }
            scheduleResponseCheck(of: transfer)
        }
        if let search = transfer.search, let time = search.nextStep, time <= .now {
            self.search(for: transfer, search)
        }
        guard transfer.silence.isLimited else { return }
        if let time = transfer.silence.nextCheck, time > .now { return }
        switch transfer.nextSilenceCheck(after: .now) {
        case .success(let time):
            transfer.silence.nextCheck = time
            watch(transfer, at: time)
        case .failure(let error): finish(transfer, .failure(error))
        }
    }

    /// Schedules a check of a transfer whose response was complete before its request.
    func scheduleResponseCheck(of transfer: Transfer) {
        let time = ContinuousClock.now + Transfer.patience
        transfer.attempt.nextResponseCheck = time
        watch(transfer, at: time)
    }

    /// Schedules a check of a transfer.
    func watch(_ transfer: Transfer, at time: ContinuousClock.Instant) {
        watchdog.add(transfer.id, at: time) { active[$0] != nil }
    }

    func runTimers() {
        while watchdog.next != nil, let id = watchdog.take(.now) {
            if let transfer = active[id] { check(transfer) }
        }
        runDue()
    }
}
