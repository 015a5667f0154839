package import PosthornJSON
internal import PosthornSpec

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

    /// A step into a value.
    package enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
        /// A header field of the message.
        case header(String)
        /// Each element of an array.
        case anyElement
        /// Each entry of a map.
        case anyEntry
    }

    /// The way to the value; empty for the whole value.
    package var path: [Step]
    package var kind: Kind
    /// What the spec says, such as `an Int`; empty for a member that it does not name.
    package var expected: String
    /// What was found, without the value itself.
    package var found: String
    /// The value that was found, or `nil` if there is none.
    package var value: JSONValue?
    /// The names or values that the spec lists at the place; empty if it lists none.
    package var listed: [String] = []
    /// What to write instead; `nil` if ``expected`` or ``listed`` tell it.
    package var advice: String?
    /// Whether a generated client reads the value all the same, such as an object with an unknown member.
    package var isHarmless = false

    package init(
        path: [Step], kind: Kind, expected: String, found: String, value: JSONValue? = nil,
        listed: [String] = [], advice: String? = nil, isHarmless: Bool = false
    ) {
        (self.path, self.kind, self.expected, self.found) = (path, kind, expected, found)
        (self.value, self.listed, self.advice) = (value, listed, advice)
        self.isHarmless = isHarmless
    }

    /// The path as text, such as `items[0].sku`, with `[]` for each element and `{}` for each entry.
    package var place: String { Self.text(of: path, after: "") }

    /// Returns a path as text, after that of what it is in.
    package static func text(of path: [Step], after start: String) -> String {
        path.reduce(into: start) { text, step in
            switch step {
            case .member(let name):
                // A received name can have any length.
                let name = name.utf8.count > 100 ? name.prefix(100) + "…" : name
                text += text.isEmpty ? name : "." + name
            case .element(let index): text += "[\(index)]"
            case .header(let name): text += "header \(name)"
            case .anyElement: text += "[]"
            case .anyEntry: text += "{}"
            }
        }
    }
}

/// Messages about what a client or a server has sent, without the value.
extension Deviation {
    /// Returns the deviation of a value with a name, such as `the body`, in one sentence.
    package func sentence(of whole: String) -> String {
        let place = path.isEmpty ? whole : "`\(place)` of \(whole)"
        return switch kind {
        case .unknownMember: "\(place) is \(expected.isEmpty ? "not in the spec" : expected)"
        case .missingMember: "\(place) is missing"
        case .null: "\(place) is null, and should be \(expected)"
        case .unknownValue, .wrongType, .limit: "\(place) is \(found), and should be \(expected)"
        }
    }
}

/// Messages for the user who has written or asked for the value.
extension Deviation {
    /// The rule that the value breaks, such as `is an Int`.
    package var rule: String {
        switch kind {
        case .unknownMember where expected.isEmpty: "is not a member that the spec names"
        case .unknownMember, .wrongType: "is \(expected)"
        case .missingMember: "is required"
        case .null: "is not nullable"
        case .unknownValue: "is one of the values that the spec lists"
        case .limit: "is within the spec's limits"
        }
    }

    /// What was found: the value of a scalar, and what other values are.
    package var shown: String {
        if kind == .unknownMember, case .member(let name)? = path.last { return quoted(name) }
        return switch value {
        case nil: "nothing"
        case .null?: "null"
        case .string("")?: "an empty text"
        case .array(let items)?: "an array of \(items.count)"
        case .object?: "an object"
        case .some(let scalar): quoted(scalar.scalarText ?? "")
        }
    }

    /// What to write instead.
    package var write: String {
        if let advice { return advice }
        guard kind == .unknownMember || kind == .unknownValue else { return expected }
        guard !listed.isEmpty else { return "no members" }
        let text: String? =
            if kind == .unknownMember, case .member(let name)? = path.last {
                name
            } else { value?.scalarText }
        let all = quotedList(Array(listed.prefix(20)))
        return text.map { Suggestion.write(for: $0, among: listed, else: all) } ?? all
    }
}
