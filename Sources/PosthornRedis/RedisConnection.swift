#if Redis
    import CHiredis
    import FoundationEssentials
    import Glibc
    import PosthornKeys
    import PosthornStoreKeys
    import PosthornStores

    /// A connection to a server, for one thread.
    final class RedisConnection {
        private let server: RedisServer
        private var context: UnsafeMutablePointer<redisContext>?
        private var hashes: [Data] = []
        /// The connection to which the server reports changes of what this one has read; `nil` for none.
        private var session: Int?
        /// Where tasks write commands; `nil` without a connection or a descriptor, and with TLS.
        private(set) var socket: RedisSocket?
        /// Why the server may lose calls of an outbox; `nil` if it keeps them.
        private var refusal: StoreError?

        init(_ server: RedisServer) { self.server = server }

        deinit { disconnect() }

        /// The number of the socket; -1 without one, and with TLS, whose own messages may come at any time.
        var descriptor: Int32 {
            guard server.tlsAuthorities == nil, let context else { return -1 }
            return context.pointee.fd
        }

        /// The time limit, for `poll`.
        var milliseconds: Int32 { Int32(clamping: max(1, server.timeLimit.microseconds / 1_000)) }

        /// Runs commands in one round trip; returns a reply or an error for each.
        ///
        /// - Parameter isSent: Whether a task has written them to the socket.
        func run(
            _ commands: [RedisCommand], isSent: Bool
        ) throws(StoreError) -> [Result<RedisReply, StoreError>] {
            do throws(StoreError) {
                if isSent { return try execute(commands, isSent: true) }
                try connect()
                try watch(for: commands)
                guard let refusal, commands.contains(where: \.isSubmission) else {
                    return try execute(commands)
                }
                var results = try execute(commands.filter { !$0.isSubmission }).makeIterator()
                // The next connection reads the settings of the server again.
                disconnect()
                return commands.map {
                    $0.isSubmission ? .failure(refusal) : results.next() ?? .failure(refusal)
                }
            } catch {
                disconnect()
                throw error
            }
        }

        private func execute(
            _ commands: [RedisCommand], isSent: Bool = false
        ) throws(StoreError) -> [Result<RedisReply, StoreError>] {
            var replies = try replies(to: commands, "EVALSHA", hashes, isSent: isSent)
            // A server that was restarted or flushed has lost the scripts.
            let lost = replies.indices.filter { replies[$0].isError("NOSCRIPT") }
            if !lost.isEmpty {
                let found = try self.replies(
                    to: lost.map { commands[$0] }, "EVAL", RedisScript.texts)
                for (index, reply) in zip(lost, found) { replies[index] = reply }
            }
            let results = replies.map { reply -> Result<RedisReply, StoreError> in
                guard case .error(let text) = reply else { return .success(reply) }
                return .failure(Self.error(text))
            }
            // The server may be a former primary: its name may be that of another server now.
            if results.contains(where: { $0.isUnavailable }) { disconnect() }
            return results
        }

        /// Returns a reply for each command, without those of the commands that precede watched ones.
        private func replies(
            to commands: [RedisCommand], _ verb: String, _ scripts: [Data], isSent: Bool = false
        ) throws(StoreError) -> [RedisReply] {
            let words = commands.flatMap { $0.words(verb, scripts, session) }
            let replies = isSent ? try receive(words.count) : try send(words)
            guard words.count > commands.count, let session else { return replies }
            var rest = replies[...]
            return commands.compactMap { command in
                if command.isWatched(by: session), rest.popFirst()?.data != Self.done {
                    server.watch.fail(session: session)
                }
                return rest.popFirst()
            }
        }

        private static let done = Data("OK".utf8)

        /// Has the server send its reports to the current connection for reports, if a command needs them.
        private func watch(for commands: [RedisCommand]) throws(StoreError) {
            guard let wanted = server.watch.session, wanted != session,
                commands.contains(where: { $0.session == wanted })
            else { return }
            let words = ["CLIENT", "TRACKING", "ON", "REDIRECT", String(wanted), "OPTIN"]
            let reply = try send([words.map { Data($0.utf8) }]).first
            // The server is older than version 6, or forbids it, or has lost the connection for reports.
            guard reply?.data == Self.done else { return server.watch.fail(session: wanted) }
            session = wanted
            if socket != nil { socket = RedisSocket(of: descriptor, hashes, session: wanted) }
        }

        /// Connects, and subscribes to the server's invalidation messages, which are the reports.
        ///
        /// The connection runs no commands after that.
        ///
        /// - Returns: The number of the connection in the server.
        func subscribe() throws(StoreError) -> Int {
            try open()
            // Nothing is written to it that would show that the server is gone.
            if let context { redisEnableKeepAlive(context) }
            try signIn(withRESP3: false)
            let words = [["CLIENT", "ID"], ["SUBSCRIBE", "__redis__:invalidate"]]
            let replies = try send(words.map { $0.map { Data($0.utf8) } })
            for reply in replies { if case .error(let text) = reply { throw Self.error(text) } }
            guard let number = replies.first?.integer else { throw Self.foreign }
            return number
        }

        /// Reads the received reports, and removes what they name from the watch.
        func readReports() throws(StoreError) {
            guard let context else { throw failure("is not connected") }
            guard redisBufferRead(context) == REDIS_OK else { throw failure("did not respond") }
            while true {
                var reply: UnsafeMutableRawPointer?
                guard redisGetReplyFromReader(context, &reply) == REDIS_OK else {
                    throw failure("did not respond")
                }
                guard let reply else { return }
                defer { freeReplyObject(reply) }
                let report = RedisReply(reply.assumingMemoryBound(to: redisReply.self).pointee)
                // The kind of the message, the channel, and the names.
                guard let parts = report.array, parts.count == 3 else { throw Self.foreign }
                server.watch.report(parts[2].array?.compactMap(\.data))
            }
        }

        func disconnect() {
            // A task may still have the socket: what it writes now would be done after its command has failed.
            if socket != nil { shutdown(descriptor, Int32(SHUT_RDWR)) }
            if let context { redisFree(context) }
            // The server reports no more changes of what this connection has read.
            if session != nil { server.watch.removeAll() }
            (context, socket, session) = (nil, nil, nil)
        }

        private func connect() throws(StoreError) {
            guard context == nil else { return }
            try open()
            try signIn(withRESP3: posthorn_redis_has_tls() != 0)
            try checkServer()
            let loads = RedisScript.texts.map { [Data("SCRIPT".utf8), Data("LOAD".utf8), $0] }
            hashes = try send(loads).map { reply throws(StoreError) in
                guard case .bytes(let hash) = reply else { throw Self.error(reply.errorText) }
                return hash
            }
            if server.tlsAuthorities == nil { socket = RedisSocket(of: descriptor, hashes) }
        }

        private func open() throws(StoreError) {
            let (seconds, attoseconds) = server.timeLimit.components
            let limit = timeval(
                tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
            context = redisConnectWithTimeout(server.host, Int32(clamping: server.port), limit)
            guard let context, context.pointee.err == 0 else { throw failure("can't be reached") }
            redisSetTimeout(context, limit)
            if let authorities = server.tlsAuthorities { try startTLS(context, authorities) }
        }

        private func startTLS(
            _ context: UnsafeMutablePointer<redisContext>, _ authorities: String
        ) throws(StoreError) {
            switch posthorn_redis_start_tls(context, authorities, server.host) {
            case posthorn_redis_tls_started: return
            case posthorn_redis_tls_missing: throw RedisServer.noTLS
            default:
                throw StoreError(
                    .refused, "TLS with the server of the store has failed",
                    advice: "check that its port has TLS, and that `tlsAuthorities` names the file "
                        + "with the authority of its certificate")
            }
        }

        /// Sends the password, and asks for RESP3 if hiredis knows it.
        private func signIn(withRESP3: Bool) throws(StoreError) {
            if withRESP3 {
                let user = server.password.map { ["AUTH", "default", $0] } ?? []
                let reply = try send([(["HELLO", "3"] + user).map { Data($0.utf8) }]).first
                guard case .error(let text)? = reply else { return }
                // Redis 5 has no such command.
                guard text.hasPrefix("ERR unknown command") else { throw Self.error(text) }
            }
            if let password = server.password {
                let reply = try send([[Data("AUTH".utf8), Data(password.utf8)]])
                if case .error(let text)? = reply.first { throw Self.error(text) }
            }
        }

        /// Checks the version of the server, the key of the namespace and the settings that an outbox needs.
        private func checkServer() throws(StoreError) {
            guard let check = try? server.keys.seal(RedisServer.keyCheck, as: server.keyName) else {
                throw StoreError(.wrongKey, "the key can't encrypt")
            }
            let sections = ["server", "memory", "persistence"].map {
                [Data("INFO".utf8), Data($0.utf8)]
            }
            let set =
                server.createsNamespace.withLock { $0 }
                ? [Data("SET".utf8), server.keyName, check, Data("NX".utf8)]
                : [Data("EXISTS".utf8), server.keyName]
            let replies = try send(sections + [set, [Data("GET".utf8), server.keyName]])
            guard replies.count == 5 else { throw Self.foreign }
            // A server without the command is older than all that have a version here.
            if replies[0].isError("ERR") { throw Self.tooOld }
            if case .error(let text) = replies[0] { throw Self.error(text) }
            let info = replies.prefix(3).map { String(decoding: $0.data ?? Data(), as: UTF8.self) }
                .joined(separator: "\n")
            func value(_ name: String) -> Substring? {
                info.split(whereSeparator: \.isNewline).first { $0.hasPrefix(name + ":") }?
                    .dropFirst(name.count + 1)
            }
            let version = value("redis_version").flatMap { Int($0.prefix { $0 != "." }) }
            guard let version, version >= RedisServer.leastVersion else { throw Self.tooOld }
            for (index, reply) in replies.enumerated() {
                guard case .error(let text) = reply else { continue }
                // A full server keeps the key that it has.
                if index == 3, text.hasPrefix("OOM"), replies[4].data != nil { continue }
                throw Self.error(text)
            }
            refusal = outboxRefusal(
                version, policy: value("maxmemory_policy"), isOnDisk: value("aof_enabled") == "1")
            if replies[3].integer == 0 {
                throw StoreError(
                    .foreign, "the server has no such namespace",
                    advice: "check its name; a program creates it at its first call")
            }
            guard case .bytes(let found) = replies[4],
                server.keys.open(found, as: server.keyName) == RedisServer.keyCheck
            else {
                throw StoreError(
                    .wrongKey, "the namespace belongs to another key",
                    advice: "use the key of the other processes, or another namespace")
            }
        }

        private func outboxRefusal(
            _ version: Int, policy: Substring?, isOnDisk: Bool
        ) -> StoreError? {
            if version < RedisServer.leastVersionOfOutbox {
                return StoreError(
                    .foreign,
                    "an outbox needs Redis \(RedisServer.leastVersionOfOutbox), and the server is older",
                    advice: "use a later version of Redis")
            }
            // Policies for values with a lifetime remove no call, because calls have none.
            if let policy, policy.hasPrefix("allkeys") {
                return StoreError(
                    .refused, "the server may evict calls of an outbox: its policy is \(policy)",
                    advice: "set its `maxmemory-policy` to noeviction")
            }
            guard isOnDisk || server.keepsCallsInMemory else {
                return StoreError(
                    .refused, "the server keeps calls of an outbox in its memory only",
                    advice: "set its `appendonly` to yes, or `keepsCallsInMemory` of the store")
            }
            return nil
        }

        /// Writes all commands, and then reads all replies.
        private func send(_ commands: [[Data]]) throws(StoreError) -> [RedisReply] {
            guard let context else { throw failure("is not connected") }
            // One buffer for all commands, which hiredis copies once.
            let code = RedisCommand.encode(commands).withUnsafeBytes { buffer in
                redisAppendFormattedCommand(
                    context, buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
            }
            guard code == REDIS_OK else { throw failure("takes no command") }
            return try receive(commands.count)
        }

        private func receive(_ count: Int) throws(StoreError) -> [RedisReply] {
            guard let context else { throw failure("is not connected") }
            var replies: [RedisReply] = []
            for _ in 0..<count {
                var reply: UnsafeMutableRawPointer?
                guard redisGetReply(context, &reply) == REDIS_OK, let reply else {
                    throw failure("did not respond")
                }
                defer { freeReplyObject(reply) }
                replies.append(RedisReply(reply.assumingMemoryBound(to: redisReply.self).pointee))
            }
            return replies
        }

        private func failure(_ what: String) -> StoreError {
            if context?.pointee.err == REDIS_ERR_PROTOCOL { return Self.foreign }
            if context?.pointee.err == REDIS_ERR_OOM {
                return StoreError(.full, "there is no memory for the reply")
            }
            return StoreError(
                .unavailable, "the server of the store \(what)",
                advice: "check its address, and that it runs")
        }
    }

    extension Result<RedisReply, StoreError> {
        /// Whether the server does not serve the store now.
        fileprivate var isUnavailable: Bool {
            if case .failure(let error) = self { error.code == .unavailable } else { false }
        }
    }
#endif
