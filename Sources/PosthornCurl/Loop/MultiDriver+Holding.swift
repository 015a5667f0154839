import CCurl
import Posthorn

// That a task holds its transfer, and that what paused goes on.
extension MultiDriver {
    /// Does what a transfer's task wants now.
    func adjust(_ transfer: Transfer) {
        // One that is to begin looks at it then.
        guard let task = transfer.submission.task, !transfer.isComing else { return }
        // A handle in use that does not take it goes on without.
        if let handle = transfer.handle { try? transfer.setWishes(handle) }
        dispatcher.change(transfer.id, priority: task.priority.rawValue)
        guard task.isSuspended != transfer.isSuspended else { return }
        transfer.isSuspended.toggle()
        transfer.hasMoved()
        if transfer.isSuspended, !transfer.hasTurn { passTurn(of: transfer) }
        guard let handle = transfer.handle else {
            guard !transfer.isSuspended, transfer.question == nil else { return }
            // Being held is no time to connect in.
            if transfer.hasTurn { transfer.takeTurn() }
            start(transfer)
            return
        }
        guard transfer.isSuspended else { return goOn(transfer) }
        guard transfer.attempts == 0 else {
            curl_easy_pause(handle.raw, CURLPAUSE_ALL)
            return
        }
        // libcurl forgets that it was to hold a transfer when its connection is there, and would send it.
        // Nobody was asked yet about a certificate that has just come.
        transfer.question = nil
        release(transfer, keepsSetup: false)
        transfer.startAfresh()
        look(afterHeld: transfer)
    }

    /// Ends a transfer that is held without a connection when its time is over, which libcurl does not
    /// count then.
    func look(afterHeld transfer: Transfer) {
        guard let time = transfer.lastMoment else { return }
        if time <= .now { return finish(transfer, .failure(transfer.heldTooLong)) }
        watch(transfer, at: time)
    }

    /// Has libcurl go on with a transfer that has paused, which gives our callbacks at once what it has
    /// kept for them.
    func goOn(_ transfer: Transfer) {
        guard let handle = transfer.handle else { return }
        transfer.isReceivingPaused = false
        let code = curl_easy_pause(handle.raw, CURLPAUSE_CONT)
        // What they refuse is said here only: libcurl does not look at the transfer again.
        guard code != CURLE_OK, code != CURLE_BAD_FUNCTION_ARGUMENT, transfer.isAdded else {
            return
        }
        conclude(transfer, code)
    }
}
