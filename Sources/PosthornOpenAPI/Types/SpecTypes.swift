internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// Writes types and fields in the notation of the spec language.
struct SpecTypes {
    /// The types that requests send, whose fields can be set to `null`, and have limits.
    var sent: Set<ObjectIdentifier> = []
    /// The types that responses have.
    var received: Set<ObjectIdentifier> = []
    /// The names of all types, which stand between '|' nowhere.
    var names: Set<String> = []

    /// The keys by which a group of keys is another form than an object.
    private static let forms: Set<String> = [
        "enum", "oneOf", "wraps", "swift", "fields", "tuple", "includes",
    ]
    /// The names of members that an object under `types` can only have under `fields`.
    private static let ambiguous = forms.union(["doc", "deprecated", "others"])
    /// The same in place of a field's type.
    private static let ambiguousInPlace = ambiguous.union([
        "type", "name", "default", "example", "length", "range", "pattern", "sealed", "secret",
        "at",
        "lossy", "readOnly", "writeOnly", "style", "const", "flag",
    ])

    // MARK: Declarations

    /// Returns a type as an entry under `types`.
    func declaration(_ type: DeclaredType) -> SpecMember {
        SpecMember(type.name, value(of: type))
    }

    private func value(of type: DeclaredType) -> SpecValue {
        var details: [SpecMember] = []
        if let doc = type.doc { details.append(SpecMember("doc", .text(doc))) }
        if type.isDeprecated { details.append(SpecMember("deprecated", .plain("true"))) }
        switch type.kind {
        case .object(let shape):
            let fields = shape.fields.map { field($0, of: type) }
            let names = Set(fields.map(\.key))
            if details.isEmpty, shape.others == nil, names.isDisjoint(with: Self.ambiguous) {
                return .map(fields)
            }
            details.append(SpecMember("fields", .map(fields)))
            if let others = shape.others { details.append(SpecMember("others", self.type(others))) }
            return .map(details)
        case .enumeration(let shape):
            if details.isEmpty, let short = short(shape) { return .plain(short) }
            return .map(Self.members(of: shape) + details)
        case .union(let shape): return .map(members(of: shape) + details)
        case .wrapper(let type): return .map([SpecMember("wraps", self.type(type))] + details)
        case .pending: return .map([SpecMember("wraps", .plain("JSON"))])
        }
    }

    // MARK: Types

    /// Returns a type where one is used.
    func type(_ type: TypeText) -> SpecValue {
        switch type {
        case .name, .declared: return inPlace(type) ?? .plain(type.text)
        case .array(let item):
            if let value = inPlace(item) { return .list([value]) }
            return Self.isSimple(item) ? .list([self.type(item)]) : .quoted(type.text)
        case .map(let item):
            return item.wrapped.isCollection ? .quoted(type.text) : .plain(type.text)
        case .optional(let item): return item.isCollection ? .quoted(type.text) : .plain(type.text)
        }
    }

    private static func isSimple(_ type: TypeText) -> Bool {
        switch type {
        case .name, .declared: true
        case .optional(let inner): !inner.isCollection
        case .array(let item): isSimple(item)
        case .map: false
        }
    }

    /// Returns the form of a type that stands in place.
    private func inPlace(_ type: TypeText) -> SpecValue? {
        guard case .declared(let declared) = type, declared.nestedName != nil else { return nil }
        switch declared.kind {
        case .object(let shape):
            let fields = shape.fields.map { field($0, of: declared) }
            let names = Set(fields.map(\.key))
            let isPlain =
                names.isDisjoint(with: Self.ambiguousInPlace) && shape.others == nil
                && !fields.isEmpty && fields[0].key.first?.isUppercase == false
            return isPlain ? .map(fields) : .map(object(shape, fields))
        case .enumeration(let shape):
            return short(shape).map { .plain($0) } ?? .map(Self.members(of: shape))
        case .union(let shape): return .map(members(of: shape))
        case .wrapper, .pending: return nil
        }
    }

    private func object(_ shape: ObjectShape, _ fields: [SpecMember]) -> [SpecMember] {
        [SpecMember("fields", .map(fields))]
            + (shape.others.map { [SpecMember("others", type($0))] } ?? [])
    }

    /// Returns the keys of a type in place, beside which the field can have others; `nil` if it has none.
    private func keys(inPlace type: TypeText) -> [SpecMember]? {
        guard case .declared(let declared) = type, declared.nestedName != nil else { return nil }
        switch declared.kind {
        case .object(let shape):
            return object(shape, shape.fields.map { field($0, of: declared) })
        case .enumeration(let shape): return short(shape) == nil ? Self.members(of: shape) : nil
        case .union(let shape): return members(of: shape)
        case .wrapper, .pending: return nil
        }
    }

