@_exported public import Posthorn
