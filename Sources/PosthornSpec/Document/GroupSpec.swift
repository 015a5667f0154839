/// A group of endpoints, which are called by its name.
package struct GroupSpec: Sendable {
    /// The name of the service's property, without backticks.
    package var name: String
    package var mark: SourceMark
    package var doc: String?
}
