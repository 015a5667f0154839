@_exported public import Posthorn
@_exported public import PosthornImages

#if ImageDecoding
    @_exported public import PosthornImageDecoding
#endif
