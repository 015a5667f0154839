@_exported public import PosthornCore
@_exported public import PosthornKeys
@_exported public import PosthornStores
