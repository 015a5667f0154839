/// The ways to write arrays and objects in a query or a form.
package enum QueryStyleSpec: String, CaseIterable, Hashable, Sendable {
    /// Repeated names, `a=1&a=2`, and each member of an object as an item, as in OpenAPI by default.
    case form
    /// Values separated by commas, `a=1,2`.
    case comma
    /// Values separated by spaces, `a=1%202`.
    case space
    /// Values separated by pipes, `a=1%7C2`.
    case pipe
    /// Objects as `a[b]=1`, arrays as `a=1&a=2`.
    case deepObject
    /// Objects as `a[b]=1`, arrays as `a[]=1&a[]=2`.
    case brackets
    /// Objects as `a[b]=1`, arrays as `a[0]=1&a[1]=2`.
    case indexed
    case afNetworking
    /// Arrays and objects as JSON, `a={"b":1}`.
    case json
}
