@_exported public import PosthornPathMonitor
