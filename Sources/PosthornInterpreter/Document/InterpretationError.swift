/// The reason why a call is not made: what is wrong, the text found, and what to write instead.
///
/// Printed as `subject: rule; found X; write Y`, the form of the diagnostics of a spec.
package struct InterpretationError: Error, Hashable, CustomStringConvertible {
    /// The kind of the reason.
    package enum Kind: Sendable {
        /// An argument is wrong or missing.
        case argument
        /// A credential or a key is missing or can't be used.
        case secret
        /// The call needs code that only a Swift program has.
        case needsSwift
    }

    package var kind: Kind
    /// The endpoint, the environment or the file that the reason is about.
    package var subject: String
    package var rule: String
    package var found: String
    package var write: String

    package init(
        _ kind: Kind, _ subject: String, _ rule: String, found: String, write: String
    ) {
        (self.kind, self.subject, self.rule) = (kind, subject, rule)
        (self.found, self.write) = (found, write)
    }

    package var description: String { "\(subject): \(rule); found \(found); write \(write)" }
}

/// All reasons why a call is not made.
package struct InterpretationErrors: Error, CustomStringConvertible {
    package var all: [InterpretationError]

    package init(all: [InterpretationError]) { self.all = all }

    /// The reasons, one on each line.
    package var description: String { all.map(\.description).joined(separator: "\n") }
}
