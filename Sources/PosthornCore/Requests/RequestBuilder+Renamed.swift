extension RequestBuilder {
    /// Renamed ``sendsIdempotencyKey``.
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "sendsIdempotencyKey")
    public var isIdempotent: Bool {
        get { sendsIdempotencyKey }
        set { sendsIdempotencyKey = newValue }
    }
}
