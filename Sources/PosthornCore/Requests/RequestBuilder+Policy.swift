extension RequestBuilder {
    /// The response policy of the call.
    ///
    /// `nil` inherits the earlier layer's policy. If no layer sets one, it is JSON. The policies of earlier
    /// layers decode documented failures that this policy does not read. The value is `nil` if the policy was
    /// set by its name.
    public var responsePolicy: (any ResponsePolicy)? {
        get { options.responsePolicy }
        set { if let newValue { options.choose(.using(newValue)) } }
    }

    /// Sets the response policy to one that the service declares.
    ///
    /// A name that ``APIService/responsePolicy(named:)`` does not know fails the call.
    public mutating func responsePolicy(named name: String) { options.choose(.named(name)) }

    /// Sets the response policy of the call, which accepts other media types than its own.
    ///
    /// Errors in other media types are read by the policies of the layers below.
    /// - Parameter mediaTypes: The media types by preference, each perhaps with a weight as in
    ///   `application/json;q=0.5`. They are sent as `Accept`.
    public mutating func responsePolicy(
        _ policy: some ResponsePolicy, accepting mediaTypes: String...
    ) {
        responsePolicy(policy, accepting: mediaTypes)
    }

    package mutating func responsePolicy(
        _ policy: some ResponsePolicy, accepting mediaTypes: [String]
    ) {
        options.choose(.using(AcceptingPolicy(wrapped: policy, mediaTypes: mediaTypes)))
    }
}
