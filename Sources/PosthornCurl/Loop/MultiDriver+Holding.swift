import CCurl

// Suspending transfers, and resuming paused ones.
extension MultiDriver {
    /// Applies a change of the task's priority, suspension or observation to its transfer.
    func adjust(_ transfer: Transfer) {
        // A transfer that is about to start applies it then.
        guard let task = transfer.submission.task, transfer.phase != .ready else { return }
        // If the handle rejects a change, the transfer continues without it.
        if let handle = transfer.handle {
            try? transfer.setTaskOptions(handle)
            if task.isWatched { transfer.publishProgress(of: handle) }
        }
        dispatcher.change(transfer.id, priority: task.priority.rawValue)
        guard task.isSuspended != transfer.flow.isSuspended else { return }
        transfer.flow.isSuspended.toggle()
        transfer.noteActivity()
        if transfer.flow.isSuspended, transfer.phase == .waitingForAdmission {
            transfer.enter(.suspended)
            admitNext(after: transfer)
        }
        guard let handle = transfer.handle else {
            if !transfer.flow.isSuspended { continueWaiting(transfer) }
            return
        }
        guard transfer.flow.isSuspended else { return resume(transfer) }
        guard transfer.phase != .exchanging else {
            curl_easy_pause(handle.raw, CURLPAUSE_ALL)
            return
        }
        // libcurl would forget the pause once the connection is established, and send the request. A
        // certificate received meanwhile was not decided about.
        transfer.trust.question = nil
        release(transfer, keepsSetup: false)
        transfer.prepareRestart()
        transfer.enter(.suspended)
        checkSuspended(transfer)
    }

    private func continueWaiting(_ transfer: Transfer) {
        // The connect timeout does not include the suspension.
        if transfer.isAdmitted { transfer.admit() }
        switch transfer.phase {
        case .suspended: makeReady(transfer)
        case .waitingForAuthorities, .waitingForDecision:
            watch(transfer, at: transfer.connectDeadline)
        case .waitingToRepeat:
            // The delay may have passed during the suspension.
            watch(transfer, at: transfer.nextTry)
        // They have a handle, start after the next poll, or can't be suspended.
        case .ready, .waitingForAdmission, .connecting, .tryingAddresses, .exchanging, .ended: break
        }
    }

    /// Resumes a paused transfer in libcurl, which delivers buffered bytes to our callbacks at once.
    func resume(_ transfer: Transfer) {
        guard let handle = transfer.handle else { return }
        transfer.flow.resumed()
        let code = curl_easy_pause(handle.raw, CURLPAUSE_CONT)
        // An error of the callbacks is reported only here; libcurl does not process the transfer again.
        guard code != CURLE_OK, code != CURLE_BAD_FUNCTION_ARGUMENT, transfer.isAdded else {
            return
        }
        if !restart(transfer, after: code) { finish(transfer, transfer.outcome(code)) }
    }
}
