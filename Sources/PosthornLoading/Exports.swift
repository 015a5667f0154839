@_exported public import PosthornCore
@_exported public import PosthornImages

#if ImageDecoding
    @_exported public import PosthornImageDecoding
#endif
