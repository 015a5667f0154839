@_exported public import PosthornHTTP
