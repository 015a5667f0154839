import CCurl
import Glibc

/// Drives the multi handles of a session on the loop's thread.
///
/// All of it is used by that thread only.
final class MultiDriver {
    let inbox: Inbox
    private let executor: LoopExecutor
    private let multis: MultiHandles
    /// The multi handles that libcurl processed in this iteration, and those with expired timers; reused arrays.
    private var served: [MultiHandle] = []
    private var due: [MultiHandle] = []
    private var pool: HandlePool
    var dispatcher: Dispatcher
    private(set) var active: [UInt64: Transfer] = [:]
    /// The transfers that libcurl has ended, and how; a reused array.
    private(set) var ended: [(transfer: Transfer, code: CURLcode)] = []
    /// The requests whose transfers have ended in this iteration.
    private var finished: [Submission] = []
    /// The transfers that start after the next poll, and some that have been cancelled since.
    private var ready: [Transfer] = []
    /// The transfers that started in this iteration and may wait for another's connection.
    private var sharing: [Transfer] = []
    /// The inbox's contents of this iteration; reused arrays.
    private var arrivals = Inbox.Batch()
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var isDraining = false
    private var isCancelling = false
    var watchdog = Watchdog()
    private var iterationsWithoutPoll = 0
    let context: LoopContext

    init(
        _ configuration: SessionConfiguration, _ overrides: HostOverrides, _ trust: TrustRules,
        inbox: Inbox, poller: Poller, executor: LoopExecutor
    ) {
        self.inbox = inbox
        self.executor = executor
        context = LoopContext(configuration, overrides, trust, poller)
        CurlLibrary.start()
        multis = MultiHandles(context.connections, configuration)
        pool = HandlePool()
        dispatcher = Dispatcher(configuration.limits)
        _ = poller.watch(inbox.descriptor, EPOLLIN.rawValue, isNew: true)
    }

    /// Runs until the session is shut down and its last transfer has ended.
    func run() {
        LibraryMemory.beginCaching()
        defer { LibraryMemory.endCaching() }
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while true {
            processArrivals()
            // Before the timers: a job may have taken so long that a timeout of a complete response is over.
            processFinished()
            runTimers()
            processFinished()
            finishCallbacks()
            // All at once: a caller that runs meanwhile would wake other threads again and again.
            for submission in finished { submission.resume() }
            finished.removeAll(keepingCapacity: true)
            if isDraining, active.isEmpty, context.pendingRedirects == 0 || isCancelling { break }
            guard let count = poll(into: &events) else { continue }
            // Requests start right after a poll; a long job could delay them later in the iteration.
            if !ready.isEmpty {
                let count = min(ready.count, Self.maximumStarts)
                for index in 0..<count { start(ready[index]) }
                ready.removeFirst(count)
                runDue()
            }
            context.connections.watches.expirePoll()
            for event in events[0..<count] { react(to: event) }
        }
        end()
    }

    private func processArrivals() {
        inbox.take(into: &arrivals)
        for submission in arrivals.starts {
            if isDraining, isCancelling || !submission.isFollowing {
                submission.finish(.failure(.sessionClosed))
            } else {
                let transfer = Transfer(submission, context)
                active[transfer.id] = transfer
                ready.append(transfer)
            }
        }
        for command in arrivals.commands { handle(command) }
        for job in arrivals.jobs { executor.run(job) }
        arrivals.removeAll()
    }

    /// Polls for events; returns `nil` if the commands in the inbox come first.
    private func poll(into events: inout [epoll_event]) -> Int? {
        let maySleep = inbox.sleep()
        // Only for a few iterations, because a task on this thread may post a command in each.
        if !maySleep, context.iteration.paused.isEmpty,
            iterationsWithoutPoll < Self.maximumIterationsWithoutPoll
        {
            iterationsWithoutPoll += 1
            return nil
        }
        iterationsWithoutPoll = 0
        endIteration()
        // A resumed transfer may have paused again or ended.
        let mayWait =
            maySleep && ready.isEmpty && context.iteration.paused.isEmpty && finished.isEmpty
        let count = context.connections.watches.poll(
            mayWait ? millisecondsToDeadline() : 0, into: &events)
        context.iteration.polled(isComplete: count < events.count)
        return count
    }

    /// The maximum number of consecutive iterations without a poll, which is a system call.
    private static let maximumIterationsWithoutPoll = 4

    /// The maximum number of transfers that start after a poll.
    ///
    /// They rely on the poll for which connections are quiet, which must be recent for the last of them.
    private static let maximumStarts = 32

