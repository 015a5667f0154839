// Generated code imports this module only.
@_exported public import PosthornHTTP
@_exported public import PosthornJSON
