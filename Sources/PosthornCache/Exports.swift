// The API of caches mentions transports and requests.
@_exported public import PosthornHTTP
