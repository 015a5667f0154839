import CCurl
import Glibc
import PosthornHTTP

// Changes of the machine's network.
extension MultiDriver {
    /// Ends the idle connections of the old network, and starts transfers again that it holds up.
    func adapt(to change: NetworkChange) {
        context.network.noteChange()
        let interface = context.configuration.connection.localInterface
        var probe = RouteProbe(change, hasLocalInterface: interface != nil)
        var verdicts: [ObjectIdentifier: RouteProbe.Verdict] = [:]
        for connection in context.connections.all where connection.isStillOpen {
            let verdict = probe.verdict(on: connection.socket)
            guard verdict != .current else { continue }
            verdicts[ObjectIdentifier(connection)] = verdict
            connection.endsWhenIdle = true
            if connection.transfers == 0 || verdict == .lost { connection.end() }
        }
        for transfer in active.values {
            adapt(transfer) { $0.flatMap { verdicts[ObjectIdentifier($0)] } ?? .current }
        }
    }

    private func adapt(_ transfer: Transfer, _ verdict: (Connection?) -> RouteProbe.Verdict) {
        switch transfer.phase {
        case .waitingToRepeat where transfer.history.waitsForNetwork:
            transfer.history.waitsForNetwork = false
            makeReady(transfer)
        case .connecting, .tryingAddresses:
            // Without a socket, it looks up its host or waits for a connection of another transfer.
            let isHeldUp = transfer.attempt.opened.map { verdict($0) != .current } ?? true
            guard isHeldUp, transfer.history.mayFollowNetwork else { return }
            startAgain(transfer)
        case .exchanging where verdict(transfer.connection) == .lost:
            transfer.mayRepeatOnNewNetwork
                ? startAgain(transfer) : finish(transfer, .failure(transfer.networkFailure))
        default: break
        }
    }

    private func startAgain(_ transfer: Transfer) {
        transfer.trust.question = nil
        release(transfer, keepsSetup: false)
        transfer.prepareRestart()
        transfer.body = BodyBuffer()
        transfer.history.networkChanges += 1
        makeReady(transfer)
    }
}

/// The last change of the machine's network.
struct NetworkState {
    private var lastChange: LoopInstant?

    mutating func noteChange() { lastChange = .now }

    /// The age in seconds from which libcurl looks a name up again, so that nothing from before the change is used.
    var nameLifetime: Int {
        let usual = EasyHandle.usualNameLifetime
        guard let lastChange else { return usual }
        return min(usual, Int((LoopInstant.now - lastChange).components.seconds))
    }
}

extension TransferHistory {
    /// Whether another change of the network may start the transfer again.
    var mayFollowNetwork: Bool { networkChanges < 3 }
}

extension Transfer {
    /// Whether the request is sent again, because its connection was lost with the network.
    fileprivate var mayRepeatOnNewNetwork: Bool {
        // The caller of a stream has the head, and a task may have reported it.
        let isUnseen = !isOpened && (submission.task == nil || head.isEmpty)
        return isUnseen && request.isRepeatable && mayReadBodyAgain && history.mayFollowNetwork
            && !request.options.isRepetition
    }

    fileprivate var networkFailure: TransportError {
        let what = "the machine lost the address of the connection before the response was complete"
        guard mayHaveArrived, !request.isRepeatable, head.isEmpty else {
            return TransportError(
                .connectionLost, what, advice: "call again if the call may be repeated",
                isSafeToRetry: !mayHaveArrived)
        }
        return TransportError(
            .notRepeated, "\(what), and a \(request.method.rawValue) is not sent twice",
            advice: "ask the server what it did, or give the request an Idempotency-Key")
    }

    /// The time until a transfer that has seen a change of the network tries again, unless the network changes before.
    ///
    /// `nil` if it did not fail for lack of a network.
    func delayUntilNetwork(_ code: CURLcode) -> Duration? {
        guard attempt.sendCount == 0, lacksNetwork(code) else { return nil }
        let deadline = connectDeadline ?? admission + .seconds(60)
        return deadline > .now ? deadline - .now : nil
    }

    private func lacksNetwork(_ code: CURLcode) -> Bool {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: true
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED:
            [ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL, ENETDOWN].contains(
                Int32(handle?.number(CURLINFO_OS_ERRNO) ?? 0))
        default: false
        }
    }
}
