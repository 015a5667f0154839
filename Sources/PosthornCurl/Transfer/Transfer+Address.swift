import CCurl
import Glibc
import Posthorn

extension Transfer {
    /// The last look at an address before a socket is opened for it.
    ///
    /// libcurl tries the host's other addresses if this one may not be had.
    func mayConnect(to address: UnsafePointer<curl_sockaddr>) -> Bool {
        if isRefused() { return false }
        // The caller has named a Unix socket itself.
        guard !configuration.allowsPrivateAddresses, configuration.connection.unixSocket == nil
        else { return true }
        let isPrivate = PrivateAddress.contains(UnsafeRawPointer(address) + Self.addressOffset)
        hasOnlyPrivateAddresses = isPrivate && hasOnlyPrivateAddresses != false
        return !isPrivate
    }

    /// Notes whether the system had a socket for an address: libcurl takes it for a server that is not
    /// there if not.
    func noteSocket(_ descriptor: Int32, _ code: Int32, for address: UnsafePointer<curl_sockaddr>) {
        lacksSockets = descriptor < 0 && [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
        guard descriptor >= 0 else { return }
        let connection = context.connections.opened(descriptor, for: id)
        guard let called = SocketAddress(UnsafeRawPointer(address) + Self.addressOffset) else {
            return
        }
        let search = search ?? AddressSearch()
        self.search = search
        search.note(connection, at: called)
        context.turn.calling.append(id)
    }

    /// The name whose addresses libcurl calls; `nil` if there is but one address, or one of ours
    /// would not do.
    var lookupHost: String? {
        let options = configuration.connection
        // Sockets of our own would start anywhere.
        guard options.unixSocket == nil, options.interface == nil,
            request.options.localInterface == nil
        else { return nil }
        let name: String
        if let proxy {
            name = proxy.host
        } else {
            guard let called = try? HTTPURL(request.url).origin.host else { return nil }
            name = context.overrides[called] ?? called
        }
        let last = name.split(separator: ".").last ?? ""
        // An address; or what libcurl takes for this machine's own without asking anybody.
        if name.contains(":") || last.first?.isNumber ?? true || last == "localhost" { return nil }
        return name
    }

    /// Calls no more addresses.
    func endSearch() {
        guard let search else { return }
        search.isOver = true
        search.nextStep = nil
        for socket in search.calls { context.calls.close(socket) }
        search.calls = []
        search.answered = nil
    }

    /// Forgets what was called for the transfer: libcurl is connected, or has done with it.
    func dropSearch() {
        guard let search else { return }
        endSearch()
        for connection in search.opened where connection !== self.connection {
            context.connections.forgetIfGone(connection)
        }
        self.search = nil
    }

    // The address is longer than C's type says: an IPv6 one goes on behind it.
    private static let addressOffset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
}

extension TransportError {
    static let noSocket = TransportError(
        .resource, "the system has no socket for another connection",
        advice: "close what is open and not needed, lower the session's limits, or raise the "
            + "process's limit of descriptors")

    static let privateAddress = TransportError(
        .addressRefused, "the host has no public address, and the session calls no other",
        advice: "set the session's allowsPrivateAddresses if the host is meant to be called",
        isSafeToRetry: true)
}
