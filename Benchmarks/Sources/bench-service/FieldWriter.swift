/// Makes up the fields of objects and the parameters of endpoints.
struct FieldWriter {
    /// Types that a field may hold directly; each stands before the one that is written, so that
    /// no type contains itself.
    var objects: [String]
    var enums: [String]
    /// Those of them that nothing holds yet, which are taken first: in a real API every type is
    /// used.
    var unused: [String] = []

    /// The lines of so many fields, indented.
    mutating func lines(_ count: Int, optional: Int, indent: String, _ random: inout RandomSource)
        -> [String]
    {
        random.sample(count, of: Vocabulary.fields).map { name in
            let isOptional = random.chance(optional)
            let type = type(of: name, &random)
            let key = indent + name + (isOptional ? "?" : "")
            guard random.chance(45) else { return "\(key): \(type)" }
            return "\(key): { type: \(quoted(type)), doc: \"\(Self.doc(&random))\" }"
        }
    }

    /// Brackets and bars mean something else inside of braces.
    private func quoted(_ type: String) -> String {
        type.contains(": ") ? "\"\(type)\"" : type
    }

    private mutating func type(of name: String, _ random: inout RandomSource) -> String {
        if name.hasSuffix("_at") { return "Date" }
        if name.hasSuffix("_url") { return "URL" }
        if name.hasSuffix("_count") || name == "version" || name == "amount" { return "Int" }
        if name.hasSuffix("_rate") || name == "unit_price" { return "Decimal" }
        if name == "weight" || name == "height" { return "Double" }
        if name.hasPrefix("is_") || name.hasPrefix("has_") || name.hasPrefix("can_") {
            return "Bool"
        }
        switch random.number(1...10) {
        case 1, 2: return objects.isEmpty ? "String" : pick(objects, &random)
        case 3: return objects.isEmpty ? "[String]" : "[\(pick(objects, &random))]"
        case 4: return enums.isEmpty ? "String" : pick(enums, &random)
        case 5: return "[String: String]"
        default: return "String"
        }
    }

    private mutating func pick(_ types: [String], _ random: inout RandomSource) -> String {
        let type = unused.first { types.contains($0) } ?? random.pick(types)
        unused.removeAll { $0 == type }
        return type
    }

    /// One to three sentences.
    static func doc(_ random: inout RandomSource) -> String {
        random.sample(random.number(1...3), of: Vocabulary.sentences).joined(separator: " ")
    }
}