    func makeReady(_ transfer: Transfer) {
        transfer.enter(.ready)
        ready.append(transfer)
    }

    private func handle(_ command: Inbox.Command) {
        switch command {
        case .cancel(let id):
            if let transfer = active[id] { finish(transfer, .failure(.cancelled)) }
        case .cancelAll(let last): cancelAll(upTo: last)
        case .resume(let id):
            if let transfer = active[id], !transfer.flow.isSuspended, transfer.handle != nil {
                transfer.flow.callerIsReady()
                transfer.noteActivity()
                resume(transfer)
            }
        case .endRedirects(let count): context.pendingRedirects -= count
        case .adjust(let id):
            if let transfer = active[id] { adjust(transfer) }
        case .decide(let decision): decide(decision)
        case .trustFile(let file, let result): continueTransfers(after: result, of: file)
        case .addresses(let result): continueSearches(after: result)
        case .adapt(let change): adapt(to: change)
        case .shutdown(let mode, let waiter):
            isDraining = true
            if let waiter { waiters.append(waiter) }
            guard mode == .cancel else { return }
            isCancelling = true
            cancelAll()
        }
    }

    private func start(_ transfer: Transfer) {
        guard transfer.phase == .ready else { return }  // Cancelled while it was ready.
        if let task = transfer.submission.task, task.isSuspended {
            transfer.flow.isSuspended = true
            transfer.enter(.suspended)
            return checkSuspended(transfer)
        }
        if transfer.flow.isSuspended {
            // It became ready during its suspension, and the loop has not processed the resumption.
            transfer.flow.isSuspended = false
            if transfer.isAdmitted { transfer.admit() }
        }
        guard transfer.isAdmitted || admitOrWait(transfer) else { return }
        if let failure = transfer.unknownPolicy { return finish(transfer, .failure(failure)) }
        guard !transfer.usesTLS || ensureTrustFiles(for: transfer) else { return }
        checkSilence(of: transfer)
        do throws(TransportError) {
            if transfer.context.checksURLs { try transfer.checkURL() }
            let optionSet = transfer.optionSet
            let handle = try pool.take(for: optionSet)
            transfer.handle = handle
            try transfer.configure(handle, for: optionSet)
            let multi = multis.handle(isSecure: transfer.isSecure)
            let code = multi.add(handle)
            guard code == CURLM_OK else { throw .multi(code) }
            transfer.multi = multi
            transfer.enter(.connecting)
            if transfer.mayWaitForConnection { sharing.append(transfer) }
            transfer.submission.task?.hasBegun()
        } catch {
            finish(transfer, .failure(error))
        }
    }

    /// Cancels all transfers up to a number; the waiting ones first, so that the end of no other admits them.
    private func cancelAll(upTo last: UInt64 = .max) {
        let transfers = active.values.filter { $0.id <= last }
        for transfer in transfers where transfer.phase == .waitingForAdmission {
            finish(transfer, .failure(.cancelled))
        }
        for transfer in transfers { finish(transfer, .failure(.cancelled)) }
    }

    func runDue() {
        multis.takeDue(into: &due)
        guard !due.isEmpty else { return }
        for multi in due { act(multi, CURL_SOCKET_TIMEOUT, 0) }
        due.removeAll(keepingCapacity: true)
    }

    private func react(to event: epoll_event) {
        let descriptor = event.data.fd
        guard descriptor != Watches.ignored else { return }
        if descriptor == inbox.descriptor {
            inbox.clear()
            return
        }
        if !context.attempts.isEmpty, let id = context.attempts.transfer(of: descriptor) {
            return handleAttempt(descriptor, for: id)
        }
        guard let multi = multis.handle(for: descriptor) else { return }
        var actions: Int32 = 0
        if event.events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 {
            actions |= CURL_CSELECT_IN
        }
        if event.events & EPOLLOUT.rawValue != 0 { actions |= CURL_CSELECT_OUT }
        if event.events & EPOLLERR.rawValue != 0 { actions |= CURL_CSELECT_ERR }
        act(multi, descriptor, actions)
    }

    private func act(_ multi: MultiHandle, _ socket: Int32, _ actions: Int32) {
        let code = multi.act(socket, actions)
        if !multi.isServed {
            multi.isServed = true
            served.append(multi)
        }
        guard code != CURLM_OK else { return }
        // The multi handle is unusable; all of its transfers fail.
        for transfer in active.values.filter({ $0.multi === multi }) {
            finish(transfer, .failure(.multi(code)))
        }
        multi.close()
    }

