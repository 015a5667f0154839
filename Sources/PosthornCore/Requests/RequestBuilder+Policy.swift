extension RequestBuilder {
    /// The response policy of the call, as in ``CallOptions/responsePolicy``.
    public var responsePolicy: (any ResponsePolicy)? {
        get { options.responsePolicy }
        set { if let newValue { options.choose(.using(newValue)) } }
    }

    /// Sets the response policy to one that the service declares.
    ///
    /// A name that ``APIService/responsePolicy(named:)`` does not know fails the call.
    public mutating func responsePolicy(named name: String) { options.choose(.named(name)) }
}
