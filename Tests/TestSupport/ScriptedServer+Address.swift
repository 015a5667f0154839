import Foundation
import Glibc
import PosthornTesting

extension ScriptedServer {
    /// Starts a server at an IPv4 address of this machine.
    ///
    /// - Parameter port: The port; 0 for a free one.
    /// - Throws: A ``ScriptError`` if the server cannot listen.
    public convenience init(at address: String, port: UInt16 = 0, _ script: @escaping Script) throws
    {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = inet_addr(address)
        let descriptor = streamSocket(AF_INET)
        let isBound = withAddress(&place) { bind(descriptor, $0, $1) == 0 }
        var found = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = withUnsafeMutablePointer(to: &found) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound, isNamed, listen(descriptor, 1024) == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw ScriptError("can't listen at \(address): \(reason)")
        }
        self.init(
            Listener(descriptor), port: UInt16(bigEndian: found.sin_port), recording: true, script)
    }
}
