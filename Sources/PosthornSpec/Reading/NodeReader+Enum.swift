/// Reads the long form of an enum: `{ enum: { low: 1, high: 2 }, open: false }`.
extension NodeReader {
    func enumeration(_ entry: YAMLEntry, beside entries: [YAMLEntry]) -> TypeSpec.Kind? {
        var spec = EnumSpec(cases: [])
        if let open = entries["open"] {
            spec.isOpen = truth(of: open) ?? true
        }
        guard let values = values(entry), !values.isEmpty else {
            if case .mapping(let members) = entry.value.kind, !members.isEmpty { return nil }
            if case .sequence(let items) = entry.value.kind, !items.isEmpty { return nil }
            return refuse(
                entry.mark, "an enum has values", found: "none",
                write: "'enum: { low: 1, high: 2 }' or 'enum: [low, high]'")
        }
        let numbers = values.filter { $0.isPlain && EnumValue.isNumber($0.raw) }
        let areNumbers = numbers.count == values.count
        spec.isInteger = areNumbers && numbers.allSatisfy { Self.isWhole($0.raw) }
        spec.isFraction = areNumbers && !spec.isInteger
        if !areNumbers, let number = numbers.first {
            return refuse(
                number.mark, "an enum's values are all texts or all numbers",
                found: "\(quoted(number.raw)) among texts",
                write: "'\"\(number.raw)\"' in quotes if it is a text")
        }
        var names: [String: SourceMark] = [:]
        var raws: Set<String> = []
        for value in values {
            if !value.isNamed, raws.contains(value.raw) {
                error(
                    value.mark, "a value of an enum appears once", found: quoted(value.raw),
                    write: "one of the two")
                continue
            }
            if let first = names[value.name] {
                error(
                    value.mark, "two values of an enum cannot have one Swift name",
                    found: "'\(value.name)' again, first in line \(first.line)",
                    write: value.isNamed
                        ? "another name" : "'\(EnumValue.longForm(of: values.map(\.raw)))'")
                continue
            }
            names[value.name] = value.mark
            // `-0` and `0` are the same number.
            let raw = areNumbers && value.raw == "-0" ? "0" : value.raw
            // `1` and `1.0` too.
            let number = spec.isFraction ? Double(raw).map { "\($0)" } : nil
            guard raws.insert(number ?? raw).inserted else {
                error(
                    value.mark, "a value of an enum appears once", found: quoted(value.raw),
                    write: "one of the two")
                continue
            }
            spec.cases.append(EnumCase(rawValue: raw, swiftName: value.name, mark: value.mark))
        }
        if let docs = entries["docs"] { document(&spec.cases, docs) }
        return .enumeration(spec)
    }

    /// Reads `docs`, the documentation of values.
    private func document(_ cases: inout [EnumCase], _ entry: YAMLEntry) {
        for doc in entries(of: entry, holding: "values and texts", as: "low: …") ?? [] {
            guard
                let index = cases.firstIndex(where: {
                    $0.swiftName == doc.key || $0.rawValue == doc.key
                })
            else {
                refuseUnknown(
                    doc.key, at: doc.mark, "'docs' describes values of the enum",
                    known: cases.map(\.swiftName), else: quotedList(cases.map(\.swiftName)))
                continue
            }
            cases[index].doc = text(of: doc, as: "a text")
        }
    }

    private struct Value {
        var name: String
        var raw: String
        var isPlain: Bool
        /// Whether the spec gives the name.
        var isNamed = false
        var mark: SourceMark
    }

    private static func isWhole(_ text: String) -> Bool { ScalarDefault.problem(text, .int) == nil }

    /// Returns the values with their names, or `nil` if one is invalid.
    private func values(_ entry: YAMLEntry) -> [Value]? {
        var written: [(key: YAMLEntry?, value: YAMLNode)] = []
        switch entry.value.kind {
        case .scalar: return nil
        case .sequence(let items): written = items.map { (nil, $0) }
        case .mapping(let entries): written = entries.map { ($0, $0.value) }
        }
        var values: [Value] = []
        for (key, node) in written {
            guard case .scalar(let text, let isPlain) = node.kind, key == nil || !node.isEmpty
            else {
                return refuse(
                    node.mark, "an enum's value is a text or a number", found: node.summary,
                    write: "'{ low: 1, high: 2 }' with names and values")
            }
            if isPlain, let problem = EnumValue.problem(text) {
                return refuse(
                    node.mark, "an enum's value is a text or a number", found: quoted(text),
                    write: problem)
            }
            guard let value = value(key?.key, text, isPlain: isPlain, key?.mark ?? node.mark)
            else { return nil }
            values.append(value)
        }
        return values
    }

    private func value(
        _ name: String?, _ raw: String, isPlain: Bool, _ mark: SourceMark
    ) -> Value? {
        if let name {
            guard SwiftName.isMember(name), !ReservedNames.cases.contains(name) else {
                return refuse(
                    mark,
                    ReservedNames.cases.contains(name)
                        ? "generated code needs this Swift name for itself"
                        : "a value of an enum has a lowerCamelCase Swift name of its own",
                    found: quoted(name),
                    write: quoted((NearName.member(name) ?? "value") + "Value"))
            }
            return Value(name: name, raw: raw, isPlain: isPlain, isNamed: true, mark: mark)
        }
        return reporting { () throws(SpecProblem) in
            let checked = try EnumCase(checking: raw, isNumber: isPlain, mark: mark, acronyms)
            return Value(name: checked.swiftName, raw: raw, isPlain: isPlain, mark: mark)
        }
    }
}
