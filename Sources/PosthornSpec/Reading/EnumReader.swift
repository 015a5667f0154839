/// Reads the long form of an enum: `{ enum: { low: 1, high: 2 }, open: false }`.
struct EnumReader {
    let reader: NodeReader

    func read(_ entry: YAMLEntry, beside entries: [YAMLEntry]) -> TypeSpec.Kind? {
        var spec = EnumSpec(cases: [])
        if let open = entries.first(where: { $0.key == "open" }) {
            spec.isOpen = reader.truth(of: open) ?? true
        }
        guard let values = values(entry), !values.isEmpty else {
            if case .mapping(let members) = entry.value.kind, !members.isEmpty { return nil }
            if case .sequence(let items) = entry.value.kind, !items.isEmpty { return nil }
            reader.error(
                entry.mark, "an enum has values", found: "none",
                write: "'enum: { low: 1, high: 2 }' or 'enum: [low, high]'")
            return nil
        }
        spec.isInteger = values.allSatisfy { $0.isPlain && Self.isWhole($0.raw) }
        if !spec.isInteger, let number = values.first(where: { $0.isPlain && Self.isWhole($0.raw) })
        {
            reader.error(
                number.mark, "an enum's values are all texts or all numbers",
                found: "\(quoted(number.raw)) among texts",
                write: "'\"\(number.raw)\"' in quotes if it is a text")
            return nil
        }
        var names: [String: SourceMark] = [:]
        var raws: Set<String> = []
        for value in values {
            if let first = names[value.name] {
                reader.error(
                    value.mark, "two values of an enum cannot have one Swift name",
                    found: "'\(value.name)' again, first in line \(first.line)",
                    write: "another name")
                continue
            }
            names[value.name] = value.mark
            // Two spellings of one number.
            let raw = spec.isInteger && value.raw == "-0" ? "0" : value.raw
            guard raws.insert(raw).inserted else {
                reader.error(
                    value.mark, "a value of an enum appears once", found: quoted(value.raw),
                    write: "one of the two")
                continue
            }
            spec.cases.append(
                EnumCase(rawValue: raw, swiftName: value.name, mark: value.mark))
        }
        return .enumeration(spec)
    }

    private struct Value {
        var name: String
        var raw: String
        var isPlain: Bool
        var mark: SourceMark
    }

    private static func isWhole(_ text: String) -> Bool {
        ScalarDefault.problem(text, .int) == nil
    }

    /// The values with their names; nothing if one is wrong.
    private func values(_ entry: YAMLEntry) -> [Value]? {
        switch entry.value.kind {
        case .scalar: return nil
        case .sequence(let items):
            var values: [Value] = []
            for item in items {
                guard case .scalar(let text, _) = item.kind else {
                    refuse(item)
                    return nil
                }
                guard let value = value(nil, text, isPlain: false, item.mark) else { return nil }
                values.append(value)
            }
            return values
        case .mapping(let entries):
            var values: [Value] = []
            for entry in entries {
                guard case .scalar(let text, let isPlain) = entry.value.kind, !entry.value.isEmpty
                else {
                    refuse(entry.value)
                    return nil
                }
                guard let value = value(entry.key, text, isPlain: isPlain, entry.mark) else {
                    return nil
                }
                values.append(value)
            }
            return values
        }
    }

    private func refuse(_ node: YAMLNode) {
        reader.error(
            node.mark, "an enum's value is a text or a whole number", found: node.summary,
            write: "'{ low: 1, high: 2 }' with names and values")
    }

    private func value(
        _ name: String?, _ raw: String, isPlain: Bool, _ mark: SourceMark
    ) -> Value? {
        if let name {
            guard SwiftName.isMember(name), !ReservedNames.cases.contains(name) else {
                reader.error(
                    mark, "a value of an enum has a lowerCamelCase Swift name of its own",
                    found: quoted(name),
                    write: quoted((NearName.member(name) ?? "value") + "Value"))
                return nil
            }
            return Value(name: name, raw: raw, isPlain: isPlain, mark: mark)
        }
        do throws(TypeProblem) {
            let checked = try EnumCase(checking: raw, mark: mark)
            return Value(name: checked.swiftName, raw: raw, isPlain: isPlain, mark: mark)
        } catch {
            reader.error(error)
            return nil
        }
    }
}
