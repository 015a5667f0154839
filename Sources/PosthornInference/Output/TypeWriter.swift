internal import PosthornFormat
internal import PosthornSpec

/// Names the types of all samples, and writes them.
struct TypeWriter {
    /// A value of a field with what is known of it.
    struct Text {
        var type: String
        var isOptional = false
        /// The evidence of a guess.
        var guess: String?
    }

    private let secrets: Set<String>
    private var naming: Naming
    /// The first objects of each name.
    private var known: [String: [ObjectShape]] = [:]
    private var used: Set<ObjectIdentifier> = []
    /// The used types that are not written.
    private var pending: [ObjectShape] = []
    /// The objects whose members are being named.
    private var open: Set<ObjectIdentifier> = []

    private static let forms: Set<String> = [
        "enum", "oneOf", "wraps", "swift", "fields", "tuple", "includes", "doc", "deprecated",
        "others", "type",
    ]

    init(service: String, secrets: Set<String>) {
        self.secrets = secrets
        naming = Naming(service: service, schemas: [])
    }

    mutating func endpoint(_ name: String) -> String { naming.endpoint(name) }

    /// Names the objects of a value, and unifies those that are of one type.
    mutating func name(_ shape: Shape, _ hint: String, parent: String) {
        if let item = shape.items.first { name(item, Noun.singular(hint), parent: parent) }
        guard let object = shape.object?.resolved, shape.form == .object else { return }
        if let value = object.map(secrets: secrets) {
            name(value, Noun.singular(hint), parent: parent)
            return
        }
        if object.members.isEmpty { return }
        if object.name == nil {
            let base = Naming.word(hint)
            let others = known[base] ?? []
            if let other = others.first(where: { $0.resolved !== object && $0.isLike(object) }) {
                other.unify(with: object)
            } else {
                object.name = naming.place(others.isEmpty ? [base] : [parent, base])
            }
            // Of many objects with one name, those that come first are enough to compare with.
            if others.count < 64 { known[base] = others + [object] }
        }
        // A type may have members of itself.
        let id = ObjectIdentifier(object.resolved)
        guard open.insert(id).inserted else { return }
        nameMembers(of: object, parent: object.name ?? parent)
        open.remove(id)
    }

    /// Names the objects within an object that has no name itself.
    mutating func nameMembers(of object: ObjectShape, parent: String) {
        let dataKeys = object.dataKeys(secrets: secrets)
        for (name, member) in object.ordered where !dataKeys.contains(name) {
            self.name(member.shape, Naming.word(name), parent: parent)
        }
        if let others = object.others(secrets: secrets) {
            name(others, parent + "Entry", parent: parent)
        }
    }

    /// Returns the type of a value in the notation of the language.
    mutating func text(_ shape: Shape, name: String = "", allowsWords: Bool = true) -> Text {
        let evidence = "\(shape.known) of \(shape.known) samples"
        var result: Text
        switch shape.form {
        case .unknown: result = Text(type: "String", guess: "no known value")
        case .null: return Text(type: "JSON", guess: shape.count > 0 ? "always null" : nil)
        case .mixed: return Text(type: "JSON", guess: "values of several types")
        case .bool: result = Text(type: "Bool")
        case .int: result = Text(type: "Int")
        case .double: result = Text(type: "Double")
        case .text:
            if allowsWords, let words = shape.words(name, but: secrets) {
                result = Text(
                    type: words.joined(separator: " | "), guess: "an enum by \(evidence)")
            } else if let kind = shape.kind, kind != .other, kind != .integer, !shape.isSecret {
                result = Text(type: kind.type, guess: evidence)
            } else {
                result = Text(type: "String")
            }
        case .list:
            guard let item = shape.items.first else {
                result = Text(type: "[JSON]", guess: "always empty")
                break
            }
            let inner = text(item, name: name, allowsWords: false)
            result = Text(type: "[\(inner.type)\(inner.isOptional ? "?" : "")]", guess: inner.guess)
        case .object:
            guard let object = shape.object?.resolved, !object.members.isEmpty else {
                result = Text(type: "JSON", guess: "always empty")
                break
            }
            if let value = object.map(secrets: secrets) {
                let inner = text(value, allowsWords: false)
                result = Text(
                    type: "[String: \(inner.type)\(inner.isOptional ? "?" : "")]",
                    guess: "a map by \(object.members.count) keys that are data")
            } else {
                if used.insert(ObjectIdentifier(object)).inserted { pending.append(object) }
                result = Text(type: object.name ?? "JSON")
            }
        }
        result.isOptional = shape.nulls > 0 && result.type != "JSON"
        return result
    }

