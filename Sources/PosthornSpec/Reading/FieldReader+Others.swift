/// Reads `others: T`, the members of an object that the spec does not name.
extension FieldReader {
    /// The wire name of the field, which no member needs.
    private static let wireName = "*"

    func others(_ entry: YAMLEntry) -> FieldSpec? {
        let (details, typeEntry) = entry.long
        let isLong = details["type"] != nil && NodeReader.form(of: details) == nil
        let nameEntry = isLong ? details["name"] : nil
        if isLong { reader.checkKeys(of: details, in: .others) }
        guard
            let name = reader.swiftName(
                nameEntry, wireName: "others", mark: entry.mark, reserved: reserved),
            let type = reader.type(
                of: isLong ? typeEntry?.value ?? entry.value : entry.value,
                key: typeEntry ?? entry, depth: depth)
        else { return nil }
        var traits = FieldTraits()
        traits.holdsOthers = true
        return FieldSpec(
            wireName: Self.wireName, swiftName: name, mark: entry.mark, type: .map(type),
            typeMark: entry.value.mark, isOptional: false,
            defaultValue: DefaultSpec(value: .map([]), mark: entry.value.mark),
            doc: isLong ? reader.doc(details) : nil, traits: traits)
    }
}
