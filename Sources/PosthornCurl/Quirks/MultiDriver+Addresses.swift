import Glibc

// Connection attempts for hosts with several addresses. libcurl tries the addresses of a family one after the
// other, and gives each half of the remaining time. This code tries the others in parallel, and the first
// that connects replaces libcurl's socket. Until then, libcurl's own attempt continues, so that a host with a
// single address or a slow network loses nothing.
extension MultiDriver {
    /// Continues the searches for addresses, after libcurl's callbacks have returned.
    func continueSearches() {
        guard Quirk.sequentialAddresses.isActive, !context.iteration.connecting.isEmpty else {
            return
        }
        for id in context.iteration.connecting {
            guard let transfer = active[id], let search = transfer.search, search.stage != .over
            else { continue }
            if search.connected != nil { handOver(transfer, search) }
            guard transfer.lookupHost != nil, search.stage.begin() else { continue }
            schedule(search, of: transfer, after: AddressSearch.patience)
        }
        context.iteration.connecting.removeAll(keepingCapacity: true)
    }

    /// Performs the next step of a transfer's search for a reachable address.
    func search(for transfer: Transfer, _ search: AddressSearch) {
        search.nextStep = nil
        guard search.stage != .over, transfer.phase.isConnecting, !search.isConnected,
            let host = transfer.lookupHost
        else { return transfer.endSearch() }
        guard search.stage == .waiting else { return connectNext(transfer, search) }
        guard let port = search.tried.first?.port else { return }
        let query = HostLookups.Query(
            host: host, port: port, family: configuration.addressFamily.number)
        let isStarted = context.lookups.lookUp(query, for: transfer.id) { [inbox] result in
            _ = inbox.post(.addresses(result))
        }
        if !isStarted { schedule(search, of: transfer, after: AddressSearch.step) }
    }

    private var configuration: ConnectionOptions { context.configuration.connection }

    private func schedule(_ search: AddressSearch, of transfer: Transfer, after delay: Duration) {
        let time = LoopInstant.now + delay
        search.nextStep = time
        watch(transfer, at: time)
    }

    func continueSearches(after result: HostLookups.Result) {
        for id in context.lookups.take(result.query) {
            guard let transfer = active[id], let search = transfer.search else { continue }
            // With a proxy or an override, libcurl may have resolved another name.
            let isSure = transfer.proxy == nil && context.overrides.places.isEmpty
            let isKnown = isSure || search.tried.contains { result.addresses.contains($0) }
            guard search.stage.found(isKnown ? result.addresses : []) else { continue }
            connectNext(transfer, search)
        }
    }

    private func connectNext(_ transfer: Transfer, _ search: AddressSearch) {
        guard transfer.phase.isConnecting, !search.isConnected else {
            return transfer.endSearch()
        }
        if search.attempts.count < AddressSearch.maximumAttempts, let model = search.waiting {
            let policy = transfer.addressPolicy
            while let address = search.nextAddress(where: { policy?.allows($0) ?? true }) {
                guard
                    let socket = context.attempts.connect(
                        to: address, like: model.socket, for: transfer.id)
                else { continue }
                search.attempts.append(socket)
                if transfer.phase == .connecting { transfer.enter(.tryingAddresses) }
                break
            }
        }
        if search.stage.hasNext {
            schedule(search, of: transfer, after: AddressSearch.step)
        }
    }

    /// Processes the result of one of the search's own attempts.
    func handleAttempt(_ socket: Int32, for id: UInt64) {
        guard let transfer = active[id], let search = transfer.search else {
            return context.attempts.close(socket)
        }
        let error = SocketProbe.error(of: socket)
        // The event may be that of an earlier socket with the same descriptor.
        guard error != 0 || SocketProbe.isConnected(socket) else { return }
        guard error == 0 else {
            search.attempts.removeAll { $0 == socket }
            context.attempts.close(socket)
            return connectNext(transfer, search)
        }
        context.attempts.stopWatching(socket)
        search.connected = socket
        handOver(transfer, search)
    }

    /// Replaces libcurl's connecting socket by the connected one, so that libcurl finds itself connected.
    private func handOver(_ transfer: Transfer, _ search: AddressSearch) {
        guard let socket = search.connected else { return }
        guard transfer.phase.isConnecting, !search.isConnected else {
            return transfer.endSearch()
        }
        guard let connection = search.waiting else { return }
        context.connections.replace(connection, by: socket)
        transfer.endSearch()
    }
}

extension ConnectionOptions.AddressFamily {
    /// The system's number of the address family.
    fileprivate var number: Int32 {
        switch self {
        case .any: AF_UNSPEC
        case .ipv4: AF_INET
        case .ipv6: AF_INET6
        }
    }
}
