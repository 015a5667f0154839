import CCurl

// The transfers that are sent again.
extension MultiDriver {
    /// Restarts a transfer that libcurl has ended; returns `false` if its request is not repeated.
    func restart(_ transfer: Transfer, after code: CURLcode) -> Bool {
        let delay: Duration? =
            transfer.attempt.wasHeldBack ? .zero : transfer.delayBeforeRepeat(code)
        guard let delay else { return false }
        release(transfer, keepsSetup: false)
        transfer.prepareRestart()
        if delay > .zero {
            let time = LoopInstant.now + delay
            transfer.nextTry = time
            transfer.enter(.waitingToRepeat)
            watch(transfer, at: time)
        } else {
            makeReady(transfer)
        }
        return true
    }
}
