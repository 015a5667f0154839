@_exported public import PosthornAWS
@_exported public import PosthornCore
