extension EnumCase {
    /// Creates a case whose value gives a Swift name.
    ///
    /// - Parameter isNumber: Whether a value that is a number is one, and no text; `false` by default.
    init(
        checking value: String, isNumber: Bool = false, mark: SourceMark, _ acronyms: Acronyms
    ) throws(SpecProblem) {
        guard let name = SwiftName.enumCase(value, acronyms) else {
            let written = PlainValue.written(value, isNumber: isNumber)
            throw SpecProblem(
                mark, "an enum's value has to give a Swift name",
                found: value.isEmpty ? "an empty text" : quoted(value),
                write:
                    "names for the values, as in '{ enum: { \(EnumValue.name(of: value)): "
                    + "\(written) } }'")
        }
        guard !ReservedNames.cases.contains(name) else {
            throw SpecProblem(
                mark, "'\(name)' is a member of every enum", found: quoted(value),
                write: "another name for it, as in '{ enum: { \(name)Value: "
                    + "\(PlainValue.written(value)) } }'")
        }
        self.init(rawValue: value, swiftName: name, mark: mark)
    }
}
