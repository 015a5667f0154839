extension EnumCase {
    /// Creates a case whose value gives a Swift name.
    init(checking value: String, mark: SourceMark) throws(SpecProblem) {
        guard !value.isEmpty else {
            throw SpecProblem(
                mark, "an enum's values stand between its '|'", found: "an empty one",
                write: "a value, or no '|'")
        }
        guard let name = SwiftName.enumCase(value) else {
            throw SpecProblem(
                mark, "an enum's value has to give a Swift name", found: quoted(value),
                write:
                    "names for the values, as in '{ enum: { \(Self.nearName(value)): "
                    + "\(value) } }'")
        }
        guard !ReservedNames.cases.contains(name) else {
            throw SpecProblem(
                mark, "'\(name)' is a member of every enum", found: quoted(value),
                write: "another name for it, as in '{ enum: { \(name)Value: \(value) } }'")
        }
        self.init(rawValue: value, swiftName: name, mark: mark)
    }

    private static func nearName(_ value: String) -> String {
        NearName.member(value).flatMap(SwiftName.enumCase) ?? "oneDay"
    }
}
