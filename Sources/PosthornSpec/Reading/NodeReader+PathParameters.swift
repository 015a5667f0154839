/// Combines the parameters of a path template with their descriptions under `path:`.
extension NodeReader {
    func pathParameters(_ entry: YAMLEntry?, template: PathTemplate) -> [ParameterSpec] {
        let said = entry.flatMap { entries(of: $0, holding: "names of path parameters") } ?? []
        // The names of optional path parameters may end with '?'.
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
            .map { ParameterSpec(place: template.isURL ? .url : .path, field: $0) }
        }
    }

    private func refuseUnknown(_ entry: YAMLEntry, names: [String]) {
        guard !isFull(countingErrorAt: entry.mark) else { return }
        if entry.key.hasSuffix("?"), names.contains(String(entry.key.dropLast())) {
            error(
                entry.mark, "a path parameter is always there", found: quoted(entry.key),
                write: quoted(String(entry.key.dropLast())))
            return
        }
        refuseUnknown(
            entry.key, at: entry.mark, "'path' describes the parameters in the path", known: names,
            else: "'{\(entry.key)}' in the path")
    }

    /// Reports a default, and returns whether there is one.
    private func refuseDefault(_ entry: YAMLEntry, _ details: [YAMLEntry]) -> Bool {
        var (mark, write) = (entry.value.mark, "no 'default'")
        if let value = details["default"] {
            mark = value.mark
        } else if case .scalar(let text, _) = entry.value.kind,
            let equals = text.firstIndex(of: "=")
        {
            write = "'\(entry.key): \(trimmed(text[..<equals]))'"
        } else {
            return false
        }
        error(
            mark, "a path parameter has no default", found: "one for \(quoted(entry.key))",
            write: "\(write), and pass the value in each call, or write the value into the path in "
                + "place of '{\(entry.key)}'")
        return true
    }

    private func field(_ parameter: PathTemplate.Parameter, said: YAMLEntry?) -> FieldSpec? {
        let mark = parameter.mark
        var details = said?.value.entries ?? []
        if let said, refuseDefault(said, details) {
            guard said.value.entries != nil else { return nil }
            details.removeAll { $0.key == "default" }
        }
        checkKeys(of: details, in: .pathParameter)
        let limits = limits(details)
        let doc = doc(details)
        let deprecated = details["deprecated"].flatMap(deprecation)
        var (type, typeMark) = (parameter.type, mark)
        if let said, let node = said.value.entries == nil ? said.value : details["type"]?.value {
            // `*` only makes the parameter a list, so its type may be declared more precisely.
            if let type, !parameter.takesLists {
                error(
                    node.mark, "the type of a path parameter is given once",
                    found: "'\(type)' in the path and this", write: "one of the two")
            }
            guard let read = self.type(of: node, key: said) else { return nil }
            (type, typeMark) = (read, node.mark)
        }
        guard
            let name = swiftName(
                details["name"], wireName: parameter.name, mark: mark,
                reserved: ReservedNames.parameters)
        else { return nil }
        return FieldSpec(
            wireName: parameter.name, swiftName: name, mark: mark,
            type: type ?? .named(TypeName(ScalarType.string.rawValue, mark: mark)),
            typeMark: typeMark, isOptional: said?.key.hasSuffix("?") == true, doc: doc,
            example: details["example"].map { DefaultSpec($0.value) }, deprecated: deprecated,
            limits: limits, takesAnyType: parameter.takesLists)
    }
}
