internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// What a user changes in an import, in a file that each import reads.
struct Overlay {
    /// The changes of an operation.
    struct OperationChange {
        /// The part of the last overlay that changes the operation.
        var node: Node
        var name: Node?
        /// Whether the operation is left out; `nil` if the overlay does not tell.
        var isSkipped: Bool?
        /// Keys of the endpoint, such as `timeout` and `pages`.
        var keys: [(key: String, node: Node)] = []

        /// The keys with their values.
        var members: [SpecMember] { keys.map { SpecMember($0.key, Overlay.value($0.node)) } }

        fileprivate mutating func merge(_ other: OperationChange) {
            node = other.node
            name = other.name ?? name
            isSkipped = other.isSkipped ?? isSkipped
            let names = Set(other.keys.map(\.key))
            keys = keys.filter { !names.contains($0.key) } + other.keys
        }
    }

    /// The changes of a schema's type.
    struct TypeChange {
        /// The part of the last overlay that changes the type.
        var node: Node
        var name: Node?
        var fields: [(name: String, node: Node)] = []
    }

    private var operations: [String: OperationChange] = [:]
    private(set) var types: [String: TypeChange] = [:]
    /// Keys of the service's file, such as `ciphers`.
    private(set) var service: [(key: String, node: Node)] = []
    /// The name of the client and the filters.
    private(set) var selection = OverlaySelection()
    /// Whether it may change what the document does not have.
    private(set) var allowsUnknown = false

    init() {}

    /// Returns the changes of an operation, by its `operationId` or its method and path.
    func operation(_ operation: Operation) -> OperationChange? {
        if operations.isEmpty { return nil }
        return operation.id.flatMap { operations[$0] } ?? operations[operation.route]
    }
}

/// Reads an overlay, and refuses what the document does not have.
extension Overlay {
    private static let fieldKeys = [
        "type", "name", "nullable", "required", "doc", "secret", "deprecated",
    ]

    /// Creates the changes of several files; of two changes of one part, the later file's counts.
    init(
        _ roots: [Node], _ document: ForeignDocument, allowsUnknown: Bool = false
    ) throws(ImportFailure) {
        self.allowsUnknown = allowsUnknown
        let all = roots.isEmpty ? [] : try Operation.all(in: document)
        for root in roots {
            let sections = ["operations", "types", "service"]
            try document.check(root, sections + OverlaySelection.keys, "an overlay")
            try selection.add(root, document)
            try addOperations(root["operations"], document, all)
            try addTypes(root["types"], document)
            let keys = KeyPlace.file.keys.filter {
                !["service", "endpoints", "groups", "types", "standalone"].contains($0)
            }
            guard let node = root["service"] else { continue }
            try document.check(node, keys, "'service' of an overlay")
            service.removeAll { node[$0.key] != nil }
            service += node.entries.map { ($0.key, $0.value) }
        }
    }

    private mutating func addOperations(
        _ node: Node?, _ document: ForeignDocument, _ all: [Operation]
    ) throws(ImportFailure) {
        let names = Set(all.compactMap(\.id)).union(all.map(\.route))
        for (name, node) in node?.entries ?? [] {
            guard names.contains(name) || allowsUnknown else {
                throw Self.unknown(name, node, "an operation of the document", names, document)
            }
            let change = try Self.operation(node, document)
            operations[name, default: change].merge(change)
        }
    }

    private mutating func addTypes(
        _ node: Node?, _ document: ForeignDocument
    ) throws(ImportFailure) {
        let schemas = document.root["components"]?["schemas"] ?? document.root["definitions"]
        let known = Set(schemas?.keys ?? [])
        for (name, node) in node?.entries ?? [] {
            guard known.contains(name) || allowsUnknown else {
                throw Self.unknown(name, node, "a schema of the document", known, document)
            }
            try document.check(node, ["name", "fields"], "a type of an overlay")
            var change = types[name] ?? TypeChange(node: node)
            change.node = node
            if let own = node["name"] {
                try Self.checkType(own, ending: "Value", document)
                change.name = own
            }
            for (field, value) in node["fields"]?.entries ?? [] {
                try document.check(value, Self.fieldKeys, "a field of an overlay")
                change.fields.append((field, value))
            }
            types[name] = change
        }
    }

    /// Refuses what cannot be the name of a type.
    static func checkType(
        _ node: Node, ending: String, _ document: ForeignDocument
    ) throws(ImportFailure) {
        let name = node.text
        guard SwiftName.isType(name) else {
            throw document.failure(
                node, "a type has an UpperCamelCase Swift name", found: quoted(name),
                write: quoted(NearName.type(name) ?? "Order"))
        }
        guard !ReservedNames.types.contains(name) else {
            throw document.failure(
                node, "the name of a type does not stand for something else in Swift or a spec",
                found: quoted(name), write: quoted(name + ending))
        }
    }

    private static func operation(
        _ node: Node, _ file: ForeignDocument
    ) throws(ImportFailure) -> OperationChange {
        let keys = KeyPlace.endpoint.keys.filter { $0 != $0.uppercased() && $0 != "call" }
        try file.check(node, ["name", "skip"] + keys, "an operation of an overlay")
        var change = OperationChange(node: node)
        for (key, value) in node.entries {
            switch key {
            case "name":
                guard SwiftName.isMember(value.text), !ReservedNames.endpoints.contains(value.text)
                else {
                    throw file.failure(
                        value, "an endpoint has a lowerCamelCase Swift name",
                        found: quoted(value.text),
                        write: quoted(NearName.member(value.text) ?? "getOrder"))
                }
                change.name = value
            case "skip": change.isSkipped = value.isTrue
            default: change.keys.append((key, value))
            }
        }
        return change
    }

