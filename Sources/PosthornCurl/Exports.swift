// Requests, responses and errors are part of the session's face: who uses it alone names `TransportRequest` and
// `TransportError`, and should not have to import a second module for it.
@_exported public import Posthorn
