// Package only: it has no public declarations.
@_exported public import PosthornSupport
