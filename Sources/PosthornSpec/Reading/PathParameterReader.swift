/// Puts the parameters of a path template and what `path:` says of them together.
struct PathParameterReader {
    private static let keys = [
        "type", "name", "doc", "example", "deprecated", "length", "range", "pattern",
    ]

    let reader: NodeReader

    func read(_ entry: YAMLEntry?, template: PathTemplate) -> [ParameterSpec] {
        let said =
            entry.flatMap { reader.entries(of: $0, holding: "names of path parameters") } ?? []
        // Places that may be left out may have a '?' on their names.
        let names =
            template.parameters.map(\.name)
            + template.parameters.filter(\.mayBeAbsent).map { $0.name + "?" }
        let known = Set(names)
        for said in said where !known.contains(said.key) {
            refuseUnknown(said, names: names)
        }
        return template.parameters.compactMap { parameter in
            let optional = parameter.mayBeAbsent ? parameter.name + "?" : nil
            return field(
                parameter, said: said.first { $0.key == parameter.name || $0.key == optional }
            )
            .map { ParameterSpec(place: .path, field: $0) }
        }
    }

    private func refuseUnknown(_ entry: YAMLEntry, names: [String]) {
        guard !reader.log.isFull(reader.path, countingErrorAt: entry.mark) else { return }
        if entry.key.hasSuffix("?"), names.contains(String(entry.key.dropLast())) {
            reader.error(
                entry.mark, "a path parameter is always there", found: quoted(entry.key),
                write: quoted(String(entry.key.dropLast())))
            return
        }
        let meant = Suggestion.closest(to: entry.key, among: names)
        reader.error(
            entry.mark, "'path' describes the parameters in the path", found: quoted(entry.key),
            write: meant.map { "\(quoted($0)), if you mean that" } ?? "'{\(entry.key)}' in the path"
        )
    }

    private func field(_ parameter: PathTemplate.Parameter, said: YAMLEntry?) -> FieldSpec? {
        let naming = FieldNaming(reader: reader, reserved: ReservedNames.parameters)
        var type = parameter.type
        var typeMark = parameter.mark
        var nameEntry: YAMLEntry?
        var doc: String?
        var example: DefaultSpec?
        var deprecated: String?
        var limits: [LimitSpec] = []
        if let said {
            var typeNode: YAMLNode?
            if case .mapping(let details) = said.value.kind {
                reader.checkKeys(
                    of: details, in: "a path parameter", known: Self.keys)
                limits = LimitReader(reader: reader).read(details)
                typeNode = details.first { $0.key == "type" }?.value
                nameEntry = details.first { $0.key == "name" }
                doc = details.first { $0.key == "doc" }
                    .flatMap { reader.text(of: $0, as: "a text") }
                example = details.first { $0.key == "example" }
                    .map { FieldReader(reader: reader, reserved: []).example($0) }
                deprecated = details.first { $0.key == "deprecated" }
                    .flatMap { RulesReader(reader: reader).deprecation($0)?.reason }
            } else {
                typeNode = said.value
            }
            if let typeNode {
                // What `*` says of the type is only that it is a list, unless something else is said.
                if let type, !parameter.takesLists {
                    reader.error(
                        typeNode.mark, "the type of a path parameter is said once",
                        found: "'\(type)' in the path and this", write: "one of the two")
                }
                guard let read = reader.type(of: typeNode, key: said) else { return nil }
                type = read
                typeMark = typeNode.mark
            }
        }
        let mark = parameter.mark
        guard let name = naming.name(nameEntry, wireName: parameter.name, mark: mark) else {
            return nil
        }
        return FieldSpec(
            wireName: parameter.name, swiftName: name, mark: mark,
            type: type ?? .named(TypeName(ScalarType.string.rawValue, mark: mark)),
            typeMark: typeMark, isOptional: said?.key.hasSuffix("?") == true, doc: doc,
            example: example, deprecated: deprecated, limits: limits,
            takesAnyType: parameter.takesLists)
    }
}
