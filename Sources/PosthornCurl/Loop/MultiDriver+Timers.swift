import CCurl

// The times at which the loop checks its transfers.
extension MultiDriver {
    /// Does what is due for a transfer in its state: ends it, continues it, or schedules the next check.
    func checkTimers(of transfer: Transfer) {
        let isSuspended = transfer.flow.isSuspended
        switch transfer.phase {
        case .ready, .ended: break
        case .suspended,
            .waitingForAuthorities where isSuspended,
            .waitingForDecision where isSuspended, .waitingToRepeat where isSuspended:
            checkSuspended(transfer)
        case .waitingForAdmission:
            end(transfer, after: transfer.admissionDeadline, transfer.queuedTooLong)
        case .waitingForAuthorities:
            end(transfer, after: transfer.connectDeadline, transfer.trustFileTooLate)
        case .waitingForDecision:
            end(transfer, after: transfer.connectDeadline, transfer.decisionTooLate)
        case .waitingToRepeat:
            if let time = transfer.nextTry, time <= .now { makeReady(transfer) }
        case .connecting, .tryingAddresses:
            if let time = transfer.connectDeadline, time <= .now {
                return finish(transfer, transfer.outcome(CURLE_OPERATION_TIMEDOUT))
            }
            if let search = transfer.search, let time = search.nextStep, time <= .now {
                self.search(for: transfer, search)
            }
            checkSilence(of: transfer)
        case .exchanging:
            if let time = transfer.attempt.nextResponseCheck, time <= .now {
                if let outcome = transfer.outcomeAfterResponse() {
                    return finish(transfer, outcome)
                }
                scheduleResponseCheck(of: transfer)
            }
            checkSilence(of: transfer)
        }
    }

    /// Ends a transfer that timed out while suspended without a connection, when libcurl counts no time.
    func checkSuspended(_ transfer: Transfer) {
        end(transfer, after: transfer.deadline, transfer.suspendedTooLong)
    }

    /// Ends a waiting transfer with an error at a time, or schedules the next check; does nothing for `nil`.
    private func end(
        _ transfer: Transfer, after time: LoopInstant?,
        _ failure: @autoclosure () -> TransportError
    ) {
        guard let time else { return }
        time <= .now ? finish(transfer, .failure(failure())) : watch(transfer, at: time)
    }

    /// Ends a transfer that was silent for too long, or schedules the next check.
    func checkSilence(of transfer: Transfer) {
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
        let time = LoopInstant.now + Transfer.patience
        transfer.attempt.nextResponseCheck = time
        watch(transfer, at: time)
    }

    /// Schedules a check of a transfer; does nothing for `nil`.
    func watch(_ transfer: Transfer, at time: LoopInstant?) {
        guard let time else { return }
        watchdog.add(transfer.id, at: time) { active[$0] != nil }
    }

    func runTimers() {
        while watchdog.next != nil, let id = watchdog.take(.now) {
            if let transfer = active[id] { checkTimers(of: transfer) }
        }
        runDue()
    }
}
