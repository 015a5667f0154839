import PosthornCore

/// Tests for the stores that processes share, one behaviour at a time.
///
/// Use the behaviours as arguments of a test:
///
/// ```swift
/// @Test(arguments: StoreConformance.leases)
/// func conforms(_ behaviour: StoreConformance.Behaviour<any LeaseStore>) async throws {
///     let folder = try TemporaryFolder()
///     try await behaviour.check { try MyStore(path: folder.path) }
/// }
/// ```
///
/// Limits of size, failures of the medium and the end of a process are not tested.
public enum StoreConformance {
    /// One behaviour that a store must show.
    public struct Behaviour<Store: Sendable>: Sendable, CustomStringConvertible {
        /// The behaviour as a sentence without its subject, such as "keeps identities apart".
        public let name: String
        private let run: @Sendable (Bench<Store>) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (Bench<Store>) async throws -> Void) {
            (self.name, self.run) = (name, run)
        }

        /// The value of ``name``.
        public var description: String { name }

        /// Tests the behaviour.
        ///
        /// - Parameters:
        ///   - limit: The longest time that the test may take; one minute by default.
        ///   - open: Opens the store, as another process would. Called several times. All of the stores that it returns
        ///     share their data, and other tests share none of it.
        /// - Throws: An error that describes the difference, also if the limit passes, or any error that the store throws.
        public func check(
            limit: Duration = .seconds(60), _ open: @escaping @Sendable () async throws -> Store
        ) async throws {
            try await Bounded.run(limit) { [run] in
                try await run(Bench(one: try await open(), other: try await open()))
            }
        }
    }

    /// A store, opened twice.
    struct Bench<Store: Sendable>: Sendable {
        let one: Store
        let other: Store
    }

    /// A time that no test takes.
    static let long = Duration.seconds(3_600)

    /// Waits until a condition holds, for a store whose clock the test can't set.
    static func wait(for condition: () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }
}
