#if Redis
    import CHiredis
    import FoundationEssentials
    import Glibc
    import PosthornKeys
    import PosthornStoreKeys
    import PosthornStores

    /// Where a server of Redis is, and what its connections need.
    struct RedisServer: Sendable {
        let host: String
        let port: Int
        let password: String?
        let timeLimit: Duration
        /// The path of a file with the authorities of its certificate; `nil` without TLS.
        let tlsAuthorities: String?
        /// The name of the value that tells whether the key is the one of the namespace.
        let keyName: Data
        let keys: RecordKeys
        /// Whether calls of an outbox may be on a server that keeps them in memory only.
        let keepsCallsInMemory: Bool

        static let keyCheck = Data("the key of a posthorn store".utf8)
        static let leastVersion = 5
        static let leastVersionOfOutbox = 6

        /// What a store with TLS throws if the program can't use it.
        static let noTLS = StoreError(
            .unsupported,
            "TLS for Redis needs hiredis 1.0 or later with its library hiredis_ssl; this program was "
                + "built with hiredis \(HIREDIS_MAJOR).\(HIREDIS_MINOR)",
            advice: "build it where a later libhiredis-dev is installed, or leave out "
                + "`tlsAuthorities` and use a tunnel")

        /// Whether this build can use TLS.
        static var hasTLS: Bool { posthorn_redis_has_tls() != 0 }
    }

    /// A connection to a server, for one thread.
    final class RedisConnection {
        private let server: RedisServer
        private var context: UnsafeMutablePointer<redisContext>?
        private var hashes: [Data] = []
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
            var replies =
                isSent
                ? try receive(commands.count)
                : try send(commands.map { $0.words("EVALSHA", hashes) })
            // A server that was restarted or flushed has lost the scripts.
            let lost = replies.indices.filter { replies[$0].isError("NOSCRIPT") }
            if !lost.isEmpty {
                let found = try send(
                    lost.map { commands[$0].words("EVAL", RedisScript.texts) })
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

        func disconnect() {
            // A task may still have the socket: what it writes now would be done after its command has failed.
            if socket != nil { shutdown(descriptor, Int32(SHUT_RDWR)) }
            if let context { redisFree(context) }
            (context, socket) = (nil, nil)
        }

        private func connect() throws(StoreError) {
            guard context == nil else { return }
            let (seconds, attoseconds) = server.timeLimit.components
            let limit = timeval(
                tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
            context = redisConnectWithTimeout(server.host, Int32(clamping: server.port), limit)
            guard let context, context.pointee.err == 0 else { throw failure("can't be reached") }
            redisSetTimeout(context, limit)
            if let authorities = server.tlsAuthorities { try startTLS(context, authorities) }
            try signIn()
            try checkServer()
            let loads = RedisScript.texts.map { [Data("SCRIPT".utf8), Data("LOAD".utf8), $0] }
            hashes = try send(loads).map { reply throws(StoreError) in
                guard case .bytes(let hash) = reply else { throw Self.error(reply.errorText) }
                return hash
            }
            if server.tlsAuthorities == nil { socket = RedisSocket(of: descriptor, hashes) }
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
        private func signIn() throws(StoreError) {
            if posthorn_redis_has_tls() != 0 {
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
            let replies = try send(
                sections + [
                    [Data("SET".utf8), server.keyName, check, Data("NX".utf8)],
                    [Data("GET".utf8), server.keyName],
                ])
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

        private static let tooOld = StoreError(
            .foreign, "the server is older than Redis \(RedisServer.leastVersion)",
            advice: "use a later version of Redis")

        private static let foreign = StoreError(
            .foreign, "the server of the store does not speak the protocol of Redis",
            advice: "check its address")

        /// Returns the error of a reply, without its text, which may repeat an argument.
        private static func error(_ text: String) -> StoreError {
            let code = text.prefix { $0 != " " }
            switch code {
            case "NOAUTH", "WRONGPASS", "NOPERM": return refused
            case "OOM", "MISCONF":
                return StoreError(
                    .full, "the server has no memory or no disk for the value (\(code))",
                    advice: "raise its `maxmemory`, or free its disk")
            case "WRONGTYPE":
                return StoreError(
                    .foreign, "another program uses a name of the store",
                    advice: "use another namespace")
            case "LOADING", "BUSY", "MASTERDOWN", "READONLY", "TRYAGAIN", "CLUSTERDOWN":
                return StoreError(
                    .unavailable, "the server does not serve the store now (\(code))",
                    advice: "wait, or use the primary server")
            case "MOVED", "ASK", "CROSSSLOT":
                return StoreError(
                    .foreign, "the server is a part of a cluster", advice: "use a single server")
            default:
                // Before version 6, a wrong password has no code of its own; a script wraps the error of a command.
                if text.contains("invalid password") || text.contains("AUTH") { return refused }
                if text.contains("OOM command not allowed") { return error("OOM") }
                if text.contains("WRONGTYPE") { return error("WRONGTYPE") }
                if text.contains("READONLY") { return error("READONLY") }
                if text.contains("MISCONF") { return error("MISCONF") }
                return StoreError(
                    .damaged, "the server refuses a step of the store (\(code))",
                    advice: "check what other programs write into its namespace")
            }
        }

        private static let refused = StoreError(
            .refused, "the server refuses the password of the store", advice: "check the password")
    }

    extension Result<RedisReply, StoreError> {
        /// Whether the server does not serve the store now.
        fileprivate var isUnavailable: Bool {
            if case .failure(let error) = self { error.code == .unavailable } else { false }
        }
    }

    extension RedisCommand {
        /// Whether the command adds a call to an outbox, which only some servers keep.
        var isSubmission: Bool { script == .addCall }

        /// The words of the command that runs the script, which the scripts' texts or hashes name.
        func words(_ verb: String, _ scripts: [Data]) -> [Data] {
            [Data(verb.utf8), scripts[script.rawValue], Data(names.count)] + names + arguments
        }

        /// Returns the bytes of commands, each of some words.
        static func encode(_ commands: [[Data]]) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(
                commands.joined().reduce(16 * commands.count) { $0 + $1.count + 16 })
            func append(_ mark: UInt8, _ count: Int) {
                bytes.append(mark)
                bytes.append(contentsOf: String(count).utf8)
                bytes.append(contentsOf: [13, 10])
            }
            for words in commands {
                append(UInt8(ascii: "*"), words.count)
                for word in words {
                    append(UInt8(ascii: "$"), word.count)
                    word.withUnsafeBytes { bytes.append(contentsOf: $0) }
                    bytes.append(contentsOf: [13, 10])
                }
            }
            return bytes
        }
    }
#endif
