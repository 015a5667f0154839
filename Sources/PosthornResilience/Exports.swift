@_exported public import PosthornPathMonitor
@_exported public import PosthornStores
