// The session's API mentions transports and requests, so one import is enough for bare requests.
@_exported public import PosthornHTTP
