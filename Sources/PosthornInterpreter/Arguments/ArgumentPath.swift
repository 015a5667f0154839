internal import PosthornSpec

/// The name of an argument with the way into its value, as in `items[0].sku`.
package struct ArgumentPath: Hashable, Sendable {
    /// The name as it was written, up to the first bracket or dot.
    package let text: String
    /// The steps, of which the first is a member.
    package let steps: [Step]

    /// A step into a value.
    package enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
        /// A new element at the end of a list.
        case next
    }

    /// Reads a path.
    package init(_ text: String) throws(InterpretationError) {
        self.text = text
        var steps: [Step] = []
        var rest = text[...]
        while !rest.isEmpty {
            if rest.first == "[" {
                guard let end = rest.firstIndex(of: "]") else { throw Self.unreadable(text) }
                let index = rest[rest.index(after: rest.startIndex)..<end]
                guard !steps.isEmpty, Int(index).map({ $0 >= 0 }) ?? true else {
                    throw Self.unreadable(text)
                }
                // A query may have the names of members in brackets.
                steps.append(
                    index.isEmpty
                        ? .next : Int(index).map { .element($0) } ?? .member(String(index)))
                rest = rest[rest.index(after: end)...]
                if rest.first == "." { rest = rest.dropFirst() }
                continue
            }
            let name = rest.prefix { $0 != "." && $0 != "[" }
            guard !name.isEmpty else { throw Self.unreadable(text) }
            steps.append(.member(String(name)))
            rest = rest[name.endIndex...]
            if rest.first == "." {
                rest = rest.dropFirst()
                if rest.isEmpty { throw Self.unreadable(text) }
            }
        }
        guard !steps.isEmpty else { throw Self.unreadable(text) }
        self.steps = steps
    }

    /// Creates the path of a parameter, whose name may contain dots and brackets.
    package init(name: String) {
        text = name
        steps = [.member(name)]
    }

    private static func unreadable(_ text: String) -> InterpretationError {
        InterpretationError(
            .argument, quoted(text), "an argument has a name, perhaps with members and elements",
            found: quoted(text), write: "one as in 'items[0].sku=A1'")
    }
}