    // MARK: Fields

    /// Returns a member of an object.
    func field(_ field: FieldDraft, of owner: DeclaredType) -> SpecMember {
        let isSent = sent.contains(ObjectIdentifier(owner))
        let isReceived = received.contains(ObjectIdentifier(owner))
        var field = field
        // Responses read a missing member and `null` alike.
        if field.isOptional, !isSent { field.type = field.type.wrapped }
        // Servers send an empty text for a URL that is not set, which would fail the response.
        if isReceived, !field.hasChosenType { field.type = field.type.withTextsForURLs }
        if !isSent { field.limits = [] }
        if !isSent || !isReceived { (field.isReadOnly, field.isWriteOnly) = (false, false) }
        return member(field)
    }

    /// Returns a field or a parameter in its short form, or in its long form if something is said about it.
    func member(_ field: FieldDraft) -> SpecMember {
        let key = field.wireName + (field.isOptional ? "?" : "")
        var details: [SpecMember] = []
        if let name = field.swiftName { details.append(SpecMember("name", .plain(name))) }
        if let constant = field.constant {
            let isText =
                !constant.isPlain || !(constant.isNumber || constant.isTrue || constant.isFalse)
            // A constant is no property, so that it has neither a name nor documentation.
            return SpecMember(
                key,
                .map([SpecMember("const", isText ? .text(constant.text) : .plain(constant.text))]))
        }
        if let doc = field.doc { details.append(SpecMember("doc", .text(doc))) }
        if field.isDeprecated { details.append(SpecMember("deprecated", .plain("true"))) }
        for (name, text) in field.limits { details.append(SpecMember(name, .text(text))) }
        if field.isReadOnly { details.append(SpecMember("readOnly", .plain("true"))) }
        if field.isWriteOnly { details.append(SpecMember("writeOnly", .plain("true"))) }
        if field.isSecret { details.append(SpecMember("secret", .plain("true"))) }
        if let style = field.style {
            details.append(
                field.wireName == "Content-Type"
                    ? SpecMember("default", .text(style)) : SpecMember("style", .plain(style)))
        }
        if details.isEmpty { return SpecMember(key, type(field.type)) }
        if let keys = keys(inPlace: field.type) { return SpecMember(key, .map(keys + details)) }
        return SpecMember(key, .map([SpecMember("type", type(field.type))] + details))
    }

    // MARK: Enums

    /// Returns an enum as `a | b`, or `nil` if its values need the long form.
    private func short(_ shape: EnumShape) -> String? {
        guard shape.isOpen, !shape.isNumber, shape.values.count > 1,
            shape.values.allSatisfy({ $0.doc == nil && $0.name == nil })
        else { return nil }
        var taken: Set<String> = []
        for value in shape.values {
            let text = value.node.text
            guard PlainValue(text) == .text, !text.isEmpty,
                text.utf8.allSatisfy({ Self.isWordByte($0) }), !names.contains(text),
                ScalarType(rawValue: text) == nil,
                let name = SwiftName.enumCase(text), !ReservedNames.cases.contains(name),
                taken.insert(name).inserted
            else { return nil }
        }
        let text = shape.values.map(\.node.text).joined(separator: " | ")
        return text.utf8.count < 400 ? text : nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || "-_./".utf8.contains(byte)
    }

    private static func members(of shape: EnumShape) -> [SpecMember] {
        let names = self.names(of: shape)
        var members = [SpecMember("enum", enumeration(shape, names))]
        if !shape.isOpen { members.append(SpecMember("open", .plain("false"))) }
        let docs = zip(names, shape.values).compactMap { name, value in
            value.doc.flatMap(Text.doc).map { SpecMember(name, .text($0)) }
        }
        if !docs.isEmpty { members.append(SpecMember("docs", .map(docs))) }
        return members
    }

    /// Returns the values of an enum of texts.
    static func enumeration(_ nodes: [Node]) -> SpecValue {
        let shape = EnumShape(values: nodes.map { EnumShape.Value(node: $0) })
        return enumeration(shape, names(of: shape))
    }

