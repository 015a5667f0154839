/// Finds the Swift name of a parameter or field.
struct FieldNaming {
    let reader: NodeReader
    /// Swift names that the generated type needs for itself.
    let reserved: Set<String>

    /// What `name:` says, else the lowerCamelCase of the wire name.
    func name(_ nameEntry: YAMLEntry?, wireName: String, mark: SourceMark) -> String? {
        if let nameEntry {
            guard let name = reader.text(of: nameEntry, as: "a Swift name") else { return nil }
            guard SwiftName.isMember(name) else {
                let meant = NearName.member(name) ?? "value"
                reader.error(
                    nameEntry.value.mark, "'name' is a lowerCamelCase Swift name",
                    found: quoted(name), write: "one as in \(quoted(meant))")
                return nil
            }
            return checked(name, mark: nameEntry.value.mark)
        }
        guard let name = SwiftName.camelCase(wireName) else {
            reader.error(
                mark, "this name cannot be a Swift name", found: quoted(wireName),
                write: "a 'name:' for it, as in '{ type: String, name: "
                    + "\(NearName.member(wireName) ?? "value") }'")
            return nil
        }
        return checked(name, mark: mark)
    }

    private func checked(_ name: String, mark: SourceMark) -> String? {
        guard reserved.contains(name) else { return name }
        reader.error(
            mark, "generated code needs this Swift name for itself", found: quoted(name),
            write: "another 'name:', as in '{ type: String, name: \(name)Value }'")
        return nil
    }
}
