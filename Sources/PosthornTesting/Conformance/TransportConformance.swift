public import Posthorn

/// What a `Transport` must do, one behaviour at a time, against scripted servers on loopback.
///
/// The behaviours are arguments for a test of your own:
///
/// ```swift
/// @Test(arguments: TransportConformance.behaviours)
/// func conforms(_ behaviour: TransportConformance.Behaviour) async throws {
///     try await behaviour.check { try CurlSession() }
/// }
/// ```
///
/// Cookies, caches, progress and metrics are a transport's own to have or not, and not asked for.
public enum TransportConformance {
    /// All behaviours; their names are unique.
    public static let behaviours: [Behaviour] =
        answers + requests + bodies + streams + streamedRequests + redirects + cancellation + crowds
        + damage + oddities + connections + uploads

    /// One thing that a transport does.
    public struct Behaviour: Sendable, CustomStringConvertible {
        /// What it does, as a sentence without its subject.
        public let name: String
        /// Whether it is about bytes on a socket: a transport without sockets can't show it.
        public let needsSockets: Bool
        /// Whether it is about where redirects lead: a transport may follow none, and leave these out.
        public let followsRedirects: Bool
        private let run: @Sendable (Stage) async throws -> Void

        init(
            _ name: String, needsSockets: Bool = false, followsRedirects: Bool = false,
            _ run: @escaping @Sendable (Stage) async throws -> Void
        ) {
            self.name = name
            self.needsSockets = needsSockets
            self.followsRedirects = followsRedirects
            self.run = run
        }

        /// A behaviour about bytes on a socket.
        static func onSocket(
            _ name: String, _ run: @escaping @Sendable (Stage) async throws -> Void
        ) -> Behaviour {
            Behaviour(name, needsSockets: true, run)
        }

        /// The name.
        public var description: String { name }

        /// Tries the behaviour on a transport that speaks HTTP to a server on loopback.
        ///
        /// - Parameters:
        ///   - limit: How long it may take; 90 seconds by default, which a slow machine needs for the
        ///     longest ones.
        ///   - make: Makes the transport; called once.
        /// - Throws: a ``ConformanceFailure``, also if the time has run out, or the error that the
        ///   transport should not have thrown.
        public func check(
            limit: Duration = .seconds(90), _ make: @Sendable () async throws -> any Transport
        ) async throws {
            let stage = Stage.sockets(try await make())
            try await Bounded.run(limit) { [run] in try await run(stage) }
        }

        /// Tries the behaviour on a transport that answers by rules itself, such as a
        /// ``StubTransport``.
        ///
        /// - Parameters:
        ///   - limit: How long it may take.
        ///   - make: Makes the transport from what it has to answer.
        /// - Throws: as ``check(limit:_:)`` does; a ``ConformanceFailure`` if it ``needsSockets``.
        public func checkWithoutSockets(
            limit: Duration = .seconds(90),
            _ make: @escaping @Sendable ([StubRule]) -> any Transport
        ) async throws {
            guard !needsSockets else { throw ConformanceFailure("this needs sockets") }
            try await Bounded.run(limit) { [run] in try await run(.rules(make)) }
        }
    }
}

/// How a transport falls short.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
    /// What was seen, and what should have been.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Fails unless two values are the same.
func expect<Value: Equatable>(_ found: Value, is wanted: Value, _ what: String) throws {
    guard found != wanted else { return }
    let (found, wanted) = ("\(found)".prefix(200), "\(wanted)".prefix(200))
    throw ConformanceFailure("\(what): \(found) instead of \(wanted)")
}

/// Fails unless a condition holds.
func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    guard condition else { throw ConformanceFailure(what()) }
}

/// Fails unless a call throws one of these codes.
@discardableResult
func expectError(
    _ codes: TransportError.Code..., from call: () async throws -> Void
) async throws -> TransportError {
    try await expectError(codes, from: call)
}

@discardableResult
func expectError(
    _ codes: [TransportError.Code], from call: () async throws -> Void
) async throws -> TransportError {
    do {
        try await call()
    } catch let error as TransportError {
        guard codes.contains(error.code) else {
            let wanted = codes.map(\.rawValue).joined(separator: " or ")
            throw ConformanceFailure("failed with \(error) instead of \(wanted)")
        }
        return error
    }
    throw ConformanceFailure("succeeded where it should have failed")
}
