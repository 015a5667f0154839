// Methods, header fields and statuses are part of Posthorn's face: generated code and its callers
// name `.post`, `HTTPFields` and `.notFound` and should not have to import a second module for it.
@_exported public import HTTPTypes
