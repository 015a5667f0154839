/// Checks that all types of a union include what the union includes, and that the names of the members differ.
enum SharedMembers: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachKind(log) { log, kind in
            guard case .union(let union) = kind, !union.includes.isEmpty else { return }
            for name in union.includes {
                guard case .object = types[name.text]?.kind else { continue }
                checkProtocol(of: name, types, log)
                for union in union.cases { checkCase(union, includes: name, types, log) }
            }
            checkNames(union, types, log)
        }
    }

    /// Reports a declared type with the name of the protocol that the types conform to.
    private static func checkProtocol(
        of name: TypeName, _ types: [String: TypeSpec], _ log: FileLog
    ) {
        let members = name.text + "Members"
        guard types[members] != nil else { return }
        log.error(
            name.mark, "a protocol with the members of what a union includes has this name",
            found: "the type \(quoted(members))", write: "another name for the type")
    }

    private static func checkCase(
        _ union: UnionCase, includes name: TypeName, _ types: [String: TypeSpec], _ log: FileLog
    ) {
        var includes: [TypeName] = []
        if let type = union.type.name, union.type == .named(type) {
            switch types[type.text]?.kind {
            case .object(_, let included): includes = included + [type]
            // Another rule reports unknown and refused types.
            case .refused: return
            case nil where type.form == nil && ScalarType(rawValue: type.text) == nil: return
            default: break
            }
        }
        guard !Includes.names(includes, types).contains(name.text) else { return }
        log.error(
            union.typeMark, "each type of a union includes what the union includes",
            found: "\(quoted(union.type.description)) without \(quoted(name.text))",
            write: "'includes: [\(name.text)]' in it")
    }

    /// Reports shared members with the Swift name of another member of the union, and those with a type in
    /// place, which is another one in each type.
    private static func checkNames(
        _ union: UnionSpec, _ types: [String: TypeSpec], _ log: FileLog
    ) {
        var owners: [String: String] = [:]
        for union in union.cases { owners[union.swiftName] = "a case" }
        if union.isOpen { owners["unknown"] = "a case" }
        if union.keepsMalformed { owners["malformed"] = "a case" }
        var seen: Set<String> = []
        for name in union.includes {
            guard case .object = types[name.text]?.kind else { continue }
            var names = [SwiftName.camelCase(name.text) ?? name.text]
            for field in Includes.fields(of: name.text, types, &seen) where !field.holdsOthers {
                names.append(field.swiftName)
                guard field.type.inline != nil else { continue }
                log.error(
                    name.mark, "a member that the types of a union share has a declared type",
                    found: "one in place for \(quoted(field.wireName)) in \(quoted(name.text))",
                    write: "it under 'types', and its name there")
            }
            for member in names {
                if let owner = owners[member] {
                    log.error(
                        name.mark, "a member of a union has a Swift name of its own",
                        found: "'\(member)' in \(quoted(name.text)) and as \(owner)",
                        write: "another 'name:' for one of the two")
                }
                owners[member] = "a member of \(quoted(name.text))"
            }
        }
    }
}
