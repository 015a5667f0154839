/// Checks that includes name objects, form no cycle, and cause no duplicate fields.
enum Includes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachKind(log) { log, kind in
            if case .union(let union) = kind { checkKinds(union.includes, types, log) }
            guard case .object(let fields, let includes) = kind else { return }
            checkKinds(includes, types, log)
            checkClashes(fields, fields, "the type itself", includes, types, log)
        }
        draft.forEachEndpoint(log) { log, endpoint in
            guard !endpoint.included.isEmpty else { return }
            checkKinds(endpoint.included, types, log)
            let own = endpoint.parameters.filter { !$0.field.isIncluded }
            checkClashes(
                own.map(\.field).filter { !$0.isConstant },
                own.filter { $0.place == .body }.map(\.field),
                "the endpoint itself", endpoint.included, types, log, areSent: true)
            checkNames(endpoint, log)
        }
        var inCircle: Set<String> = []
        draft.forEachDeclaration(log) { log, type in
            guard !inCircle.contains(type.name), let circle = circle(from: type.name, types)
            else { return }
            inCircle.formUnion(circle)
            log.error(
                type.mark, "a type does not include itself",
                found: "'" + circle.joined(separator: " → ") + "'",
                write: "one of the 'includes' less")
        }
    }

    private static func checkKinds(
        _ includes: [TypeName], _ types: [String: TypeSpec], _ log: FileLog
    ) {
        for name in includes {
            switch types[name.text]?.kind {
            case .object, .refused: continue
            case nil where ScalarType(rawValue: name.text) == nil: continue
            default:
                log.error(
                    name.mark, "'includes' lists types of objects", found: quoted(name.text),
                    write: "a type of an object, or a field of this type")
            }
        }
    }

    /// Reports included fields with Swift names that an endpoint's request needs for itself.
    private static func checkNames(_ endpoint: EndpointSpec, _ log: FileLog) {
        for field in endpoint.parameters.lazy.map(\.field) where field.isIncluded {
            guard ReservedNames.parameters.contains(field.swiftName) else { continue }
            log.error(
                field.mark, "a request needs this Swift name for itself",
                found: "\(quoted(field.swiftName)) in what is included",
                write: "another 'name:' for it there, or its object as a field")
        }
    }

    /// - Parameters:
    ///   - fields: The other fields with Swift names in the same scope.
    ///   - members: The other fields with wire names in the same object.
    ///   - areSent: Whether the fields are those of a request, which includes no fields that are only read.
    private static func checkClashes(
        _ fields: [FieldSpec], _ members: [FieldSpec], _ owner: String, _ includes: [TypeName],
        _ types: [String: TypeSpec], _ log: FileLog, areSent: Bool = false
    ) {
        var owners: [String: String] = [:]
        var senders: [String: String] = [:]
        for field in fields { owners[field.swiftName] = owner }
        for member in members { senders[member.wireName] = owner }
        // A type that two of them include is present once.
        var named: Set<String> = []
        var seen: Set<String> = []
        for name in includes {
            guard named.insert(name.text).inserted else {
                log.error(
                    name.mark, "a type is included once", found: "\(quoted(name.text)) again",
                    write: "it once")
                continue
            }
            for field in Includes.fields(of: name.text, types, &seen)
            where !areSent || !field.traits.isReadOnly {
                if let owner = senders[field.wireName] {
                    log.error(
                        name.mark, "a field is there once",
                        found: "\(quoted(field.key)) in \(quoted(name.text)) and in \(owner)",
                        write: "one of them less")
                } else if let owner = owners[field.swiftName] {
                    log.error(
                        name.mark, "a field is there once",
                        found: "'\(field.swiftName)' in \(quoted(name.text)) and in \(owner)",
                        write: "another 'name:' for one of the two, or one of them less")
                }
                owners[field.swiftName] = quoted(name.text)
                senders[field.wireName] = quoted(name.text)
            }
        }
    }

    /// Returns the fields of a type, with the included ones first.
    ///
    /// The recursion is shallow, because ``IncludedFieldCount`` refuses a chain of hundreds.
    static func fields(
        of name: String, _ types: [String: TypeSpec], _ seen: inout Set<String>
    ) -> [FieldSpec] {
        // A type that is included twice is present once. Another rule reports cycles.
        guard seen.insert(name).inserted,
            case .object(let fields, let includes) = types[name]?.kind
        else { return [] }
        return includes.flatMap { Includes.fields(of: $0.text, types, &seen) } + fields
    }

    /// Returns all fields of a declared or inline object.
    static func fields(
        _ own: [FieldSpec], _ includes: [TypeName], _ types: [String: TypeSpec]
    ) -> [FieldSpec] {
        var seen: Set<String> = []
        return includes.flatMap { fields(of: $0.text, types, &seen) } + own
    }

    /// Returns the names of the types that an object includes, directly or indirectly.
    static func names(_ includes: [TypeName], _ types: [String: TypeSpec]) -> Set<String> {
        var names: Set<String> = []
        var open = includes.map(\.text)
        while let name = open.popLast() {
            guard names.insert(name).inserted, case .object(_, let inner) = types[name]?.kind
            else { continue }
            open += inner.map(\.text)
        }
        return names
    }

    /// Returns a chain of includes that leads back to its start, or `nil` if there is none.
    private static func circle(from start: String, _ types: [String: TypeSpec]) -> [String]? {
        var previous: [String: String] = [:]
        var open = [start]
        while let name = open.popLast() {
            guard case .object(_, let includes) = types[name]?.kind else { continue }
            for include in includes {
                if include.text == start {
                    var chain = [start, name]
                    while let before = previous[chain[chain.count - 1]] { chain.append(before) }
                    if chain.last != start { chain.append(start) }
                    return name == start ? [start, start] : chain.reversed()
                }
                if previous[include.text] == nil {
                    previous[include.text] = name
                    open.append(include.text)
                }
            }
        }
        return nil
    }
}
