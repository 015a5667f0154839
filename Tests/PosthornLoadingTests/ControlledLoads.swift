import Foundation
import Posthorn
import PosthornCurl
import PosthornLoading
import PosthornTesting
import TestSupport

/// Loads that end when the test says so, and the record of what was loaded.
final class ControlledLoads: Sendable {
    private struct State {
        var started: [String] = []
        var cancelled: [String] = []
        var gates: [String: Gate] = [:]
        var failures: [String: TransportError] = [:]
        var prefix = ""
    }

    private let state = Locked(State())

    var started: [String] { state.withLock { $0.started } }
    var cancelled: [String] { state.withLock { $0.cancelled } }

    /// Prefixes the values of the loads that end from now on.
    func prefixValues(_ prefix: String) { state.withLock { $0.prefix = prefix } }

    private func gate(_ key: String) -> Gate {
        state.withLock { state in
            if let gate = state.gates[key] { return gate }
            let gate = Gate()
            state.gates[key] = gate
            return gate
        }
    }

    /// Lets the load of a key end, now or when it starts, with its value or with an error.
    func end(_ key: String, with failure: TransportError? = nil) {
        if let failure { state.withLock { $0.failures[key] = failure } }
        gate(key).open()
    }

    /// Closes the gate of a key again.
    func rearm(_ key: String) {
        state.withLock { state in
            state.gates[key] = nil
            state.failures[key] = nil
        }
    }

    func load(_ key: String) async throws -> String {
        state.withLock { $0.started.append(key) }
        do { try await gate(key).passed() } catch {
            state.withLock { $0.cancelled.append(key) }
            throw error
        }
        let (failure, prefix) = state.withLock { ($0.failures[key], $0.prefix) }
        if let failure { throw failure }
        return prefix + key
    }

    func loader(
        cache: MemoryCache<String, String>? = nil, maximumActive: Int = 4,
        startsNewestFirst: Bool = false
    ) -> Loader<String, String> {
        Loader(cache: cache, maximumActive: maximumActive, startsNewestFirst: startsNewestFirst) {
            key in
            try await self.load(key)
        }
    }
}

extension CallTask {
    /// The code of the call's `TransportError`, or `nil` if it has a value.
    var errorCode: TransportError.Code? {
        get async {
            do {
                _ = try await value
                return nil
            } catch {
                return (error as? TransportError)?.code ?? .library
            }
        }
    }
}