    private static func unknown(
        _ name: String, _ node: Node, _ what: String, _ known: Set<String>, _ file: ForeignDocument
    ) -> ImportFailure {
        file.failure(
            node, "an overlay changes \(what)", found: quoted(name),
            write: Suggestion.write(
                for: name, among: known.sorted(), else: "the name that the document has")
                + ", or remove it from the overlay if the document no longer has it")
    }

    static func value(_ node: Node) -> SpecValue {
        switch node.kind {
        case .mapping: .map(node.entries.map { SpecMember($0.key, value($0.value)) })
        case .sequence: .list(node.items.map(value))
        case .scalar:
            node.isPlain && (node.isNumber || node.isTrue || node.isFalse || node.text.isEmpty)
                ? .plain(node.text) : .text(node.text)
        }
    }
}

extension Overlay.TypeChange {
    /// Changes the fields of a type.
    func apply(to type: DeclaredType, _ importer: Importer) throws(ImportFailure) {
        guard !fields.isEmpty else { return }
        let file = importer.document
        guard var shape = type.shape else {
            if importer.overlay.allowsUnknown { return }
            throw file.failure(
                fields[0].node, "fields belong to an object", found: quoted(type.name),
                write: "a schema with 'properties'")
        }
        for (name, node) in fields {
            guard let place = shape.fields.firstIndex(where: { $0.wireName == name }) else {
                if importer.overlay.allowsUnknown { continue }
                throw file.failure(
                    node, "an overlay changes members of a schema", found: quoted(name),
                    write: Suggestion.write(
                        for: name, among: shape.fields.map(\.wireName), else: "one of the members"))
            }
            var field = shape.fields[place]
            if let text = node["type"] {
                field.type = try importer.type(named: text)
                field.hasChosenType = true
            }
            if let own = node.string("name") { field.swiftName = own }
            if let required = node["required"] { field.isOptional = !required.isTrue }
            if let nullable = node["nullable"] {
                field.type = nullable.isTrue ? .optional(field.type.wrapped) : field.type.wrapped
            }
            if let doc = Text.doc(node["doc"]) { field.doc = doc }
            if let secret = node["secret"] { field.isSecret = secret.isTrue }
            if let deprecated = node["deprecated"] { field.isDeprecated = deprecated.isTrue }
            if node["type"] != nil { (field.constant, field.limits) = (nil, []) }
            shape.fields[place] = field
        }
        type.shape = shape
    }
}

extension Importer {
    /// Returns the type that an overlay names: a built-in one, a schema, or a list or map of one.
    func type(named node: Node) throws(ImportFailure) -> TypeText {
        if node.kind == .sequence, let item = node.items.only {
            return .array(try type(named: item))
        }
        return try type(named: node.text[...], node)
    }

    private func type(named text: Substring, _ node: Node) throws(ImportFailure) -> TypeText {
        let text = text.filter { $0 != " " }[...]
        if text.hasSuffix("?") { return .optional(try type(named: text.dropLast(), node)) }
        if text.hasPrefix("[String:"), text.hasSuffix("]") {
            return .map(try type(named: text.dropFirst(8).dropLast(), node))
        }
        if text.hasPrefix("["), text.hasSuffix("]") {
            return .array(try type(named: text.dropFirst().dropLast(), node))
        }
        if ScalarType(rawValue: String(text.prefix { $0 != "(" })) != nil {
            return .name(String(text))
        }
        let key =
            document.root["components"]?["schemas"] == nil ? "definitions" : "components/schemas"
        let schemas = document.root["components"]?["schemas"] ?? document.root["definitions"]
        guard schemas?[String(text)] != nil else {
            if overlay.allowsUnknown { return .name("JSON") }
            throw document.failure(
                node, "a type of an overlay is built in or a schema of the document",
                found: quoted(String(text)), write: "'String' or the name of a schema")
        }
        let pointer = Node(at: node, text: "#/\(key)/\(text)")
        return try type(
            Node(at: pointer, [("$ref", pointer)]), at: Place(owner: Draft(node), names: []))
    }
}

extension Overlay {
    /// Returns the names that the overlay chooses for schemas, and refuses one for two of them and that of the client.
    func typeNames(
        besides service: String, _ document: ForeignDocument
    ) throws(ImportFailure) -> [String: Node] {
        var result: [String: Node] = [:]
        var owners: [String: String] = [:]
        for (schema, change) in types.sorted(by: { $0.key < $1.key }) {
            guard let node = change.name else { continue }
            if let owner = owners.updateValue(schema, forKey: node.text), let other = result[owner]
            {
                throw document.taken(
                    node, by: "the overlay gives to the schema \(quoted(owner))", at: other,
                    write: "another name")
            }
            guard node.text != service else {
                throw document.taken(node, by: "the client has", at: nil, write: "another name")
            }
            result[schema] = node
        }
        return result
    }
}

extension ForeignDocument {
    /// Returns the error for a name of an overlay that something else has.
    func taken(_ node: Node, by owner: String, at other: Node?, write: String) -> ImportFailure {
        let place = other.map { other in
            let mark = mark(of: other)
            return " at \(oneLine(path(of: other))):\(mark.line):\(mark.column)"
        }
        return failure(
            node, "a name of an overlay belongs to one endpoint or type",
            found: "\(quoted(node.text)), which \(owner)\(place ?? "")", write: write)
    }
}
