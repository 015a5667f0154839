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

    /// Notes whether the system had a socket: libcurl takes it for a server that is not there if not.
    func noteSocket(_ descriptor: Int32, _ code: Int32) {
        lacksSockets = descriptor < 0 && [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
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
        nothingSent: true)
}