    /// Writes a type: plain where YAML reads it so, else in quotes.
    static func value(_ type: String) -> SpecValue {
        guard type.hasPrefix("[") else { return .plain(type) }
        let inner = type.dropFirst().dropLast()
        let isPlain = inner.utf8.allSatisfy { $0.isWord || $0 == 0x3A || $0 == 0x20 }
        return isPlain ? .plain(type) : .quoted(type)
    }

    /// Returns members with their types, and the evidence of what is guessed.
    mutating func members(
        _ fields: [EndpointGroup.Field], of total: Int, reserved: Set<String>,
        taken: inout Set<String>, ending: String, isText: Bool = false
    ) -> [SpecMember] {
        let names = Naming.members(
            fields.map(\.name), reserved: reserved, taken: &taken, ending: ending)
        return zip(fields, names).map { field, swiftName in
            let text = text(field.shape, name: field.name)
            var type = text.type
            if isText, type == "JSON" { type = "String" }
            if isText { type = type.replacing("JSON", with: "String") }
            var evidence: [String] = []
            if field.isOptional {
                evidence.append("\(field.shape.count) of \(total) samples")
            } else if text.isOptional {
                type += "?"
            }
            if field.shape.nulls > 0, field.shape.known > 0 {
                evidence.append("null in \(field.shape.nulls)")
            }
            if let guess = text.guess,
                evidence.isEmpty || !guess.hasSuffix(" samples") || guess.hasPrefix("an ")
            {
                evidence.append(guess)
            }
            if field.shape.isSecret { evidence.append("looks like a secret") }
            let comment = evidence.isEmpty ? nil : evidence.joined(separator: ", ")
            let key = field.name + (field.isOptional ? "?" : "")
            var details: [SpecMember] = []
            if let swiftName { details.append(SpecMember("name", .plain(swiftName))) }
            if field.shape.isSecret { details.append(SpecMember("secret", .plain("true"))) }
            let value: SpecValue =
                details.isEmpty
                ? Self.value(type) : .map([SpecMember("type", Self.value(type))] + details)
            return SpecMember(key, value, comment: comment)
        }
    }

    /// Returns the fields of an object.
    func fields(of object: ObjectShape) -> [EndpointGroup.Field] {
        let dataKeys = object.dataKeys(secrets: secrets)
        return object.ordered.filter { !dataKeys.contains($0.name) }.map {
            ($0.name, $0.member.shape, object.isOptional($0.name))
        }
    }

    /// Returns whether an object has members, and their keys are names.
    func hasOnlyNames(_ object: ObjectShape) -> Bool {
        !object.members.isEmpty && object.map(secrets: secrets) == nil
            && object.dataKeys(secrets: secrets).isEmpty
    }

    /// Returns the type of the members whose keys are data, which have no names in the spec.
    private mutating func others(of object: ObjectShape) -> SpecMember? {
        guard let shape = object.others(secrets: secrets) else { return nil }
        let text = text(shape, allowsWords: false)
        let count = object.dataKeys(secrets: secrets).count
        return SpecMember(
            "others", Self.value(text.isOptional ? "JSON" : text.type),
            comment: "\(count) \(count == 1 ? "key that is" : "keys that are") data")
    }

    /// Returns whether the names of members would be read as another form.
    static func areAmbiguous(_ fields: [EndpointGroup.Field]) -> Bool {
        fields.contains { forms.contains($0.name) && !$0.isOptional || $0.name.contains("*") }
    }

    /// Returns the types that are used, in the order of their names.
    mutating func declarations() -> [SpecMember] {
        var result: [String: SpecMember] = [:]
        // The members of a type use others.
        while let object = pending.popLast()?.resolved {
            guard let name = object.name, result[name] == nil else { continue }
            let fields = fields(of: object)
            var taken: Set<String> = []
            let members = members(
                fields, of: object.count, reserved: ReservedNames.fields, taken: &taken, ending: "")
            let others = others(of: object)
            let value: SpecValue =
                Self.areAmbiguous(fields) || others != nil
                ? .block([SpecMember("fields", .block(members))] + (others.map { [$0] } ?? []))
                : .block(members)
            result[name] = SpecMember(
                name, value, comment: "\(object.count) \(object.count == 1 ? "sample" : "samples")")
        }
        return result.keys.sorted().compactMap { result[$0] }
    }
}
