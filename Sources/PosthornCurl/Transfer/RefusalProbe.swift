import CCurl
import Glibc

/// Determines from a libcurl handle whether the server refused its last HTTP/2 stream.
///
/// libcurl 7.88 records REFUSED_STREAM in the handle. On a new connection it reports the refusal and clears
/// the record. On a reused connection it retries for that reason alone, and keeps the record unreported.
/// The handle's next exchange that ends without a byte is then repeated because of the record. This probe
/// makes such an exchange, with a local listener.
enum RefusalProbe {
    /// The server side of the exchange.
    private final class Listener {
        let socket: Int32
        let port: UInt16
        /// The number of times that libcurl was about to send.
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

        /// Accepts libcurl's connection without sending anything.
        ///
        /// Returns `false` for a connection from another port, and at the second attempt.
        func take(from port: Int32) -> Bool {
            tries += 1
            guard tries == 1 else { return false }
            accepted = accept(socket, nil, nil)
            shutdown(accepted, Int32(SHUT_WR))
            return SocketProbe.remoteEnd(of: accepted)?.port == port
        }
    }

    /// Returns whether the stream was refused; `false` also if libcurl keeps no record.
    ///
    /// - Parameter handle: A handle without a multi handle, which must not be used afterwards.
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
