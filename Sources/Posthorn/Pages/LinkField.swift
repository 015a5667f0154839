/// The `Link` field of RFC 8288.
enum LinkField {
    /// The target of the first link with a relation.
    ///
    /// `nil` if there is none. What breaks the grammar ends its line.
    static func target(of relation: String, in headers: HTTPFields) -> String? {
        for field in headers where field.name.canonicalName == "link" {
            var rest = field.value[...]
            while let link = next(in: &rest) {
                let relations = link.relations.map { $0.lowercased() }
                if relations.contains(relation.lowercased()) { return link.target }
            }
        }
        return nil
    }

    /// One `<target>; name=value; …`, and what comes after its comma.
    ///
    /// A link with an `anchor` is one of another resource, so that it has no relation here (RFC 8288,
    /// section 3.2).
    private static func next(
        in rest: inout Substring
    ) -> (target: String, relations: [Substring])? {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
        guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
        let target = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
        var relations: [Substring]?
        var isOfAnother = false
        while true {
            skipBlanks(&rest)
            guard rest.first == ";" else { break }
            rest = rest.dropFirst()
            skipBlanks(&rest)
            let name = rest.prefix { !"=;, \t".contains($0) }.lowercased()
            rest = rest.drop { !"=;,".contains($0) }
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            skipBlanks(&rest)
            let value = value(in: &rest)
            if name == "anchor" { isOfAnother = true }
            // The first `rel` counts, later ones do not (RFC 8288, section 3.3).
            if name == "rel", relations == nil {
                relations = value.split { $0 == " " || $0 == "\t" }
            }
        }
        rest = rest.drop { $0 != "," }
        return (target, isOfAnother ? [] : relations ?? [])
    }

    private static func value(in rest: inout Substring) -> Substring {
        guard rest.first == "\"" else {
            let token = rest.prefix { !";, \t".contains($0) }
            rest = rest[token.endIndex...]
            return token
        }
        rest = rest.dropFirst()
        var text = ""
        while let next = rest.popFirst(), next != "\"" {
            text.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
        return text[...]
    }

    private static func skipBlanks(_ rest: inout Substring) {
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }
}
