/// The response policy of a layer, or its name in the spec.
enum PolicyChoice: Sendable {
    case using(any ResponsePolicy)
    case named(String)

    /// The policy itself.
    /// - Throws: an ``APIError/Cause`` of the code `unknownResponsePolicy` if the service has none of the name.
    func policy(of service: any APIService) throws -> any ResponsePolicy {
        switch self {
        case .using(let policy): return policy
        case .named(let name):
            if let policy = service.responsePolicy(named: name) { return policy }
            throw APIError.Cause(
                .unknownResponsePolicy, "the service has no response policy named \(name)",
                advice: "return one from responsePolicy(named:)")
        }
    }
}

extension RequestBuilder {
    /// The response policy of the call.
    ///
    /// `nil` inherits the earlier layer's; without any it is JSON. Documented failures that it does not
    /// read are read by the earlier layer's. It reads as `nil` where it was set by its name.
    public var responsePolicy: (any ResponsePolicy)? {
        get { if case .using(let policy) = policy { policy } else { nil } }
        set { if let newValue { policy = .using(newValue) } }
    }

    /// Sets the response policy to one that the service declares.
    ///
    /// A name that ``APIService/responsePolicy(named:)`` does not know fails the call.
    public mutating func responsePolicy(named name: String) { policy = .named(name) }

    /// The policy of the call, and those of the layers below it, the nearest one first.
    func policies(
        of service: any APIService
    ) throws -> (policy: any ResponsePolicy, lower: [any ResponsePolicy]) {
        let policy = try policy?.policy(of: service) ?? .json
        guard !earlierPolicies.isEmpty else { return (policy, ResponseDecoding.lowestPolicies) }
        let lower = try earlierPolicies.map { try $0.policy(of: service) }
        return (policy, lower + ResponseDecoding.lowestPolicies)
    }
}
