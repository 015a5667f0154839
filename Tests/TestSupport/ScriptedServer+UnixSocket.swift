import Foundation
import Glibc
import PosthornTesting

extension ScriptedServer {
    /// Starts a server on a Unix domain socket, whose file stays after ``stop()``.
    ///
    /// - Throws: A ``ScriptError`` if the server cannot listen, for example because the path exists.
    public convenience init(path: String, _ script: @escaping Script) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw ScriptError("the path of a socket is too long")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = streamSocket(AF_UNIX)
        let isBound = withAddress(&address) { bind(descriptor, $0, $1) == 0 }
        guard isBound, listen(descriptor, 1024) == 0 else {
            close(descriptor)
            throw ScriptError("can't listen at \(path)")
        }
        self.init(Listener(descriptor), port: 0, recording: true, script)
    }
}
