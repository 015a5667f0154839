/// Reads `{ flag: true }`, a key of a query without a value.
extension FieldReader {
    /// Returns the entry of `flag`, which can also be a member of an object.
    func flagEntry(_ details: [YAMLEntry]) -> YAMLEntry? {
        guard place != nil, let flag = details["flag"], case .scalar(let text, _) = flag.value.kind,
            place == .query ? !reader.isFieldType(text) : (text == "true" || text == "false")
        else { return nil }
        return flag
    }

    /// Returns a constant, or an argument for a name with `?`.
    func flag(
        _ flag: YAMLEntry, of entry: YAMLEntry, wireName: String, isOptional: Bool
    ) -> FieldSpec? {
        guard place == .query else {
            return reader.refuse(
                flag.mark, "only a query has keys without a value", found: "'flag' elsewhere",
                write: "'{ const: \"true\" }' or a type, as in '\(wireName): Bool'")
        }
        let details = entry.value.entries ?? []
        let isFine = reader.checkKeys(of: details, in: .flag)
        guard reader.isTrue(flag), isFine else { return nil }
        if !isOptional, let other = details.first(where: { $0.key != "flag" }) {
            return reader.refuse(
                other.mark, "a flag without an argument has no other keys",
                found: quoted(other.key),
                write: "'{ flag: true }' alone, or '\(wireName)?' for a flag with an argument")
        }
        guard
            let name = isOptional ? swiftName(details["name"], wireName, entry) : wireName
        else { return nil }
        var traits = FieldTraits()
        traits.isFlag = true
        let mark = flag.value.mark
        return FieldSpec(
            wireName: wireName, swiftName: name, mark: entry.mark,
            type: .named(TypeName(ScalarType.bool.rawValue, mark: mark)), typeMark: mark,
            isOptional: false,
            defaultValue: DefaultSpec(value: .text(isOptional ? "false" : "true"), mark: mark),
            isConstant: !isOptional, doc: reader.doc(details),
            deprecated: details["deprecated"].flatMap(reader.deprecation), traits: traits)
    }
}
