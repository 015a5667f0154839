@_exported public import PosthornLogging
@_exported public import PosthornMetrics
@_exported public import PosthornTracing
