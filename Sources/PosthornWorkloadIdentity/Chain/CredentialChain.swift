package import FoundationEssentials

/// What a source has found, and when it expires.
package struct FoundCredential<Value: Sendable>: Sendable {
    package var value: Value
    /// `nil` if the source does not say.
    package var expiry: Date?
    /// The name of the source, once the chain has set it.
    package var source = ""

    init(_ value: Value, expiry: Date?) { (self.value, self.expiry) = (value, expiry) }
}

/// A place that a chain looks in.
struct ChainSource<Value: Sendable>: Sendable {
    enum Result: Sendable {
        case found(FoundCredential<Value>)
        /// The source does not apply, for a reason without secrets.
        case absent(String)
    }

    let name: String
    /// - Throws: If the source applies and fails, which ends the chain: another source would be another identity.
    let load: @Sendable () async throws(WorkloadIdentityError) -> Result
}

/// Sources that are tried in their order.
package struct CredentialChain<Value: Sendable>: Sendable {
    /// What the chain looks for, such as `AWS credentials`.
    let kind: String
    /// What to do if no source applies.
    let advice: String
    let sources: [ChainSource<Value>]

    /// Returns the credentials of the first source that applies.
    package func load() async throws(WorkloadIdentityError) -> FoundCredential<Value> {
        var attempts: [WorkloadIdentityError.Attempt] = []
        for source in sources {
            switch await Self.result(of: source) {
            case .success(.found(var found)):
                found.source = source.name
                return found
            case .success(.absent(let reason)):
                attempts.append(.init(source: source.name, outcome: reason))
            case .failure(var error):
                attempts.append(.init(source: source.name, outcome: error.message))
                error.message = "the \(kind) could not be loaded"
                error.attempts = attempts
                throw error
            }
        }
        var error = WorkloadIdentityError(.notFound, "no \(kind) were found", advice: advice)
        error.attempts = attempts
        throw error
    }

    private static func result(
        of source: ChainSource<Value>
    ) async -> Result<ChainSource<Value>.Result, WorkloadIdentityError> {
        do throws(WorkloadIdentityError) {
            return .success(try await source.load())
        } catch {
            return .failure(error)
        }
    }
}