    private func processFinished() {
        guard !served.isEmpty else { return }
        for multi in served {
            multi.isServed = false
            collectEnded(multi)
            endBroken(multi)
            for (transfer, code) in ended {
                if let question = transfer.trust.question {
                    ask(question, for: transfer)
                } else if !restart(transfer, after: code) {
                    finish(transfer, transfer.outcome(code))
                }
            }
            ended.removeAll(keepingCapacity: true)
        }
        served.removeAll(keepingCapacity: true)
    }

    /// Takes libcurl's messages about transfers that have ended.
    func collectEnded(_ multi: MultiHandle) {
        while let message = multi.nextMessage() {
            // A transfer must not be lost: libcurl reports its end once.
            guard message.msg == CURLMSG_DONE, let raw = message.easy_handle,
                let transfer = EasyHandle.of(raw)?.transfer
                    ?? active.values.first(where: { $0.handle?.raw == raw })
            else { continue }
            ended.append((transfer, message.data.result))
        }
    }

    /// Ends a transfer; its caller is resumed at the end of the iteration.
    func finish(_ transfer: Transfer, _ outcome: consuming Submission.Outcome) {
        guard active.removeValue(forKey: transfer.id) != nil else { return }
        transfer.enter(.ended)
        if let task = transfer.submission.task { transfer.reportEnd(to: task) }
        let isWhole = outcome.isSuccess
        if isWhole { transfer.noteResponse() }
        release(
            transfer, keepsSetup: isWhole && transfer.isHandleReusable,
            isWhole: isWhole && !transfer.attempt.isCutAfterHead)
        transfer.submission.outcome = consume outcome
        finished.append(transfer.submission)
        if !dispatcher.isUnlimited { admitNext(after: transfer) }
    }

    func release(_ transfer: Transfer, keepsSetup: Bool, isWhole: Bool = false) {
        guard let handle = transfer.handle else { return stopWaiting(transfer) }
        let isSpent = !keepsSetup && transfer.marksHandle(isWhole: isWhole)
        transfer.leaveConnection()
        transfer.leaveMulti(handle)
        transfer.handle = nil
        if isSpent { return }
        if keepsSetup { transfer.dropOwn(handle) }
        pool.put(handle, keepsSetup: keepsSetup)
    }

    /// Does the work that libcurl's callbacks have left.
    private func finishCallbacks() {
        if !sharing.isEmpty {
            // libcurl drops the timeouts of a transfer that waits to share a connection, and starts them anew
            // when that connection fails.
            for transfer in sharing where transfer.phase.isConnecting {
                watch(transfer, at: transfer.connectDeadline)
            }
            sharing.removeAll(keepingCapacity: true)
        }
        continueLostSockets()
        continueSearches()
        if !context.iteration.sending.isEmpty {
            for transfer in context.iteration.sending { transfer.enableLog() }
            context.iteration.sending.removeAll(keepingCapacity: true)
        }
        if !context.iteration.unread.isEmpty {
            // Failed transfers are not active any more.
            for id in context.iteration.unread { active[id]?.takeLastChunk() }
            context.iteration.unread.removeAll(keepingCapacity: true)
        }
        if !context.iteration.respondedEarly.isEmpty {
            for id in context.iteration.respondedEarly {
                guard let transfer = active[id] else { continue }
                transfer.endBodyWithResponse()
                scheduleResponseCheck(of: transfer)
            }
            context.iteration.respondedEarly.removeAll(keepingCapacity: true)
        }
        if !context.iteration.undelivered.isEmpty {
            for channel in context.iteration.undelivered { channel.deliver() }
            context.iteration.undelivered.removeAll(keepingCapacity: true)
        }
    }

    /// The time until the next timer, rounded up so that the loop does not spin; -1 without timers.
    private func millisecondsToDeadline() -> Int32 {
        if multis.hasDue { return 0 }
        let next = [multis.deadline, watchdog.next].compactMap { $0 }.min()
        return next.map { Int32(max(0, ($0 - .now).milliseconds)) } ?? -1
    }

    private func end() {
        pool.empty()
        multis.close()
        context.iteration.moved = []
        let unseen = inbox.close()
        for submission in unseen.starts { submission.finish(.failure(.sessionClosed)) }
        for command in unseen.commands {
            if case .shutdown(_, let waiter) = command { waiter?.resume() }
        }
        for job in unseen.jobs { executor.runElsewhere(job) }
        for waiter in waiters { waiter.resume() }
    }
}
