package import PosthornJSON

/// A difference between a value and its type in the spec.
package struct Deviation: Hashable, Sendable {
    /// The kinds of deviations.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A member that the spec does not name.
        case unknownMember
        /// A required member is missing.
        case missingMember
        /// A value of another type, or in another form.
        case wrongType
        /// A value that an enum, a constant or the discriminator of a union does not list.
        case unknownValue
        /// `null` where the type has no `?`.
        case null
        /// A value that breaks a limit.
        case limit
    }

    /// The names and indices on the way to the value, such as `items[0].sku`; empty for the whole value.
    package var path: String
    package var kind: Kind
    /// What the spec says.
    package var expected: String
    /// What was found, without the value itself.
    package var found: String
    /// The value that was found, or `nil` if there is none.
    package var value: JSONValue?
    /// Whether a generated client reads the value all the same, such as an object with an unknown member.
    package var isHarmless = false
}

extension Deviation {
    /// The path for a message about a value with a name, such as `the body`.
    package func place(in whole: String) -> String {
        path.isEmpty ? whole : "`\(path)` of \(whole)"
    }

    /// Returns the deviation in one sentence, without the value.
    package func sentence(of whole: String) -> String {
        let place = place(in: whole)
        return switch kind {
        case .unknownMember: "\(place) is not in the spec"
        case .missingMember: "\(place) is missing"
        case .null: "\(place) is null, and should be \(expected)"
        case .unknownValue, .wrongType, .limit: "\(place) is \(found), and should be \(expected)"
        }
    }
}
