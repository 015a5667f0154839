@_exported public import PosthornCore
@_exported public import PosthornStores
