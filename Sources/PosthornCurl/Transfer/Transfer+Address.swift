import CCurl
import Glibc

extension Transfer {
    /// Checks an address before a socket is opened for it.
    ///
    /// If it is refused, libcurl tries the host's other addresses.
    func mayConnect(to address: UnsafePointer<curl_sockaddr>) -> Bool {
        if isRefused() { return false }
        let refusal = addressPolicy?.refusal(
            ofSocketAddress: UnsafeRawPointer(address) + Self.addressOffset)
        attempt.refusedAddress = refusal ?? attempt.refusedAddress
        if refusal == nil { attempt.hasAllowedAddress = true }
        return refusal == nil
    }

    /// The policy for the addresses that the transfer connects to.
    ///
    /// `nil` if the configuration names the place: a proxy or a Unix domain socket.
    var addressPolicy: AddressPolicy? {
        configuration.connection.unixSocket == nil && proxy == nil
            ? configuration.addressPolicy : nil
    }

    /// Checks what the policy refuses before any address is known.
    func checkURL() throws(TransportError) {
        let policy = configuration.addressPolicy
        guard let origin = (try? HTTPURL(request.url))?.origin else {
            throw .invalidRequest("the URL is not valid", "check its host and port")
        }
        if policy.requiresTLS, origin.scheme != "https" { throw .refusedScheme }
        if let ports = policy.ports, !ports.contains(origin.port) {
            throw .refused(port: origin.port)
        }
        guard policy.refusesAddresses, let proxy else { return }
        if let address = IPAddress(origin.host.filter { !"[]".contains($0) }) {
            if let refusal = policy.refusal(of: address) { throw refusal.error }
        } else if !policy.trustsProxies {
            throw .unchecked(proxy)
        }
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

    fileprivate static let refusedScheme = TransportError(
        .addressRefused, "the URL has the scheme http, and addressPolicy.requiresTLS is true",
        advice: "call an https URL", isSafeToRetry: true)

    fileprivate static func refused(port: Int) -> TransportError {
        TransportError(
            .addressRefused, "the port \(port) is not one of addressPolicy.ports",
            advice: "call a port of the list, or add it", isSafeToRetry: true)
    }

    fileprivate static func unchecked(_ proxy: ProxyRules.Server) -> TransportError {
        TransportError(
            .addressRefused,
            "the session can't check the host's address, because the proxy \(proxy) looks it up",
            advice: "set addressPolicy.trustsProxies if the proxy refuses the same addresses",
            isSafeToRetry: true)
    }
}
