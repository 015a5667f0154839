/// One file of the service: ten endpoints of a resource and its twenty types.
struct ResourceFile {
    /// The resource, as in `DraftInvoice`.
    var name: String
    /// The types of the files before this one.
    var known: [String]

    private(set) var types: [String] = []

    init(name: String, known: [String]) {
        self.name = name
        self.known = known
    }

    private var member: String { name.prefix(1).lowercased() + name.dropFirst() }
    private var path: String { "/" + name.lowercased() + "s" }
    private var enums: [String] { Vocabulary.enums.map { name + $0 } }

    /// The YAML of the file.
    mutating func text(_ random: inout RandomSource) -> String {
        let types = typeLines(&random)
        return (["endpoints:"] + endpointLines(&random) + ["", "types:"] + types)
            .map { $0 + "\n" }.joined()
    }

    private mutating func typeLines(_ random: inout RandomSource) -> [String] {
        var lines: [String] = []
        for name in enums {
            let cases = random.sample(random.number(3...8), of: Vocabulary.cases)
            lines.append("  \(name): \(cases.joined(separator: " | "))")
        }
        let objects = Vocabulary.parts.map { name + $0 } + [name]
        var unused = enums
        for object in objects {
            var writer = FieldWriter(
                objects: types + known.suffix(20), enums: enums, unused: unused)
            lines.append("  \(object):")
            lines.append("    id: String")
            lines += writer.lines(random.number(6...12), optional: 65, indent: "    ", &random)
            types.append(object)
            unused = writer.unused + [object]
        }
        // The resource, which comes last and is what the endpoints return, has what is left.
        for type in unused where type != name {
            lines.append("    \(type.dropFirst(name.count).lowercased())?: \(type)")
        }
        lines += [
            "  \(name)Page:", "    data: [\(name)]", "    has_more: Bool = false",
            "    next_cursor?: String",
        ]
        return lines
    }

    private func endpointLines(_ random: inout RandomSource) -> [String] {
        var fields = FieldWriter(objects: types, enums: enums)
        var lines: [String] = []
        func endpoint(
            _ verb: String, _ route: String, returns: String?, body: Int = 0, query: Int = 0,
            errors: [String] = ["404: Problem", "429: Problem"]
        ) {
            lines += ["  \(verb):", "    \(route)", "    doc: \"\(FieldWriter.doc(&random))\""]
            if query > 0 {
                lines.append("    query:")
                lines.append("      status?: \(name)Status")
                lines.append("      cursor?: { type: String, doc: Where the last page ended. }")
                lines.append("      limit: Int = 50")
            }
            if body > 0 {
                lines.append("    body:")
                lines += fields.lines(body, optional: 60, indent: "      ", &random)
            }
            if let returns { lines.append("    returns: \(returns)") }
            lines.append("    errors:")
            lines += errors.map { "      " + $0 }
            lines.append("")
        }
        let page = "\(name)Page"
        let refused = ["404: Problem", "409: { type: Problem, name: conflicting }", "422: Problem"]
        endpoint("list\(name)s", "GET: \(path)", returns: page, query: 3)
        endpoint("get\(name)", "GET: \(path)/{id}", returns: name)
        endpoint("create\(name)", "POST: \(path)", returns: name, body: 9, errors: refused)
        endpoint("update\(name)", "PATCH: \(path)/{id}", returns: name, body: 7, errors: refused)
        endpoint("delete\(name)", "DELETE: \(path)/{id}", returns: nil)
        endpoint(
            "list\(name)Notes", "GET: \(path)/{id}/notes", returns: "[\(name)Note]", query: 3)
        endpoint("add\(name)Note", "POST: \(path)/{id}/notes", returns: "\(name)Note", body: 3)
        endpoint(
            "remove\(name)Note", "DELETE: \(path)/{id}/notes/{note_id:Int}", returns: nil)
        endpoint("get\(name)Settings", "GET: \(path)/{id}/settings", returns: "\(name)Settings")
        endpoint(
            "set\(name)Settings", "PUT: \(path)/{id}/settings", returns: "\(name)Settings", body: 5,
            errors: refused)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
