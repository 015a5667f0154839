@_exported public import PosthornAWS
@_exported public import PosthornJOSE
@_exported public import PosthornKeys
@_exported public import PosthornLegacy
@_exported public import PosthornMessageSignatures
