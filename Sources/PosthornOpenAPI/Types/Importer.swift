internal import PosthornForeign
internal import PosthornSpec

/// The state of an import: what was converted, and what waits.
final class Importer {
    let document: ForeignDocument
    let schemas: SchemaReader
    let overlay: Overlay
    /// What is said of no single operation.
    let notes: Draft
    /// Whether webhooks and callbacks are imported, or are keys of an export.
    var hasWebhooks = false
    var naming: Naming
    /// The types of responses that several operations can refer to, which have the names of these.
    var sharedResponses: Set<ObjectIdentifier> = []
    /// The names that the overlay chooses for operations.
    var chosenNames: [String: (operation: Operation, node: Node)] = [:]
    /// The types of schemas with names, by their identity.
    private var types: [String: DeclaredType] = [:]
    /// The names of schemas, by their parts of the document.
    private(set) var schemaNames: [ObjectIdentifier: String] = [:]
    private var pending: [(type: DeclaredType, core: Schema.Core, name: String?)] = []
    private(set) var unions: [DeclaredType] = []
    /// The schemas that can't be converted a second time within themselves.
    private var depth = 0
    private var lists: Set<String> = []
    /// The types of schemas without names that need one, by their parts of the document.
    private var unnamed: [ObjectIdentifier: DeclaredType] = [:]
    /// The number of types in place that each part of the document became.
    private var copies: [ObjectIdentifier: Int] = [:]

    init(
        _ document: ForeignDocument, service: String, _ overlay: Overlay, _ operations: [Operation]
    ) throws(ImportFailure) {
        self.document = document
        self.overlay = overlay
        notes = Draft(document.root)
        schemas = try SchemaReader(document)
        let names = document.root["components"]?["schemas"] ?? document.root["definitions"]
        let chosen = try overlay.typeNames(besides: service, document)
        // FastAPI names the bodies of its functions so.
        var bodies: [String: String] = [:]
        for operation in operations {
            guard let id = operation.id, let function = operation.function else { continue }
            bodies["Body_" + id] = function + "_body"
        }
        naming = Naming(
            service: service, schemas: names?.entries.map(\.key) ?? [],
            chosen: chosen.mapValues(\.text), short: bodies)
    }

    /// The place of a schema, which names the types in it.
    struct Place {
        /// What the schema belongs to.
        var owner: Draft
        /// The names of the type or the endpoint, and of the members on the way.
        var names: [String]
        /// The Swift name of the field in whose place a type can stand; `nil` if the type needs a name.
        var field: String?

        /// Returns the place of a type that needs a name.
        func named(_ name: String? = nil) -> Place {
            Place(owner: owner, names: names + (name.map { [$0] } ?? []))
        }
    }

    /// Converts what waits.
    func finish() throws(ImportFailure) {
        var next = 0
        var resolved = 0
        repeat {
            while next < pending.count {
                let (type, core, name) = pending[next]
                try fill(type, core, name)
                next += 1
            }
            if resolved < unions.count {
                try resolve(unions[resolved])
                resolved += 1
            }
        } while next < pending.count || resolved < unions.count
        notes.remarks += schemas.malformed
        openCircles(among: pending.map(\.type))
        pending = []
        try checkNames()
    }

    /// Refuses names of an overlay that other types of the import have without it.
    private func checkNames() throws(ImportFailure) {
        let used = Set(schemaNames.values)
        for (schema, name) in naming.displaced.sorted(by: { $0.key < $1.key })
        where used.contains(schema) {
            let owner = overlay.types.first { used.contains($0.key) && $0.value.name?.text == name }
            guard let node = owner?.value.name,
                let other =
                    (document.root["components"]?["schemas"]
                    ?? document.root["definitions"])?[schema]
            else { continue }
            throw document.taken(
                node, by: "the schema \(quoted(schema)) has", at: other,
                write: "another name, or a name for that schema too")
        }
    }

    // MARK: Types

    /// Returns the type of a schema.
    func type(_ node: Node, at place: Place) throws(ImportFailure) -> TypeText {
        let schema = try schemas.schema(node)
        guard let reference = node["$ref"], reference.kind == .scalar else {
            return try type(schema, at: place)
        }
        switch schema.core {
        case .array, .map: break
        default: return try type(schema, at: place)
        }
        // A list with a name is written where it is used, and what it holds is named after it.
        let identity = try document.identity(of: reference)
        guard lists.insert(identity).inserted else {
            note(place.owner, node, "a list that contains itself became 'JSON'")
            return .json
        }
        defer { lists.remove(identity) }
        let names = [document.name(of: identity), "Item"]
        return try type(schema, at: Place(owner: place.owner, names: names))
    }

    func type(_ schema: Schema, at place: Place) throws(ImportFailure) -> TypeText {
        depth += 1
        defer { depth -= 1 }
        guard depth < 100 else {
            throw document.failure(
                schema.node, "lists and maps are nested at most 100 deep", found: "one more",
                write: "an object or a union as a schema under 'components'")
        }
        let type = try present(schema, at: schema.isNullable ? place.named() : place)
        if case .name("JSON") = type { return type }
        return schema.isNullable ? .optional(type) : type
    }

    private func present(_ schema: Schema, at place: Place) throws(ImportFailure) -> TypeText {
        switch schema.core {
        case .any:
            if let problem = schema.problem {
                note(place.owner, schema.node, "\(problem) became 'JSON'")
            }
            return .json
        case .null: return .json
        case .scalar("Binary"): return .string
        case .scalar(let name): return .name(name)
        case .reference(let named): return .declared(type(of: named))
        case .array(let item):
            guard let item else { return .array(.json) }
            return .array(try type(item, at: place))
        case .map(let value):
            guard let value else { return .map(.json) }
            return .map(try type(value, at: place.named()))
        case .constant(let value) where value.isTrue || value.isFalse: return .name("Bool")
        case .constant, .enumeration, .object, .union:
            return .declared(declare(schema, at: place))
        }
    }

