internal import PosthornSpec

/// Decides which types are written, in which file, and which ones stand in place of a field's type.
struct TypeLayout {
    private(set) var sent: Set<ObjectIdentifier> = []
    private(set) var received: Set<ObjectIdentifier> = []
    /// The named types in the order of their names, with the file that uses them; `nil` for several.
    private(set) var named: [(type: DeclaredType, file: String?)] = []

    init(_ endpoints: [(endpoint: EndpointDraft, file: String)], _ naming: inout Naming) {
        var files: [ObjectIdentifier: String?] = [:]
        var types: [DeclaredType] = []
        findDirections(endpoints.map(\.endpoint))
        if leaveOutOtherDirection(endpoints.map(\.endpoint)) {
            (sent, received) = ([], [])
            findDirections(endpoints.map(\.endpoint))
        }
        for (endpoint, file) in endpoints {
            for type in endpoint.sentTypes + endpoint.receivedTypes {
                Self.walk(type) { declared in
                    let id = ObjectIdentifier(declared)
                    guard let known = files[id] else {
                        files[id] = .some(file)
                        types.append(declared)
                        return true
                    }
                    if known == nil || known == file { return false }
                    files[id] = .some(nil)
                    return true
                }
            }
        }
        Self.nameNested(types, &naming)
        Self.keepOthers(endpoints.map(\.endpoint))
        named = types.filter { $0.nestedName == nil }.map {
            ($0, files[ObjectIdentifier($0)] ?? nil)
        }
        .sorted { $0.type.name < $1.type.name }
    }

    /// Calls a closure for each type within a type, and looks into those for which it returns `true`.
    static func walk(_ type: TypeText, _ visit: (DeclaredType) -> Bool) {
        var open = type.innermost.map { [$0] } ?? []
        while let next = open.popLast() {
            guard visit(next) else { continue }
            for type in next.types.reversed() {
                if let inner = type.innermost { open.append(inner) }
            }
        }
    }

    /// Finds the types of requests and those of responses.
    private mutating func findDirections(_ endpoints: [EndpointDraft]) {
        for endpoint in endpoints {
            for type in endpoint.sentTypes {
                Self.walk(type, { sent.insert(ObjectIdentifier($0)).inserted })
            }
            for type in endpoint.receivedTypes {
                Self.walk(type, { received.insert(ObjectIdentifier($0)).inserted })
            }
        }
    }

    /// Leaves read-only members out of the types of requests alone, and write-only ones out of those of responses.
    ///
    /// Returns whether a type has fewer members.
    private func leaveOutOtherDirection(_ endpoints: [EndpointDraft]) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var hasChanged = false
        for type in endpoints.flatMap({ $0.sentTypes + $0.receivedTypes }) {
            Self.walk(type) { declared in
                let id = ObjectIdentifier(declared)
                guard seen.insert(id).inserted else { return false }
                let (isSent, isReceived) = (sent.contains(id), received.contains(id))
                guard var shape = declared.shape, isSent != isReceived else { return true }
                let fields = shape.fields.filter { isSent ? !$0.isReadOnly : !$0.isWriteOnly }
                if fields.isEmpty || fields.count == shape.fields.count { return true }
                shape.fields = fields
                declared.shape = shape
                hasChanged = true
                return true
            }
        }
        return hasChanged
    }

    /// Lets types that a PUT replaces keep the members that the document does not name.
    private static func keepOthers(_ endpoints: [EndpointDraft]) {
        var read: [String: Set<ObjectIdentifier>] = [:]
        func place(_ endpoint: EndpointDraft) -> String {
            endpoint.operation.path.split(separator: "/")
                .map { $0.contains("{") ? "{}" : String($0) }.joined(separator: "/")
        }
        for endpoint in endpoints where endpoint.operation.method == "GET" {
            let types = endpoint.returns.compactMap { $0.content.type?.innermost }
            read[place(endpoint), default: []].formUnion(types.map { ObjectIdentifier($0) })
        }
        for endpoint in endpoints where endpoint.operation.method == "PUT" {
            guard case .value(let type, _) = endpoint.body, let declared = type.innermost,
                read[place(endpoint)]?.contains(ObjectIdentifier(declared)) == true,
                var shape = declared.shape, shape.others == nil,
                !shape.fields.contains(where: { $0.wireName == "others" })
            else { continue }
            shape.others = .json
            declared.shape = shape
        }
    }

    /// Gives a type in place a name of its own, if its nested name is that of another type.
    private static func nameNested(_ types: [DeclaredType], _ naming: inout Naming) {
        var changed = true
        while changed {
            changed = false
            for type in types {
                guard let name = type.nestedName else { continue }
                var isTaken = naming.hasType(name)
                if case .wrapper = type.kind { isTaken = true }
                var depth = 0
                var parent = type.parent
                while let outer = parent, !isTaken {
                    depth += 1
                    if outer.nestedName == name || outer.nestedName == nil && outer.name == name
                        || depth > 3
                    {
                        isTaken = true
                    }
                    parent = outer.nestedName == nil ? nil : outer.parent
                }
                guard isTaken else { continue }
                type.nestedName = nil
                type.name = naming.place([type.name])
                changed = true
            }
        }
    }
}
