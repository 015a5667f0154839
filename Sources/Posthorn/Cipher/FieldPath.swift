/// The place of fields in a JSON document, written as the names of members from the outermost one on,
/// joined by dots.
///
/// `*` is each element of an array and each member of a map. A backslash before a dot, a star or a
/// backslash makes it a part of the name.
package struct FieldPath: Hashable, Sendable {
    /// What is done to come nearer.
    package enum Step: Hashable, Sendable {
        /// Each element of an array, or each member of a map.
        case each
        /// The member of this name.
        case member(String)
    }

    /// The steps from the outermost one on; at least one.
    package let steps: [Step]

    package init(steps: [Step]) { self.steps = steps }

    /// Reads a path.
    /// - Throws: a fault of the code `sealingFailed` when a name is empty, or a backslash stands before
    ///   something else.
    package init(_ text: String) throws(APIError.Cause) {
        var steps: [Step] = []
        var name = ""
        var isEscaped = false
        // Whether the name has a star that is meant as one.
        var isStar = false
        for character in text.unicodeScalars + ["."] {
            if isEscaped {
                guard [".", "*", "\\"].contains(character) else { throw Self.unknownEscape(text) }
                name.unicodeScalars.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "." {
                guard !name.isEmpty else {
                    throw APIError.Cause(
                        .sealingFailed, "the field \(text.debugDescription) has an empty name",
                        advice: "name the members from the outermost on, joined by single dots")
                }
                steps.append(isStar && name == "*" ? .each : .member(name))
                (name, isStar) = ("", false)
            } else {
                isStar = isStar || character == "*"
                name.unicodeScalars.append(character)
            }
        }
        // The backslash took the dot that ends the text.
        guard name.isEmpty else { throw Self.unknownEscape(text) }
        self.steps = steps
    }

    /// A name as it stands in a path and in a place.
    package static func escaped(_ name: String) -> String {
        guard name != "*" else { return "\\*" }
        var text = ""
        for scalar in name.unicodeScalars {
            if scalar == "." || scalar == "\\" { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    private static func unknownEscape(_ text: String) -> APIError.Cause {
        APIError.Cause(
            .sealingFailed,
            "the field \(text.debugDescription) has a backslash that takes nothing as it is",
            advice: #"write '\.' for a dot in a name, '\*' for a star, '\\' for a backslash"#)
    }
}

extension FieldPath: CustomStringConvertible {
    /// The path as it is written.
    package var description: String {
        steps.map { step in
            switch step {
            case .each: "*"
            case .member(let name): Self.escaped(name)
            }
        }.joined(separator: ".")
    }
}

extension JSONValue {
    /// Changes the values at a path, each of which is told with its place: the path with an index or a
    /// name for each star.
    ///
    /// What is absent or `null` stays; any other shape on the way is refused, so that a field is never
    /// passed over in the clear. The refusal is told how many steps were left: a place has names in it
    /// that are data.
    func changing(
        _ path: ArraySlice<FieldPath.Step>, at place: String = "",
        _ change: (JSONValue, String) async throws -> JSONValue,
        refusal: (Int) -> APIError.Cause
    ) async throws -> JSONValue {
        guard !isNull else { return self }
        guard let step = path.first else { return try await change(self, place) }
        let rest = path.dropFirst()
        let start = place.isEmpty ? "" : place + "."
        switch (self, step) {
        case (.array(var elements), .each):
            for index in elements.indices {
                elements[index] = try await elements[index].changing(
                    rest, at: start + String(index), change, refusal: refusal)
            }
            return .array(elements)
        case (.object(var members), _):
            var names = Array(members.keys)
            if case .member(let name) = step { names = [name] }
            for name in names {
                guard let member = members[name] else { continue }
                members[name] = try await member.changing(
                    rest, at: start + FieldPath.escaped(name), change, refusal: refusal)
            }
            return .object(members)
        default: throw refusal(path.count)
        }
    }
}
