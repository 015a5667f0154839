import CCurl
import Glibc

/// Asks a handle of libcurl whether the server has refused its last stream of HTTP/2.
///
/// libcurl 7.88 notes REFUSED_STREAM in the handle. If the connection was new, it says so and takes the note
/// back. If it was used before, it sends the request again for that alone, says nothing and keeps the note:
/// the next exchange of the handle that ends without a byte is repeated because of it. That exchange is
/// made here, with a listener of our own.
enum RefusalProbe {
    /// The other end of the exchange.
    private final class Listener {
        let socket: Int32
        let port: UInt16
        /// How often libcurl was about to send.
        var tries = 0
        private var accepted: Int32 = -1

        init?() {
            let socket = Glibc.socket(
                AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            self.socket = socket
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
            var count = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isListening = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, count) == 0 && listen(socket, 8) == 0
                        && getsockname(socket, $0, &count) == 0
                }
            }
            port = UInt16(bigEndian: address.sin_port)
            guard isListening else { return nil }
        }

        deinit {
            if accepted >= 0 { close(accepted) }
            if socket >= 0 { close(socket) }
        }

        /// Takes libcurl's connection, on which nothing is said; `false` for another's, and the
        /// second time.
        func take(from port: Int32) -> Bool {
            tries += 1
            guard tries == 1 else { return false }
            accepted = accept(socket, nil, nil)
            shutdown(accepted, Int32(SHUT_WR))
            return SocketProbe.remoteEnd(of: accepted)?.port == port
        }
    }

    /// `false` if it was not, or the library does not keep the note.
    ///
    /// - Parameter handle: One that no multi handle has, and that is not used again.
    static func wasRefused(_ handle: EasyHandle) -> Bool {
        guard let listener = Listener() else { return false }
        handle.reset()
        let raw = handle.raw
        posthorn_setopt_string(raw, CURLOPT_URL, "http://127.0.0.1:\(listener.port)/")
        posthorn_setopt_string(raw, CURLOPT_PROXY, "")
        posthorn_setopt_long(raw, CURLOPT_NOSIGNAL, 1)
        posthorn_setopt_long(raw, CURLOPT_TIMEOUT_MS, 1000)
        posthorn_setopt_long(raw, CURLOPT_HTTP_VERSION, posthorn_http_version_1_1)
        posthorn_setopt_pointer(
            raw, CURLOPT_PREREQDATA, UnsafeRawPointer(Unmanaged.passUnretained(listener).toOpaque())
        )
        posthorn_setopt_prereq_callback(raw) { context, _, _, _, port in
            guard let context else { return CURL_PREREQFUNC_ABORT }
            let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
            return listener.take(from: port) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        posthorn_setopt_data_callback(raw, CURLOPT_WRITEFUNCTION) { _, size, count, _ in
            size * count
        }
        return withExtendedLifetime(listener) {
            curl_easy_perform(raw)
            return listener.tries == 2
        }
    }
}
