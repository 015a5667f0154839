/// Reads `at: metadata.name`, the place of a member inside of the object's members.
extension FieldReader {
    /// The highest number of names in a path.
    private static let limit = 16

    func path(_ entry: YAMLEntry) -> [String]? {
        guard let text = reader.text(of: entry, as: "the names that lead to the member") else {
            return nil
        }
        guard let names = MemberPath(text)?.names else {
            return reader.refuse(
                entry.value.mark, "'at' has a dot between two names", found: quoted(text),
                write: #"one as in 'metadata.name', and '\.' for a dot in a name"#)
        }
        if let index = names.first(where: { Int($0) != nil || $0.hasSuffix("]") }) {
            return reader.refuse(
                entry.value.mark, "'at' leads through objects, not through lists",
                found: quoted(index), write: "the list as a field, and take the element in Swift")
        }
        guard names.count > 1 else {
            return reader.refuse(
                entry.value.mark, "'at' leads into another member", found: quoted(text),
                write:
                    "the member's name as the key of the field, and 'name:' for its name in Swift")
        }
        guard names.count <= Self.limit else {
            return reader.refuse(
                entry.value.mark, "'at' has at most \(Self.limit) names", found: "\(names.count)",
                write: "a type for some of the members between them")
        }
        return names
    }
}
