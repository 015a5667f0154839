/// A path to fields in a JSON document: member names from the outermost on, joined by dots.
///
/// `*` stands for each element of an array or each member of a map. A backslash before a dot, a star or a
/// backslash makes that character part of the name.
package struct FieldPath: Hashable, Sendable {
    /// One step into the document.
    package enum Step: Hashable, Sendable {
        /// Each element of an array, or each member of a map.
        case each
        case member(String)
    }

    /// The steps from the outermost on, at least one.
    package let steps: [Step]

    package init(steps: [Step]) { self.steps = steps }

    /// Parses a path.
    ///
    /// - Throws: An ``APIError/Cause`` with the code `sealingFailed` if a name is empty, or if a backslash
    ///   stands before any other character.
    package init(_ text: String) throws(APIError.Cause) {
        var steps: [Step] = []
        var name = ""
        var isEscaped = false
        // Whether the name contains a star without a backslash.
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
        // Not empty if a backslash escaped the final dot.
        guard name.isEmpty else { throw Self.unknownEscape(text) }
        self.steps = steps
    }

    /// Returns a name as it is written in paths and places.
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
            "the field \(text.debugDescription) has a backslash that escapes nothing",
            advice: #"write '\.' for a dot in a name, '\*' for a star, '\\' for a backslash"#)
    }
}

extension FieldPath: CustomStringConvertible {
    /// The path in its written form.
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
    /// Replaces the values at a path with the closure's results.
    ///
    /// The closure also gets the place of each value: the path with an index or a name for each star. Values
    /// that are absent or `null` stay unchanged. Any other shape on the path throws, so that no field stays
    /// readable by mistake. `refusal` gets only the number of steps left, because a place can contain names
    /// that are data.
    package func changing(
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
