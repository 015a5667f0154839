/// How arrays and objects of a query or a form are written.
public enum QueryStyleSpec: String, CaseIterable, Hashable, Sendable {
    /// `a=1&a=2`, the members of an object each by itself: OpenAPI's default.
    case form
    /// `a=1,2`
    case comma
    /// `a=1%202`
    case space
    /// `a=1%7C2`
    case pipe
    /// `a[b]=1`, arrays as `a=1&a=2`.
    case deepObject
    /// `a[]=1&a[]=2`, `a[b]=1`
    case brackets
    /// `a[0]=1&a[1]=2`, `a[b]=1`
    case indexed
    /// AFNetworking's rules.
    case afNetworking
}