    private static func enumeration(_ shape: EnumShape, _ names: [String]) -> SpecValue {
        let values = shape.values.map { value -> SpecValue in
            if shape.isNumber { return .plain(value.node.text) }
            return .text(value.node.text)
        }
        let derived = shape.values.map { SwiftName.enumCase($0.node.text) }
        if !shape.isNumber, derived.elementsEqual(names.map { Optional($0) }) {
            return .list(values)
        }
        return .map(zip(names, values).map { SpecMember($0, $1) })
    }

    /// Returns the Swift names of an enum's values, each once.
    private static func names(of shape: EnumShape) -> [String] {
        var taken: Set<String> = []
        return shape.values.map { value in
            var name =
                value.name.flatMap { NearName.member($0) }.flatMap { SwiftName.enumCase($0) }
                ?? SwiftName.enumCase(value.node.text) ?? fallback(value.node.text)
            if !SwiftName.isMember(name) { name = "value" }
            if ReservedNames.cases.contains(name) { name += "Value" }
            var result = name
            if taken.contains(result), value.node.text == value.node.text.uppercased() {
                result = name + "Uppercase"
            }
            return taken.insertUnique(result, numbering: name)
        }
    }

    private static func fallback(_ text: String) -> String {
        if text.isEmpty { return "empty" }
        for (sign, word) in [("-", "minus"), ("+", "plus")]
        where text.hasPrefix(sign) && text.dropFirst().first?.isNumber == true {
            return NearName.member(word + text.dropFirst()) ?? "value"
        }
        let signs: [Character: String] = [
            "+": "plus", "-": "minus", "*": "star", "<": "less", ">": "greater", "=": "equal",
            "!": "not",
            "%": "percent", "&": "and", "|": "or", "#": "hash", "~": "tilde", "?": "question",
        ]
        if !text.contains(where: { $0.isLetter || $0.isNumber }) {
            let words = text.compactMap { signs[$0] }
            return words.isEmpty
                ? "value" : SwiftName.camelCase(words.joined(separator: "_")) ?? "value"
        }
        return EnumValue.name(of: text) == "oneDay" ? "value" : EnumValue.name(of: text)
    }

    // MARK: Unions

    private func members(of shape: UnionShape) -> [SpecMember] {
        guard shape.by != nil || shape.isByEvent else {
            return [SpecMember("oneOf", list(shape.cases.map(\.type)))]
        }
        var taken: Set<String> = []
        let cases = shape.cases.map { union -> SpecMember in
            let isText = !(union.tags[0].isNumber || union.tags[0].isTrue || union.tags[0].isFalse)
            let key = union.tags.map(\.text).joined(separator: " | ")
            let derived =
                union.tags.count > 1 || !isText
                ? SwiftName.enumCase(union.type.text) : SwiftName.enumCase(key)
            var name = derived ?? NearName.member(key) ?? "value"
            if ReservedNames.cases.contains(name) { name += "Value" }
            let result = taken.insertUnique(name)
            let value: SpecValue =
                result == derived
                ? .plain(union.type.text)
                : .map([
                    SpecMember("type", .plain(union.type.text)), SpecMember("name", .plain(result)),
                ])
            let needsQuotes =
                isText
                && (PlainValue(union.tags[0].text) != .text
                    || union.tags.contains { $0.text.contains("|") })
            return SpecMember(key, value, isQuoted: needsQuotes && union.tags.count == 1)
        }
        let key = shape.by.map { SpecMember("by", .text($0)) }
        return [SpecMember("oneOf", .map(cases)), key ?? SpecMember("byEvent", .plain("true"))]
    }

    /// Returns types without a discriminator: a list, or names for them if two would have one name.
    private func list(_ types: [TypeText]) -> SpecValue {
        let names = types.map(Self.caseName)
        guard Set(names).count < names.count else {
            return .list(
                types.map { $0.isBuiltIn || !$0.isCollection ? .plain($0.text) : .quoted($0.text) })
        }
        var taken: Set<String> = []
        return .map(
            zip(names, types).map { name, type in
                SpecMember(
                    taken.insertUnique(name),
                    type.isCollection ? .quoted(type.text) : .plain(type.text))
            })
    }

    private static func caseName(_ type: TypeText) -> String {
        switch type {
        case .name(let text):
            SwiftName.enumCase(String(text.prefix { $0 != "(" })) ?? "value"
        case .declared(let type):
            SwiftName.enumCase(type.name).map {
                ReservedNames.cases.contains($0) ? $0 + "Value" : $0
            } ?? "value"
        case .array(let item): caseName(item) + "Array"
        case .map(let item): caseName(item) + "Map"
        case .optional(let inner): caseName(inner)
        }
    }
}