    /// Returns the type of a schema with a name.
    private func type(of named: Schema.Named) -> DeclaredType {
        if let known = types[named.identity] { return known }
        let type = DeclaredType(named.target, name: naming.schema(named.name))
        types[named.identity] = type
        schemaNames[ObjectIdentifier(named.target)] = named.name
        pending.append((type, named.core, named.name))
        return type
    }

    /// Returns whether a type has the name of its schema, or of the response that several operations refer to.
    func hasOwnName(_ type: DeclaredType) -> Bool {
        schemaNames[ObjectIdentifier(type.node)] != nil
            || sharedResponses.contains(ObjectIdentifier(type))
    }

    /// The names of the types of schemas, by the names of the schemas.
    var schemaTypes: [String: String] {
        types.values.reduce(into: [:]) { names, type in
            if let schema = schemaNames[ObjectIdentifier(type.node)] { names[schema] = type.name }
        }
    }

    /// Declares the type of a schema without a name.
    private func declare(_ schema: Schema, at place: Place) -> DeclaredType {
        var place = place
        // What references and aliases repeat within types that they repeat grows without end.
        if place.field != nil, (place.owner as? DeclaredType)?.parent != nil {
            let count = copies[ObjectIdentifier(schema.node), default: 0] + 1
            copies[ObjectIdentifier(schema.node)] = count
            if count > 16 { place.field = nil }
        }
        // The enums of a union have its part of the document.
        var isShared = place.field == nil
        if case .enumeration = schema.core { isShared = false }
        if isShared, let known = unnamed[ObjectIdentifier(schema.node)] { return known }
        let type = DeclaredType(schema.node, name: "")
        if let field = place.field {
            type.nestedName = SwiftName.nestedType(of: field)
            type.parent = place.owner as? DeclaredType
            type.name = place.names.map(Naming.word).joined()
        } else {
            type.name = naming.place(place.names)
            if isShared { unnamed[ObjectIdentifier(schema.node)] = type }
        }
        pending.append((type, schema.core, nil))
        return type
    }

    private func fill(
        _ type: DeclaredType, _ core: Schema.Core, _ name: String?
    ) throws(ImportFailure) {
        if type.nestedName == nil {
            type.doc = Text.doc(type.node["description"] ?? type.node["title"].flatMap { _ in nil })
            type.isDeprecated = type.node.isTrue("deprecated")
        }
        let place = Place(owner: type, names: [type.name])
        var core = core
        // Where a schema leads back to itself, its form was guessed.
        if case .union(let members, _) = core, members.isEmpty {
            core = try schemas.schema(type.node).target
            if case .union(let members, _) = core, members.isEmpty { core = .any }
        }
        switch core {
        case .object(let parts):
            type.kind = .object(try shape(parts, of: type, at: place))
            if let name, let own = overlay.types[name] { try own.apply(to: type, self) }
        case .enumeration(let values):
            type.kind = .enumeration(
                EnumShape(values: values, isNumber: values.allSatisfy { $0.node.isNumber }))
        case .constant(let value):
            type.kind = .enumeration(
                EnumShape(
                    values: [EnumShape.Value(node: value)], isNumber: value.isNumber, isOpen: false)
            )
        case .union(let members, let discriminator):
            var cases: [UnionShape.Case] = []
            for (index, member) in members.enumerated() {
                cases.append(
                    UnionShape.Case(
                        type: try self.type(
                            member, at: place.named(Self.title(of: member, number: index + 1))
                        )
                        .wrapped))
            }
            type.kind = .union(UnionShape(cases: cases, discriminator: discriminator))
            unions.append(type)
        case .any, .null, .reference, .scalar, .array, .map:
            if case .any = core, Self.isChoice(type.node) {
                note(type, type.node, "a union of nothing but itself became 'JSON'")
            }
            type.kind = .wrapper(
                try self.type(Schema(core: core, node: type.node), at: place.named()))
        }
    }

    private static func isChoice(_ node: Node) -> Bool {
        node["oneOf"] != nil || node["anyOf"] != nil
    }

    /// Returns the name of a member of a union that has none: its title, its constant or its number.
    private static func title(of member: Schema, number: Int) -> String {
        if let title = member.node.string("title"), !title.isEmpty, title.utf8.count < 40 {
            return title
        }
        if case .enumeration(let values) = member.core {
            return values.first?.node.isNumber == true ? "Number" : "Text"
        }
        for (_, property) in member.node["properties"]?.entries ?? [] {
            if let value = property["const"]?.string ?? property["enum"]?.list.only?.string,
                Naming.member(value) != nil
            {
                return value
            }
        }
        return "Variant\(number)"
    }

    /// Returns what a reference leads to, or the value itself.
    func resolved(_ node: Node) throws(ImportFailure) -> Node {
        guard let reference = node["$ref"], reference.string != nil else { return node }
        return try document.target(of: reference)
    }

    /// Notes that a part of the document has no form in the spec.
    func note(_ owner: Draft, _ node: Node, _ reason: String) {
        owner.untyped.append((node, reason))
    }

    /// Notes that a part of the document was left out or read in another way.
    func remark(_ owner: Draft, _ node: Node, _ reason: String) {
        owner.remarks.append((node, reason))
    }
}

extension Array {
    /// The element of an array of one.
    var only: Element? { count == 1 ? self[0] : nil }
}
