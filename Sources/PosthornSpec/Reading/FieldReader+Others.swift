/// Reads `others: T`, the members of an object that the spec does not name, and `rest: T`, the elements after the
/// positions of a tuple.
extension FieldReader {
    /// The wire name of the field, which no member needs.
    private static let wireName = "*"

    func others(_ entry: YAMLEntry) -> FieldSpec? {
        collection(entry, named: "others") {
            .map($0)
        } value: {
            .map([])
        }
    }

    func rest(_ entry: YAMLEntry) -> FieldSpec? {
        collection(entry, named: "rest") {
            .array($0)
        } value: {
            .list([])
        }
    }

    private func collection(
        _ entry: YAMLEntry, named key: String, _ type: (TypeExpression) -> TypeExpression,
        value: () -> DefaultSpec.Value
    ) -> FieldSpec? {
        let (details, typeEntry) = entry.long
        let isLong = details["type"] != nil && NodeReader.form(of: details) == nil
        let nameEntry = isLong ? details["name"] : nil
        if isLong { reader.checkKeys(of: details, in: key == "others" ? .others : .rest) }
        if key == "others", entry.value.text == "false" {
            return reader.refuse(
                entry.value.mark, "members that the spec does not name are ignored",
                found: "'others: false'", write: "no 'others'")
        }
        guard
            let name = reader.swiftName(
                nameEntry, wireName: key, mark: entry.mark, reserved: reserved),
            let element = reader.type(
                of: isLong ? typeEntry?.value ?? entry.value : entry.value,
                key: typeEntry ?? entry, depth: depth)
        else { return nil }
        var traits = FieldTraits()
        traits.holdsOthers = key == "others"
        return FieldSpec(
            wireName: key == "others" ? Self.wireName : key, swiftName: name, mark: entry.mark,
            type: type(element),
            typeMark: entry.value.mark, isOptional: false,
            defaultValue: DefaultSpec(value: value(), mark: entry.value.mark),
            doc: isLong ? reader.doc(details) : nil, traits: traits)
    }
}
