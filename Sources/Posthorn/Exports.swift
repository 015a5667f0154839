// What a program that calls an API needs: endpoints, ciphers and policies, and the session manager.
@_exported public import PosthornCore
@_exported public import PosthornCurl
