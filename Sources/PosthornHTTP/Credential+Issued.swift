public import HTTPTypes
internal import PosthornSupport

extension Credential {
    /// A value that the server itself issues, such as a session id or a token against forged requests (CSRF).
    ///
    /// The server refuses a call without a valid value with a status, and its response has the value in the header
    /// field in which calls send it. The client repeats the call once with that value, and sends it with all further
    /// calls to the same origin until the server refuses it too. A call without a known value waits while another one
    /// asks for it, so that concurrent calls cost one refusal.
    ///
    /// The repetition is sealed again and keeps its idempotency key. The response is that of the call, without a
    /// repetition, in these cases:
    /// - It has another status, no such field, or the value that the call has sent.
    /// - A redirect led the call to another origin.
    /// - Its body can be sent only once.
    /// - The call was redirected, and it is not safe to repeat: its method is not idempotent and it has no
    ///   `Idempotency-Key`.
    ///
    /// Copies share the values. The credential is only for a header field of its own.
    ///
    /// - Parameter status: The status of a response that refuses a call for want of a value.
    public static func serverIssued(with status: HTTPResponse.Status) -> Credential {
        Credential(content: .issued(IssuedValues(status: status)))
    }
}

/// The values that servers have issued for one credential, by the origins of the servers.
package final class IssuedValues: Sendable {
    private struct State {
        var value: String?
        /// Whether a call succeeded without a value, so that calls do not wait for one.
        var isOptional = false
        /// Ends when the call that asks for the first value has its response.
        var asking: Broadcast<Void>?
    }

    /// The status with which a server sends a value.
    package let status: HTTPResponse.Status
    private let origins = Locked<[String: State]>([:])

    init(status: HTTPResponse.Status) { self.status = status }

    /// How a call gets its first value.
    private enum Step {
        case proceed(String?)
        case ask
        case wait(AsyncStream<Void>)
    }

    /// Returns the value for an origin, after the call that asks for it has its response.
    ///
    /// - Returns: The value, or `nil` if there is none. If this call asks for it, it has to call
    ///   ``endAsking(_:isOptional:)`` in any case.
    package func value(for origin: String) async throws -> (text: String?, asks: Bool) {
        switch step(for: origin) {
        case .proceed(let text): return (text, false)
        case .ask: return (nil, true)
        case .wait(let other):
            for await _ in other {}
            try Task.checkCancellation()
            return (known(for: origin), false)
        }
    }

    private func step(for origin: String) -> Step {
        origins.withLock { origins in
            let state = origins[origin, default: State()]
            if state.value != nil || state.isOptional { return .proceed(state.value) }
            if let asking = state.asking { return .wait(asking.stream()) }
            origins[origin, default: State()].asking = Broadcast()
            return .ask
        }
    }

    /// The value for an origin; `nil` if none is known.
    package func known(for origin: String) -> String? { origins.withLock { $0[origin]?.value } }

    /// Keeps the value that a server has sent.
    package func keep(_ value: String, for origin: String) {
        origins.withLock { $0[origin, default: State()].value = value }
    }

    /// Lets the calls continue that wait for the first value.
    ///
    /// - Parameter isOptional: Whether the server has accepted a call without a value.
    package func endAsking(_ origin: String, isOptional: Bool) {
        let asking = origins.withLock { origins -> Broadcast<Void>? in
            if isOptional { origins[origin]?.isOptional = true }
            defer { origins[origin]?.asking = nil }
            return origins[origin]?.asking
        }
        asking?.finish()
    }
}
