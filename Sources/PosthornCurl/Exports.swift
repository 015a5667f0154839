// The session's API mentions these types, so one import is enough for bare requests.
@_exported public import Posthorn
