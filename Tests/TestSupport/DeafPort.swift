import Foundation
import Glibc
import PosthornTesting

/// A port of this machine that never responds to a SYN, because its queue is full.
public final class DeafPort: Sendable {
    /// The port.
    public let port: UInt16
    private let address: String
    private let listener: Int32
    private let clients: [Int32]

    /// Fills the queue of a free port of 127.0.0.1.
    public convenience init() throws { try self.init(at: "127.0.0.1", 0) }

    /// Fills the queue of a port at an address of this machine.
    public init(at address: String, _ port: UInt16) throws {
        let family = address.contains(":") ? AF_INET6 : AF_INET
        let listener = Self.socket(family)
        guard Self.call(bind, listener, address, port), listen(listener, 0) == 0,
            let found = Self.port(of: listener)
        else { throw PeerError("can't listen: \(String(cString: strerror(errno)))") }
        self.port = found
        self.address = address
        self.listener = listener
        clients = (0..<8).map { _ in
            let client = Self.socket(family, Int32(SOCK_NONBLOCK.rawValue))
            _ = Self.call(connect, client, address, found)
            return client
        }
    }

    deinit { for socket in [listener] + clients { close(socket) } }

    /// Whether somebody waits for the response to a SYN that went to the port (of IPv4).
    public func isCalled() -> Bool {
        func hexadecimal(_ number: UInt32, _ digits: Int) -> String {
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: digits - text.count) + text
        }
        let own = clients.compactMap { Self.port(of: $0).map { ":" + hexadecimal(UInt32($0), 4) } }
        let place = hexadecimal(inet_addr(address), 8) + ":" + hexadecimal(UInt32(port), 4)
        // Line by line: what reads the file as a whole takes a short read for its end.
        guard let table = fopen("/proc/net/tcp", "r") else { return false }
        defer { fclose(table) }
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, Int32(line.count), table) != nil {
            let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
            if fields.count > 3, fields[2] == place, fields[3] == "02",
                !own.contains(where: fields[1].hasSuffix)
            {
                return true
            }
        }
        return false
    }

    /// Hears from now on: takes those that wait, and gives a response to the first of them that asks.
    ///
    /// A SYN that was swallowed comes again after a second.
    public func hear(_ response: String) {
        // A thread of its own that ends with the port, or with its response.
        Thread.detachNewThread { [self] in
            var waiting: [pollfd] = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
            while poll(&waiting, nfds_t(waiting.count), -1) > 0 {
                for place in waiting.indices.reversed() where waiting[place].revents != 0 {
                    if place == 0 {
                        let socket = accept(listener, nil, nil)
                        if socket >= 0 {
                            waiting.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0))
                        }
                        continue
                    }
                    let socket = waiting.remove(at: place).fd
                    defer { close(socket) }
                    var bytes = [UInt8](repeating: 0, count: 4096)
                    guard recv(socket, &bytes, bytes.count, 0) > 0 else { continue }
                    let text = Array(response.utf8)
                    _ = send(socket, text, text.count, Int32(MSG_NOSIGNAL))
                    for left in waiting.dropFirst() { close(left.fd) }
                    return
                }
            }
        }
    }

    private static func socket(_ family: Int32, _ flags: Int32 = 0) -> Int32 {
        Glibc.socket(
            family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags, 0)
    }

    private typealias Function = (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32

    private static func call(
        _ function: Function, _ socket: Int32, _ address: String, _ port: UInt16
    ) -> Bool {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        if address.contains(":") {
            guard inet_pton(AF_INET6, address, &six.sin6_addr) == 1 else { return false }
            return withUnsafeBytes(of: &six) { call(function, socket, $0) }
        }
        guard inet_pton(AF_INET, address, &four.sin_addr) == 1 else { return false }
        return withUnsafeBytes(of: &four) { call(function, socket, $0) }
    }

    private static func call(
        _ function: Function, _ socket: Int32, _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
        return function(socket, place, socklen_t(bytes.count)) == 0
    }

    private static func port(of socket: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            let isKnown = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &length) == 0
            }
            // The port stands at the same place for both families.
            let port = UnsafeRawPointer(pointer)
                .load(fromByteOffset: MemoryLayout<sa_family_t>.size, as: UInt16.self)
            return isKnown ? UInt16(bigEndian: port) : nil
        }
    }
}
