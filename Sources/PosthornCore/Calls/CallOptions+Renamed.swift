extension CallOptions {
    /// Renamed ``remove(_:)``.
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "remove(_:)")
    public mutating func omit(_ parameter: RequestBuilder.CommonParameter) { remove(parameter) }
}
