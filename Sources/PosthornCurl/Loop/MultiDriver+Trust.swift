// Transfers that wait for a decision about their server. The caller's code does not run on this thread, and a
// handshake can't wait. The handshake is therefore aborted, and repeated after the decision.
extension MultiDriver {
    /// Returns whether the files of a transfer's trust settings are read; if not, the transfer waits for them.
    func ensureTrustFiles(for transfer: Transfer) -> Bool {
        let stale = transfer.staleFiles
        guard !stale.isEmpty else { return true }
        watch(transfer, at: transfer.connectDeadline)
        transfer.enter(.waitingForAuthorities)
        for file in stale {
            context.trust.wait(transfer.id, for: file) { [inbox] trustFile in
                trustFile.read { result in _ = inbox.post(.trustFile(file, result)) }
            }
        }
        return false
    }

    func continueTransfers(after result: TrustFile.Result, of file: Int) {
        let (waiting, failure) = context.trust.keep(result, of: file)
        for id in waiting {
            guard let transfer = active[id], transfer.phase == .waitingForAuthorities else {
                continue
            }
            if let failure {
                finish(transfer, .failure(transfer.failure(failure)))
            } else if transfer.staleFiles.isEmpty {
                makeReady(transfer)
            }
        }
    }

    /// Asks the hook or handler about a transfer's server; the transfer waits without a handle.
    func ask(_ question: TrustQuestion, for transfer: Transfer) {
        release(transfer, keepsSetup: false)
        transfer.prepareRestart()
        transfer.trust.questions += 1
        guard transfer.trust.questions <= Self.maximumQuestions else {
            return finish(transfer, .failure(transfer.failure(.everChanging)))
        }
        if let decision = transfer.decision(for: question.key) {
            // The decision arrived between the handshake and its end.
            return apply(decision, to: transfer)
        }
        transfer.enter(.waitingForDecision)
        watch(transfer, at: transfer.connectDeadline)
        guard let hook = transfer.trust.handler ?? context.trust.rules.hook else {
            let failure = question.trust.failure ?? .unchecked
            return finish(transfer, .failure(transfer.failure(failure)))
        }
        let id = transfer.hasOwnTrust ? transfer.id : nil
        let ask = { [inbox] in
            Task {
                let decision = TrustDecision(
                    question: question, disposition: await hook(question.trust), transfer: id)
                _ = inbox.post(.decide(decision))
            }
        }
        if id == nil {
            context.trust.wait(transfer.id, for: question, ask: ask)
        } else {
            context.trust.wait(transfer.id, for: ask())
        }
    }

    /// Removes an ended transfer from those that wait for a decision.
    func stopWaiting(_ transfer: Transfer) {
        guard let question = transfer.trust.question else { return }
        context.trust.leave(transfer.id, question)
    }

    func decide(_ decision: TrustDecision) {
        let (question, disposition) = (decision.question, decision.disposition)
        let waiting =
            decision.transfer.map { [$0] } ?? context.trust.keep(disposition, for: question)
        for id in waiting {
            guard let transfer = active[id] else { continue }
            if decision.transfer != nil {
                transfer.trust.decision = decision
                context.trust.noteDecision(to: id)
            }
            apply(disposition, to: transfer)
        }
    }

    /// Sends a transfer's request or ends it, according to the decision.
    private func apply(_ disposition: ServerTrust.Disposition, to transfer: Transfer) {
        guard let question = transfer.trust.question else { return }
        transfer.trust.question = nil
        if let failure = question.trust.failure(after: disposition) {
            finish(transfer, .failure(transfer.failure(failure)))
        } else {
            makeReady(transfer)
        }
    }

    /// The maximum number of questions per transfer; a server can show a different certificate each time.
    private static let maximumQuestions = 5
}

extension TransportError {
    fileprivate static let everChanging = TransportError(
        .untrustedCertificate, "the server shows another certificate at each connection",
        advice: "check for a proxy or load balancer in front of the server", isSafeToRetry: true)
}
