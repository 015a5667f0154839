package import PosthornSpec

/// What an import tells its user.
package struct ImportReport: Sendable {
    /// The number of operations that were imported.
    package var operations = 0
    /// Those of which every part has a type.
    package var complete = 0
    /// A line for each part that has no type, with its place in the document.
    package var lines: [String] = []
    /// A warning for each action of an overlay that changes nothing.
    package var warnings: [Diagnostic] = []
    /// The first line of the report.
    package var summary: String {
        let incomplete = operations - complete
        let count = "\(operations) operation\(operations == 1 ? "" : "s")"
        return incomplete == 0
            ? "\(count): all complete"
            : "\(count): \(complete) complete, \(incomplete) with untyped parts"
    }
}
