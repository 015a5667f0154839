#if Redis
    public import FoundationEssentials
    internal import Glibc
    internal import PosthornKeys
    internal import PosthornStoreKeys
    public import PosthornStores

    extension RedisStore: OutboxStore {
        /// Adds a call behind all others, and returns when the server has written it to its file.
        ///
        /// It is sent a second time if the connection fails; the server stores it once.
        ///
        /// - Throws: A `StoreError`: `full` if the request is larger than `callBytes` or the server has no memory or disk,
        ///   `refused` if the server may lose calls, and `unavailable` if it did not respond or could not write the call.
        ///   After `unavailable` the call may be in the store.
        public func add(_ call: OutboxCall) async throws {
            guard call.request.count <= callBytes else {
                throw StoreError(
                    .full,
                    "the request has \(call.request.count) bytes, and a call may have \(callBytes)",
                    advice: "raise `callBytes` of the store")
            }
            let head = try String(decoding: JSONEncoder().encode(CallHead(call)), as: UTF8.self)
            let sealed = try keys.seal(call.request, with: head, as: bound(.call, call.id))
            let arguments = [
                Data(call.id.utf8), service(call.service), queue(of: call),
                Data(call.blocksKey ? 1 : 0), sealed, Data(call.due.milliseconds),
            ]
            let isStored: Bool
            do {
                isStored = try await isDone(.addCall, [outbox], arguments)
            } catch let error as StoreError where error.code == .unavailable {
                isStored = try await isDone(.addCall, [outbox], arguments)
            }
            guard isStored else {
                throw StoreError(.refused, "the store has another call with the id \(call.id)")
            }
            if !keepsCallsInMemory { try await waitUntilWritten(call.id) }
        }

        /// Waits for the file of the server, which it may write after its reply: a slow disk delays it by two seconds, and a
        /// full one for ever.
        private func waitUntilWritten(_ id: String) async throws {
            let end = ContinuousClock.now + timeLimit * 4
            var target: Int?
            while ContinuousClock.now < end {
                let reply = try await run(.writtenBytes, [outbox], [Data(id.utf8)])
                guard let bytes = reply.array?.compactMap(\.integer), bytes.count == 2 else {
                    break
                }
                let (size, unwritten) = (bytes[0], bytes[1])
                // Other calls may always be unwritten.
                if unwritten == 0 || target.map({ size >= $0 }) == true { return }
                target = target ?? size + unwritten
                try await Task.sleep(for: .milliseconds(5))
            }
            throw StoreError(
                .unavailable, "the server did not write the call to its disk",
                advice: "check its disk; the server may keep the call and deliver it later")
        }

        /// Claims calls that are due: of each key the oldest one, and of several keys the one that has waited for
        /// longest.
        ///
        /// A call that can't be decrypted is passed over; if there is no other, it is an error.
        public func claimCalls(
            for service: String, limit: Int, lease: Duration, now: Date
        ) async throws -> [OutboxClaim] {
            let reply = try await run(
                .claimCalls, [outbox],
                [
                    self.service(service), Data(max(0, limit)), Data(lease.milliseconds),
                    Data(now.milliseconds), machineTime, Self.consumer,
                ])
            return try OutboxClaim.readable(
                rows(reply).map { row in
                    Result {
                        guard row.count > 9, let fence = row[9].number else {
                            throw Self.damaged(row)
                        }
                        return OutboxClaim(try call(row), fence: Int(clamping: fence))
                    }
                })
        }

        /// Extends a claim that still holds.
        public func extend(_ claim: OutboxClaim, lease: Duration, now: Date) async throws -> Bool {
            try await isDone(
                .extendCall, [outbox],
                [
                    Data(claim.call.id.utf8), Data(claim.fence), Data(lease.milliseconds),
                    Data(now.milliseconds), machineTime,
                ])
        }

        /// Ends a claim; `false` if another was given since.
        ///
        /// A response larger than `callBytes` is not kept: its receipt throws `receiptExpired`.
        public func settle(_ claim: OutboxClaim, as outcome: OutboxOutcome) async throws -> Bool {
            let call = claim.call.after(outcome)
            let reason = try call.reason.map {
                try keys.seal(Data($0.utf8), as: bound(.reason, call.id))
            }
            let response = try call.response.map {
                try keys.seal($0.count > callBytes ? Data() : $0, as: bound(.response, call.id))
            }
            var failed = Data()
            if case .failed(_, let date, _) = outcome { failed = Data(date.milliseconds) }
            return try await isDone(
                .settleCall, [outbox],
                [
                    Data(call.id.utf8), Data(claim.fence), call.state.digit, Data(call.failures),
                    Data(call.due.milliseconds), Data(call.delay.milliseconds),
                    call.ended.map { Data($0.milliseconds) } ?? Data(), reason ?? Data(),
                    response ?? Data(), failed, machineTime,
                ])
        }

        /// Returns a call; `nil` if there is none.
        public func call(_ id: String) async throws -> OutboxCall? {
            let reply = try await run(.call, [outbox], [Data(id.utf8)])
            return try reply.array.map { try call($0) }
        }

        /// Returns calls in a state, the oldest first, in one round trip for each 500.
        public func calls(
            of service: String?, in state: OutboxCall.State, limit: Int
        ) async throws -> [OutboxCall] {
            var calls: [OutboxCall] = []
            var last = Data(0)
            while calls.count < limit {
                let count = min(limit - calls.count, 500)
                let reply = try await run(
                    .listCalls, [outbox],
                    [service.map(self.service) ?? Data(), state.digit, last, Data(count)])
                let found = try rows(reply)
                for row in found { calls.append(try call(row)) }
                guard found.count == count, let number = found.last?.last?.data else { break }
                last = number
            }
            return calls
        }

        /// Returns how many calls of a service there are.
        public func outboxSummary(of service: String) async throws -> OutboxSummary {
            let reply = try await run(.summary, [outbox], [self.service(service)])
            guard let counts = reply.array, counts.count >= 3 else { throw Self.damaged([]) }
            let numbers = counts.prefix(3).map { $0.integer ?? 0 }
            return OutboxSummary(
                waiting: numbers[0], delivered: numbers[1], dead: numbers[2],
                oldest: try counts.dropFirst(3).first?.array.map { try call($0).submitted })
        }

        /// Makes a dead letter wait again.
        public func retryCall(_ id: String, now: Date) async throws -> Bool {
            try await isDone(.retryCall, [outbox], [Data(id.utf8), Data(now.milliseconds)])
        }

        /// Removes a call that is not claimed.
        public func dropCall(_ id: String, now: Date) async throws -> Bool {
            try await isDone(
                .dropCall, [outbox], [Data(id.utf8), Data(now.milliseconds), machineTime])
        }

        /// Removes delivered calls that ended before a time, in one round trip for each 1,000.
        public func removeDeliveredCalls(of service: String, before date: Date) async throws {
            let most = 1_000
            while try await run(
                .removeDelivered, [outbox],
                [self.service(service), Data(date.milliseconds), Data(most)]
            ).integer == most {}
        }
    }

    extension RedisStore {
        private enum Part: String { case call, reason, response }

        /// The process, as the group of the stream shows it.
        private static let consumer: Data = {
            var name = [CChar](repeating: 0, count: 256)
            gethostname(&name, name.count - 1)
            let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return Data(bytes) + Data(":\(getpid())".utf8)
        }()

        private var outbox: Data { Data("\(namespace):outbox:".utf8) }
        private var machineTime: Data { Data(systemTime.withLock { $0() }.milliseconds) }

        private func service(_ name: String) -> Data { keys.name(.service, name) }

        /// The name of a call's key; empty for none.
        private func queue(of call: OutboxCall) -> Data {
            call.key.map { keys.name(.queue, "\(call.service.utf8.count):\(call.service)\($0)") }
                ?? Data()
        }

        private func bound(_ part: Part, _ id: String) -> Data {
            keys.name(.call, "\(part.rawValue):\(id)")
        }

        private func rows(_ reply: RedisReply) throws -> [[RedisReply]] {
            guard let rows = reply.array else { throw Self.damaged([]) }
            return rows.map { $0.array ?? [] }
        }

        private static func damaged(_ row: [RedisReply]) -> StoreError {
            let id = row.first?.data.map { String(decoding: $0, as: UTF8.self) } ?? ""
            return StoreError(
                .damaged, "the call \(id) is damaged, or another program wrote it",
                advice: "drop the call, and check who writes into the namespace")
        }

        /// Reads a row of a script.
        private func call(_ row: [RedisReply]) throws -> OutboxCall {
            guard row.count > 8, let id = row[0].data.map({ String(decoding: $0, as: UTF8.self) }),
                let sealed = row[1].data,
                let (request, text) = keys.openWithText(sealed, as: bound(.call, id)),
                let head = try? JSONDecoder().decode(CallHead.self, from: Data(text.utf8)),
                let state = OutboxCall.State(digit: row[2].data),
                let failures = row[3].number, let due = row[4].milliseconds,
                let delay = row[5].milliseconds
            else { throw Self.damaged(row) }
            func opened(_ part: Part, _ reply: RedisReply) throws -> Data? {
                guard let sealed = reply.data else { return nil }
                guard let value = keys.open(sealed, as: bound(part, id)) else {
                    throw Self.damaged(row)
                }
                return value
            }
            var call = OutboxCall(
                id: id, service: head.service, endpoint: head.endpoint, key: head.key,
                blocksKey: head.blocks, submitted: Date(timeIntervalSince1970: head.submitted),
                request: request)
            (call.state, call.failures) = (state, Int(clamping: failures))
            (call.due, call.delay) = (Date(milliseconds: due), .milliseconds(delay))
            call.ended = row[6].milliseconds.map(Date.init(milliseconds:))
            call.reason = try opened(.reason, row[7]).map { String(decoding: $0, as: UTF8.self) }
            call.response = try opened(.response, row[8])
            return call
        }
    }

    /// What is encrypted with the request of a call.
    private struct CallHead: Codable {
        let service: String
        let endpoint: String
        let key: String?
        let blocks: Bool
        let submitted: Double

        init(_ call: OutboxCall) {
            (service, endpoint, key) = (call.service, call.endpoint, call.key)
            (blocks, submitted) = (call.blocksKey, call.submitted.timeIntervalSince1970)
        }
    }

    extension OutboxCall.State {
        fileprivate var digit: Data { Data(self == .waiting ? 0 : self == .delivered ? 1 : 2) }

        fileprivate init?(digit: Data?) {
            guard let state = Self.allCases.first(where: { $0.digit == digit }) else { return nil }
            self = state
        }
    }

    extension RedisReply {
        fileprivate var milliseconds: Int64? {
            data.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
        }
    }

    extension Duration {
        fileprivate var milliseconds: Int64 { max(0, microseconds / 1_000) }
    }

    extension Date {
        fileprivate var milliseconds: Int64 {
            Int64(min(max(timeIntervalSince1970 * 1000, -9e15), 9e15).rounded())
        }

        fileprivate init(milliseconds: Int64) {
            self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
        }
    }
#endif
