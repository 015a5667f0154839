import CCurl
import Glibc
import Posthorn

/// Drives one multi handle on the loop's thread.
///
/// All of it is touched by that thread alone.
final class MultiDriver {
    let configuration: SessionConfiguration
    let poller: Poller
    private let inbox: Inbox
    private let multi: UnsafeMutableRawPointer?
    private var pool: HandlePool
    private var active: [UInt64: Transfer] = [:]
    private var finished: [(Submission, Submission.Outcome, isOpened: Bool)] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var isDraining = false
    /// When libcurl wants its timers to run.
    ///
    /// `nil` for never.
    var deadline: ContinuousClock.Instant?
    /// The events that each of libcurl's sockets is watched for.
    var watched: [Int32: UInt32] = [:]
    /// What is known of the open connections, by descriptor.
    let connections = Connections()

    init(_ configuration: SessionConfiguration, inbox: Inbox, poller: Poller) {
        self.configuration = configuration
        self.inbox = inbox
        self.poller = poller
        CurlLibrary.start()
        multi = curl_multi_init()
        pool = HandlePool()
        installCallbacks(multi, idleConnections: configuration.idleConnections)
        _ = poller.watch(inbox.descriptor, EPOLLIN.rawValue, isNew: true)
    }

    /// Runs until the session is shut down and its last transfer has ended.
    func run() {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while true {
            for command in inbox.take() { obey(command) }
            runTimers()
            harvest()
            deliver()
            if isDraining && active.isEmpty { break }
            guard inbox.sleep() else { continue }
            let count = poller.wait(millisecondsToDeadline(), into: &events)
            for event in events[0..<count] { react(to: event) }
        }
        end()
    }

    private func obey(_ command: Inbox.Command) {
        switch command {
        case .start(let submission):
            if isDraining {
                finished.append((submission, .closed, false))
            } else {
                start(Transfer(submission, configuration, connections))
            }
        case .cancel(let id):
            if let transfer = active[id] { finish(transfer, .failure(.cancelled)) }
        case .resume(let id):
            if let transfer = active[id], !transfer.isSuspended, let handle = transfer.handle {
                curl_easy_pause(handle.raw, CURLPAUSE_CONT)
            }
        case .adjust(let id):
            if let transfer = active[id] { adjust(transfer) }
        case .shutdown(let mode, let waiter):
            isDraining = true
            if let waiter { waiters.append(waiter) }
            guard mode == .cancel else { return }
            for transfer in Array(active.values) { finish(transfer, .failure(.cancelled)) }
        }
    }

    private func start(_ transfer: Transfer) {
        active[transfer.id] = transfer
        if let task = transfer.submission.task, task.isSuspended {
            transfer.isSuspended = true
            return
        }
        do throws(TransportError) {
            let handle = try pool.take()
            transfer.handle = handle
            try transfer.configure(handle)
            let code = curl_multi_add_handle(multi, handle.raw)
            guard code == CURLM_OK else { throw .multi(code) }
            transfer.isAdded = true
            transfer.submission.task?.hasBegun()
        } catch {
            finish(transfer, .failure(error))
        }
    }

    /// Does what a transfer's task wants now.
    private func adjust(_ transfer: Transfer) {
        guard let task = transfer.submission.task else { return }
        if let handle = transfer.handle { transfer.adjust(handle) }
        guard task.isSuspended != transfer.isSuspended else { return }
        transfer.isSuspended.toggle()
        if let handle = transfer.handle {
            curl_easy_pause(handle.raw, transfer.isSuspended ? CURLPAUSE_ALL : CURLPAUSE_CONT)
        } else if !transfer.isSuspended {
            start(transfer)
        }
    }

    private func runTimers() {
        guard let deadline, deadline <= .now else { return }
        self.deadline = nil
        act(CURL_SOCKET_TIMEOUT, 0)
    }

    private func react(to event: epoll_event) {
        let descriptor = event.data.fd
        if descriptor == inbox.descriptor {
            inbox.clear()
            return
        }
        var actions: Int32 = 0
        if event.events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 {
            actions |= CURL_CSELECT_IN
        }
        if event.events & EPOLLOUT.rawValue != 0 { actions |= CURL_CSELECT_OUT }
        if event.events & EPOLLERR.rawValue != 0 { actions |= CURL_CSELECT_ERR }
        act(descriptor, actions)
    }

    private func act(_ socket: Int32, _ actions: Int32) {
        var running: Int32 = 0
        let code = curl_multi_socket_action(multi, socket, actions, &running)
        guard code != CURLM_OK else { return }
        // The multi handle is not usable any more: nobody may be left waiting for it.
        for transfer in Array(active.values) { finish(transfer, .failure(.multi(code))) }
    }

    /// Takes the transfers that libcurl has ended.
    private func harvest() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            guard message.msg == CURLMSG_DONE, let raw = message.easy_handle,
                let transfer = EasyHandle(raw: raw).transfer
            else { continue }
            if transfer.mayStartAfresh {
                release(transfer)
                transfer.startAfresh()
                start(transfer)
            } else {
                finish(transfer, transfer.outcome(message.data.result))
            }
        }
    }

    private func finish(_ transfer: Transfer, _ outcome: Submission.Outcome) {
        guard active.removeValue(forKey: transfer.id) != nil else { return }
        if let task = transfer.submission.task { transfer.tellEnd(task) }
        release(transfer)
        finished.append((transfer.submission, outcome, transfer.isOpened))
    }

    private func release(_ transfer: Transfer) {
        guard let handle = transfer.handle else { return }
        transfer.leaveConnection()
        if transfer.isAdded { curl_multi_remove_handle(multi, handle.raw) }
        transfer.isAdded = false
        transfer.handle = nil
        pool.put(handle)
    }

    /// Resumes the callers of a whole batch at once, after libcurl has been served.
    private func deliver() {
        for channel in connections.owing { channel.deliver() }
        connections.owing.removeAll(keepingCapacity: true)
        let batch = finished
        finished = []
        for (submission, outcome, isOpened) in batch {
            submission.finish(outcome, isOpened: isOpened)
        }
    }

    private func millisecondsToDeadline() -> Int32 {
        guard let deadline else { return -1 }
        let left = (deadline - .now).components
        // Rounded up: waking early would only make the loop spin until the deadline.
        let milliseconds =
            left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: max(0, milliseconds))
    }

    private func end() {
        pool.empty()
        curl_multi_cleanup(multi)
        for command in inbox.close() {
            switch command {
            case .start(let submission): submission.finish(.closed, isOpened: false)
            case .cancel, .resume, .adjust: break
            case .shutdown(_, let waiter): waiter?.resume()
            }
        }
        for waiter in waiters { waiter.resume() }
    }
}
