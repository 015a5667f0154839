extension CallOptions {
    /// Renamed ``remove(_:)``.
    @_documentation(visibility: internal)
    @available(*, unavailable, renamed: "remove(_:)")
    public mutating func omit(_ parameter: RequestBuilder.CommonParameter) { remove(parameter) }

    /// Replaced by a ``TransportWrapper`` around ``ClientConfiguration/transport``.
    @_documentation(visibility: internal)
    @available(
        *, unavailable, message: "wrap the configuration's transport in a TransportWrapper"
    )
    public var exchangeMiddleware: [any TransportWrapper] {
        get { [] }
        set {}
    }
}

/// Replaced by ``TransportWrapper``.
@_documentation(visibility: internal)
@available(*, unavailable, renamed: "TransportWrapper")
public typealias ExchangeMiddleware = TransportWrapper
