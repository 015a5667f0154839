/// Reads the Swift names that a spec sets.
extension NodeReader {
    /// Returns the Swift name of a parameter or field.
    ///
    /// It is the value of `name:`, or the lowerCamelCase of the wire name.
    ///
    /// - Parameter reserved: The Swift names that the generated type needs for itself.
    func swiftName(
        _ nameEntry: YAMLEntry?, wireName: String, mark: SourceMark, reserved: Set<String>
    ) -> String? {
        let name: String
        if let nameEntry {
            guard let said = memberName(nameEntry, as: "value") else { return nil }
            name = said
        } else if let derived = SwiftName.camelCase(wireName, acronyms) {
            name = derived
        } else {
            return refuse(
                mark, "this name cannot be a Swift name", found: quoted(wireName),
                write: wireName.hasSuffix("*")
                    ? "each name; only 'query' and 'headers' have maps of names with a '*'"
                    : "a 'name:' for it, as in '{ type: String, name: "
                        + "\(NearName.member(wireName) ?? "value") }'")
        }
        guard reserved.contains(name) else { return name }
        return refuseReserved(
            name, at: nameEntry?.value.mark ?? mark,
            write: "another 'name:', as in '{ type: String, name: \(name)Value }'")
    }

    /// Returns the value of `name:`.
    func memberName(_ entry: YAMLEntry, as example: String) -> String? {
        guard let name = text(of: entry, as: "a Swift name") else { return nil }
        guard SwiftName.isMember(name) else {
            return refuse(
                entry.value.mark, "'name' is a lowerCamelCase Swift name", found: quoted(name),
                write: "one as in \(quoted(NearName.member(name) ?? example))")
        }
        return name
    }

    func refuseReserved(_ name: String, at mark: SourceMark, write: String) -> String? {
        refuse(
            mark, "generated code needs this Swift name for itself", found: quoted(name),
            write: write)
    }

    /// Returns whether a service's declaration has a valid name.
    ///
    /// - Parameters:
    ///   - kind: The kind of declaration, for diagnostics.
    ///   - ending: The suffix that makes a reserved name valid, for diagnostics.
    func isDeclarable(
        _ entry: YAMLEntry, _ kind: String, _ reserved: Set<String>, as example: String,
        ending: String
    ) -> Bool {
        if SwiftName.isMember(entry.key), !reserved.contains(entry.key) { return true }
        let meant = NearName.member(entry.key) ?? example
        error(
            entry.mark, "a \(kind) has a lowerCamelCase name that is not built in",
            found: quoted(entry.key),
            write: quoted(reserved.contains(meant) ? meant + ending : meant))
        return false
    }
}

extension FileReporter {
    /// Returns whether a name is valid for a generated type.
    ///
    /// - Parameters:
    ///   - what: The owner of the name, for diagnostics.
    ///   - ending: The suffix that makes a reserved name valid, for diagnostics.
    func isTypeName(
        _ name: String, at mark: SourceMark, of what: String, as example: String, ending: String
    ) -> Bool {
        if !SwiftName.isType(name) {
            error(
                mark, "\(what) has an UpperCamelCase Swift name", found: quoted(name),
                write: "one as in \(quoted(NearName.type(name) ?? example))")
        } else if ReservedNames.types.contains(name) {
            error(
                mark, "Swift or Posthorn has a type of this name", found: quoted(name),
                write: "another name, as in '\(name)\(ending)'")
        } else {
            return true
        }
        return false
    }
}
