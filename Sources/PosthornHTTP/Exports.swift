// Methods, header fields and statuses are part of the API: generated code and its callers name `.post`,
// `HTTPFields` and `.notFound`, and should not have to import a second module for them.
@_exported public import HTTPTypes
// Package only: it has no public declarations.
@_exported public import PosthornSupport
