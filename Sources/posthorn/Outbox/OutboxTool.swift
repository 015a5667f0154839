internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornKeys
internal import PosthornSpec
internal import PosthornStores

/// The work of `posthorn outbox`.
struct OutboxTool {
    private let store: any OutboxStore
    private let terminal = Terminal()

    init(_ options: OutboxCommand.Options) async throws {
        let place = try OutboxPlace(options.store)
        let file = SecretFile(options.secrets)
        let key = try Self.key(file)
        store = try await Self.reporting {
            try await place.open(key) { try Self.secret("POSTHORN_REDIS", "redis", file) }
        }
    }

    /// Returns a secret of the environment or of the file; `nil` if there is none.
    private static func secret(
        _ variable: String, _ name: String, _ file: SecretFile
    ) throws -> String? {
        if let own = ProcessInfo.processInfo.environment[variable], !own.isEmpty { return own }
        return try file.read()[name]
    }

    private static func key(_ file: SecretFile) throws -> SecretKey {
        guard let text = try secret("POSTHORN_OUTBOX", "outbox", file) else {
            throw ToolFailure(
                .secret,
                "posthorn: the key of a store is a secret; found none; set POSTHORN_OUTBOX to "
                    + "'ID:BASE64', or write 'outbox' in the file of secrets")
        }
        do {
            return try KeyText(name: "store", text: text).secretKey(for: .derivation)
        } catch {
            throw ToolFailure(
                .secret,
                "posthorn: the key of a store is 'ID:BASE64' or a JWK; found another text; write one of the two"
            )
        }
    }

    func list(
        of service: String?, in states: [String], _ limit: Int, asJSON: Bool
    ) async throws {
        try await Self.reporting {
            for state in states.compactMap(OutboxCall.State.init) {
                for call in try await store.calls(of: service, in: state, limit: limit) {
                    terminal.print(asJSON ? try json(call) : line(call))
                }
            }
        }
    }

    func retry(_ ids: [String]?) async throws -> CallExit {
        try await change(ids, "dead letter") { try await store.retryCall($0, now: Date()) }
    }

    func drop(_ ids: [String]?) async throws -> CallExit {
        try await change(ids, "call that may be dropped") {
            try await store.dropCall($0, now: Date())
        }
    }

    private func change(
        _ ids: [String]?, _ kind: String, _ change: (String) async throws -> Bool
    ) async throws -> CallExit {
        try await Self.reporting {
            var failed = false
            let all =
                if let ids { ids } else {
                    try await store.calls(of: nil, in: .dead, limit: .max).map(\.id)
                }
            for id in all {
                if try await change(id) {
                    terminal.print(id)
                } else {
                    failed = true
                    terminal.complain(
                        "posthorn: there is no \(kind) with the id \(oneLine(id))")
                }
            }
            return failed ? .brokenSpec : .success
        }
    }

    private static func reporting<Value>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        do { return try await body() } catch let error as StoreError {
            let isSecret = [.wrongKey, .refused].contains(error.code)
            throw ToolFailure(isSecret ? .secret : .unreadable, "posthorn: \(error)")
        }
    }

    private func line(_ call: OutboxCall) -> String {
        let key = call.key.map { " key \($0.debugDescription)" } ?? ""
        let reason = call.reason.map { ": \($0)" } ?? ""
        return oneLine(
            "\(call.id)  \(call.state.rawValue)  \(call.service).\(call.endpoint)\(key)  "
                + "\(call.submitted.formatted(.iso8601))  \(call.failures) failed\(reason)")
    }

    private func json(_ call: OutboxCall) throws -> String {
        var members: [String: JSONValue] = [
            "id": .string(call.id), "state": .string(call.state.rawValue),
            "service": .string(call.service), "endpoint": .string(call.endpoint),
            "submitted": .string(call.submitted.formatted(.iso8601)),
            "due": .string(call.due.formatted(.iso8601)),
            "failures": .number(JSONValue.Number(call.failures)),
        ]
        members["key"] = call.key.map { .string($0) }
        members["reason"] = call.reason.map { .string($0) }
        return String(decoding: try JSONValue.object(members).document(), as: UTF8.self)
    }
}
