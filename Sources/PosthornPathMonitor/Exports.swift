// `start()` throws a `TransportError`.
@_exported public import PosthornHTTP
