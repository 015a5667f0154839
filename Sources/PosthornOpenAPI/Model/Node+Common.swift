internal import PosthornForeign

extension Node {
    /// The key that marks a parameter or a member which the service sends with every call.
    static let common = "x-posthorn-common"
}
