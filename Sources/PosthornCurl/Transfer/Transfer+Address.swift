import CCurl
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

    // The address is longer than C's type says: an IPv6 one goes on behind it.
    private static let addressOffset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
}

extension TransportError {
    static let privateAddress = TransportError(
        .addressRefused, "the host has no public address, and the session calls no other",
        advice: "set the session's allowsPrivateAddresses if the host is meant to be called",
        nothingSent: true)
}
