package import PosthornCore
internal import PosthornSpec

/// A value that is not as the spec says.
package struct Deviation: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a deviation.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The value has another type or format.
        case type
        /// A required member is missing.
        case missing
        /// The value is `null`, and the type is not nullable.
        case null
        /// The value is none that an enum lists.
        case value
        /// The spec does not name the member.
        case member
        /// The value breaks a limit.
        case limit
        /// The discriminator of a union has a value that the spec does not list.
        case tag
    }

    package var kind: Kind
    /// The way to the value from the outermost one.
    package var path: [JSONValue.Step]
    /// The rule, such as `an Int`.
    package var rule: String
    package var found: String
    package var write: String
    /// Whether generated code refuses the value, too.
    package var isRefused: Bool

    /// The path as text, such as `items[0].sku`; empty for the outermost value.
    package var place: String { Self.text(of: path) }

    /// Returns a path as text.
    package static func text(of path: [JSONValue.Step]) -> String {
        path.reduce(into: "") { text, step in
            switch step {
            case .member(let name): text += text.isEmpty ? name : "." + name
            case .element(let index): text += "[\(index)]"
            }
        }
    }

    /// The place, the rule, what was found and what to write.
    package var description: String {
        "\(path.isEmpty ? "the value" : quoted(place)) \(rule); found \(found); write \(write)"
    }
}
