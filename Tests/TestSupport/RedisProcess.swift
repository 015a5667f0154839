#if Redis
    import Foundation
    import Glibc

    /// A server of Redis on a free port of loopback, with a random password.
    public final class RedisProcess: Sendable {
        /// Its port.
        public let port: Int
        /// The password of its default user.
        public let password = UUID().uuidString
        private let process = Process()
        private let input = Pipe()

        /// Starts a server and waits until it listens.
        public convenience init(port: Int? = nil, _ options: String...) throws {
            try self.init(port: port, options)
        }

        /// Starts a server with more options, and waits until it listens.
        ///
        /// - Parameter launcher: The words of a command that runs it; empty, the default, for none.
        public init(port: Int? = nil, _ options: [String], by launcher: [String] = []) throws {
            let port = try port ?? Self.freePort()
            self.port = port
            // The shell ends the server when its input does: with this object, or with this process.
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments =
                ["-c", #""$@" >/dev/null & read _; kill -9 $!"#, "sh"] + launcher
                + [
                    "redis-server", "--port", "\(port)", "--bind", "127.0.0.1", "--requirepass",
                    password, "--save",
                    "",
                    "--appendonly", "no", "--dir", NSTemporaryDirectory(),
                ] + options
            process.standardInput = input
            try process.run()
            try Self.waitUntilListening(port)
        }

        deinit { end() }

        /// Kills the server.
        public func end() {
            guard process.isRunning else { return }
            // A line, because other processes may have inherited the pipe and keep it open.
            input.fileHandleForWriting.write(Data("\n".utf8))
            process.waitUntilExit()
        }

        /// Sends a command as another program would, and returns what the server says.
        @discardableResult
        public func send(_ words: String...) throws -> String {
            let client = Process()
            let output = Pipe()
            client.executableURL = URL(filePath: "/usr/bin/redis-cli")
            client.arguments = ["-p", "\(port)", "-a", password, "--no-auth-warning"] + words
            client.standardOutput = output
            try client.run()
            let text = String(
                decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            client.waitUntilExit()
            return text
        }

        /// Returns a port that nobody listens on.
        public static func freePort() throws -> Int {
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            var address = address(0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    _ = bind(socket, pointer, length)
                    _ = getsockname(socket, pointer, &length)
                }
            }
            return Int(UInt16(bigEndian: address.sin_port))
        }

        private static func address(_ port: Int) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            return address
        }

        private static func waitUntilListening(_ port: Int) throws {
            while true {
                let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(socket) }
                var address = address(port)
                let code = withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
                if code == 0 { return }
                usleep(1_000)
            }
        }
    }
#endif
