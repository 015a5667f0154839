// The API of caches mentions transports and requests, and the stores that processes share.
@_exported public import PosthornHTTP
@_exported public import PosthornStores
