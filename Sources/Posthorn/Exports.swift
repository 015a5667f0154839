// Generated code and its callers import Posthorn only.
@_exported public import PosthornHTTP
@_exported public import PosthornJSON
