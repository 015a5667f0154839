/// Reads a tuple: `{ tuple: [Double, String], rest: JSON }`.
extension NodeReader {
    /// The names of positions without one.
    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ]

    func tuple(_ entry: YAMLEntry, beside entries: [YAMLEntry], depth: Int) -> TypeSpec.Kind? {
        guard let positions = positions(entry) else { return nil }
        let reader = FieldReader(
            reader: self, reserved: ReservedNames.fields, depth: depth, isInTuple: true)
        let fields = reader.read(positions)
        for field in fields where field.isOptional || field.defaultValue != nil {
            error(
                field.mark, "every value of a tuple has all positions",
                found: field.isOptional
                    ? quoted(field.wireName + "?") : "a default for \(quoted(field.wireName))",
                write:
                    "'\(field.wireName): \(field.type)', also with a '?' after the type for 'null', "
                    + "or the positions that may be missing as 'rest'")
        }
        guard positions.count > 1 || entries["rest"] != nil else {
            return refuse(
                entry.mark, "a tuple has two positions or more, or one and a 'rest'",
                found: "\(positions.count)", write: "'tuple: [Double, String]'")
        }
        return .tuple(TupleSpec(positions: fields, rest: entries["rest"].flatMap(reader.rest)))
    }

    /// Returns the positions with their names.
    private func positions(_ entry: YAMLEntry) -> [YAMLEntry]? {
        switch entry.value.kind {
        case .mapping(let entries): return entries
        case .scalar: return nil
        case .sequence(let items):
            guard items.count <= Self.ordinals.count else {
                return refuse(
                    entry.value.mark, "a tuple of more than ten positions names them",
                    found: "\(items.count) types", write: "'tuple: { time: Double, value: String }'"
                )
            }
            return zip(Self.ordinals, items).map {
                YAMLEntry(key: $0, mark: $1.mark, value: $1)
            }
        }
    }
}
