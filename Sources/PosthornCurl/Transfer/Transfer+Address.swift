import CCurl
import Glibc

extension Transfer {
    /// Checks an address before a socket is opened for it.
    ///
    /// If it is refused, libcurl tries the host's other addresses.
    func mayConnect(to address: UnsafePointer<curl_sockaddr>) -> Bool {
        if isRefused() { return false }
        // The caller has chosen the Unix domain socket.
        guard !configuration.allowsPrivateAddresses, configuration.connection.unixSocket == nil
        else { return true }
        let isPrivate = PrivateAddress.contains(UnsafeRawPointer(address) + Self.addressOffset)
        attempt.hasOnlyPrivateAddresses = isPrivate && attempt.hasOnlyPrivateAddresses != false
        return !isPrivate
    }

    /// Records whether the system had a socket for an address.
    ///
    /// libcurl treats a lack of sockets like an unreachable server.
    func noteSocket(_ descriptor: Int32, _ code: Int32, for address: UnsafePointer<curl_sockaddr>) {
        attempt.lacksSockets = descriptor < 0 && [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
        guard descriptor >= 0 else { return }
        let connection = context.connections.opened(descriptor, for: id)
        attempt.opened = connection
        guard Quirk.sequentialAddresses.isActive,
            let called = SocketAddress(UnsafeRawPointer(address) + Self.addressOffset)
        else { return }
        let search = search ?? AddressSearch()
        self.search = search
        search.note(connection, at: called)
        context.iteration.connecting.append(id)
    }

    /// The host name that libcurl resolves.
    ///
    /// `nil` if there is only one address, or if this package's own sockets can't be used.
    var lookupHost: String? {
        let options = configuration.connection
        // This package's own sockets would ignore these options.
        guard options.unixSocket == nil, options.localInterface == nil,
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
        // An address, or a name that libcurl maps to this machine without a lookup.
        if name.contains(":") || last.first?.isNumber ?? true || last == "localhost" { return nil }
        return name
    }

    /// Stops trying addresses.
    func endSearch() {
        guard let search else { return }
        search.stage = .over
        search.nextStep = nil
        for socket in search.attempts { context.attempts.close(socket) }
        search.attempts = []
        search.connected = nil
    }

    /// Closes the search's sockets when libcurl is connected or the transfer has ended.
    func dropSearch() {
        guard let search else { return }
        endSearch()
        for connection in search.opened where connection !== self.connection {
            context.connections.forgetIfGone(connection)
        }
        self.search = nil
    }

    // An IPv6 address is longer than the type of C's field and continues behind it.
    private static let addressOffset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
}

extension TransportError {
    static let noSocket = TransportError(
        .resource, "the process has no file descriptor left for another connection",
        advice: "close unused files, lower the session's `limits`, or raise the limit on open "
            + "files (ulimit -n)")

    static let privateAddress = TransportError(
        .addressRefused,
        "the host has no public address, and the session does not connect to others",
        advice: "set the session's allowsPrivateAddresses to true if the host is trusted",
        isSafeToRetry: true)
}
