public import PosthornCore

/// Tests for a `Transport`, one behaviour at a time, against scripted servers on loopback.
///
/// Use the behaviours as arguments of a test:
///
/// ```swift
/// @Test(arguments: TransportConformance.behaviours)
/// func conforms(_ behaviour: TransportConformance.Behaviour) async throws {
///     try await behaviour.check { try CurlSession() }
/// }
/// ```
///
/// Cookies, caching, progress and metrics are optional for a transport, and not tested.
public enum TransportConformance {
    /// All behaviours, each with a unique name.
    public static let behaviours: [Behaviour] =
        responses + requests + bodies + streams + streamedRequests + redirects + cancellation
        + crowds
        + damage + oddities + connections + uploads

    /// One behaviour that a transport must show.
    public struct Behaviour: Sendable, CustomStringConvertible {
        /// The behaviour as a sentence without its subject, such as "sends the method".
        public let name: String
        /// Whether the test needs a socket.
        ///
        /// Skip these behaviours for a transport without sockets.
        public let needsSockets: Bool
        /// Whether the test expects the transport to follow redirects.
        ///
        /// Skip these behaviours for a transport that never follows them.
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

        static func onSocket(
            _ name: String, _ run: @escaping @Sendable (Stage) async throws -> Void
        ) -> Behaviour {
            Behaviour(name, needsSockets: true, run)
        }

        /// The value of ``name``.
        public var description: String { name }

        /// Tests the behaviour with a transport that sends HTTP to a server on loopback.
        ///
        /// - Parameters:
        ///   - limit: The longest time that the test may take. The default, 90 seconds, is enough for the
        ///     longest test on a slow machine.
        ///   - make: Creates the transport. Called once.
        /// - Throws: An error that describes the difference, also if the limit passes, or any error that the transport
        ///   throws unexpectedly.
        public func check(
            limit: Duration = .seconds(90), _ make: @Sendable () async throws -> any Transport
        ) async throws {
            let stage = Stage.sockets(try await make())
            try await Bounded.run(limit) { [run] in try await run(stage) }
        }

        /// Tests the behaviour with a transport that responds to requests itself, such as a ``StubTransport``.
        ///
        /// - Parameters:
        ///   - limit: The longest time that the test may take. The default is 90 seconds.
        ///   - make: Creates a transport that responds by the given rules.
        /// - Throws: The errors of ``check(limit:_:)``, and a failure if ``needsSockets`` is
        ///   `true`.
        public func checkWithoutSockets(
            limit: Duration = .seconds(90),
            _ make: @escaping @Sendable ([StubRule]) -> any Transport
        ) async throws {
            guard !needsSockets else { throw ConformanceFailure("this needs sockets") }
            try await Bounded.run(limit) { [run] in try await run(.rules(make)) }
        }
    }
}

/// A difference between the required and the observed behaviour.
package struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

func expect<Value: Equatable>(_ found: Value, is wanted: Value, _ what: String) throws {
    guard found != wanted else { return }
    let (found, wanted) = ("\(found)".prefix(200), "\(wanted)".prefix(200))
    throw ConformanceFailure("\(what): \(found) instead of \(wanted)")
}

func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    guard condition else { throw ConformanceFailure(what()) }
}

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
