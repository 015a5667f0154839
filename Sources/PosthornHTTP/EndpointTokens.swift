internal import PosthornSupport

/// The values of a credential that a call returns, by the origins of the servers.
package final class EndpointTokens: Sendable {
    package typealias Load = @Sendable () async throws -> Credential.Token

    private struct Origin {
        let source: CredentialSource
        /// Makes the call with the client of the last call that has needed the value.
        let load: Locked<Load>
    }

    /// The call that returns the value.
    package let endpoint: any Sendable
    private let origins = Locked<[String: Origin]>([:])

    package init(endpoint: any Sendable) { self.endpoint = endpoint }

    /// Returns the source of the value for an origin.
    ///
    /// - Parameter load: Makes the call there.
    package func source(at origin: String, load: @escaping Load) -> CredentialSource {
        origins.withLock { origins in
            if let known = origins[origin] {
                known.load.withLock { $0 = load }
                return known.source
            }
            let last = Locked(load)
            let source = CredentialSource(timeLimit: .seconds(60)) { _ in
                try await last.withLock { $0 }()
            }
            origins[origin] = Origin(source: source, load: last)
            return source
        }
    }
}
