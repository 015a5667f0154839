/// The response policy of a layer, or its name in the spec.
enum PolicyChoice: Sendable {
    case using(any ResponsePolicy)
    case named(String)

    /// Returns the policy.
    /// - Throws: an ``APIError/Cause`` with the code `unknownResponsePolicy` if the service has none of this
    ///   name.
    consuming func policy(
        named find: (String) -> (any ResponsePolicy)?
    ) throws -> any ResponsePolicy {
        switch self {
        case .using(let policy): return policy
        case .named(let name):
            if let policy = find(name) { return policy }
            throw APIError.Cause(
                .unknownResponsePolicy, "the service has no response policy named \(name)",
                advice: "return one from responsePolicy(named:)")
        }
    }
}
