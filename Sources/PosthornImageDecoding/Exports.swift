// The API of the decoder mentions image files and sizes.
@_exported public import PosthornImages
