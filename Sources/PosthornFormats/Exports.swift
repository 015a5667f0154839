@_exported public import PosthornPropertyList
@_exported public import PosthornXML
