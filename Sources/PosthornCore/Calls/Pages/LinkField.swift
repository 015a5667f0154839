/// Parses the `Link` field (RFC 8288).
enum LinkField {
    /// Returns the target of the first link with a relation.
    ///
    /// Returns `nil` if there is none.
    static func target(of relation: String, in headers: HTTPFields) -> String? {
        for field in headers where field.name.canonicalName == "link" {
            var rest = field.value[...]
            while let link = next(in: &rest) {
                let relations = link.relations.map { $0.lowercased() }
                if let target = link.target, relations.contains(relation.lowercased()) {
                    return target
                }
            }
        }
        return nil
    }

    /// Parses one `<target>; name=value; …` and removes it from `rest`.
    ///
    /// A link without a target is a syntax error, and means nothing.
    /// A link with an `anchor` belongs to another resource, so it gets no relations (RFC 8288, section 3.2).
    private static func next(
        in rest: inout Substring
    ) -> (target: String?, relations: [Substring])? {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
        guard !rest.isEmpty else { return nil }
        let target = self.target(in: &rest).map(String.init)
        var relations: [Substring]?
        var isOfAnother = false
        while true {
            skipBlanks(&rest)
            guard rest.first == ";" else { break }
            rest = rest.dropFirst()
            skipBlanks(&rest)
            // Some servers separate links by semicolons.
            if rest.first == "<" { return (target, isOfAnother ? [] : relations ?? []) }
            let name = rest.prefix { !"=;, \t".contains($0) }.lowercased()
            rest = rest.drop { !"=;,".contains($0) }
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            skipBlanks(&rest)
            let value = value(in: &rest)
            if name == "anchor" { isOfAnother = true }
            // Only the first `rel` counts (RFC 8288, section 3.3).
            if name == "rel", relations == nil {
                relations = value.split { $0 == " " || $0 == "\t" }
            }
        }
        rest = rest.drop { $0 != "," }
        return (target, isOfAnother ? [] : relations ?? [])
    }

    private static func target(in rest: inout Substring) -> Substring? {
        if rest.first == "<", let end = rest.firstIndex(of: ">") {
            defer { rest = rest[rest.index(after: end)...] }
            return rest[..<end].dropFirst()
        }
        // Some servers omit the angle brackets.
        let target = rest.prefix { !";, \t".contains($0) }
        rest = rest[target.endIndex...]
        return target.isEmpty ? nil : target.drop { $0 == "<" }
    }

    private static func value(in rest: inout Substring) -> Substring {
        // Single quotes are not in the standard.
        guard let mark = rest.first, mark == "\"" || mark == "'" else {
            let token = rest.prefix { !";, \t".contains($0) }
            rest = rest[token.endIndex...]
            return token
        }
        rest = rest.dropFirst()
        var text = ""
        while let next = rest.popFirst(), next != mark {
            text.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
        return text[...]
    }

    private static func skipBlanks(_ rest: inout Substring) {
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }
}
