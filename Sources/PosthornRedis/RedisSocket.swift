#if Redis
    import FoundationEssentials
    import Glibc

    /// A second descriptor of a connection's socket, to which tasks write commands.
    ///
    /// It is open as long as a task has it, so that no command reaches another socket with the same number.
    final class RedisSocket: Sendable {
        /// The longest command in bytes that a task writes, which the buffer of an idle socket holds.
        private static let limit = 4_096

        private let descriptor: Int32
        /// The hashes of the scripts in the server.
        private let hashes: [Data]
        /// The connection to which the server reports changes of what this one has read; `nil` for none.
        private let session: Int?

        /// `nil` if the process has no descriptor left.
        init?(of descriptor: Int32, _ hashes: [Data], session: Int? = nil) {
            self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            (self.hashes, self.session) = (hashes, session)
            if self.descriptor < 0 { return nil }
        }

        deinit { if descriptor >= 0 { close(descriptor) } }

        /// Whether a task may write the command, without the checks of its connection's thread.
        func takes(_ command: RedisCommand) -> Bool {
            !command.isSubmission && (command.session == nil || command.isWatched(by: session))
                && command.length < Self.limit
        }

        /// Writes a command without waiting; returns `false` if the socket has taken nothing of it.
        ///
        /// If the socket takes a part, the connection ends, and its thread ends the command.
        func send(_ command: RedisCommand) -> Bool {
            let bytes = RedisCommand.encode(command.words("EVALSHA", hashes, session))
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            if count > 0, count < bytes.count { end() }
            return count > 0
        }

        func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
#endif
