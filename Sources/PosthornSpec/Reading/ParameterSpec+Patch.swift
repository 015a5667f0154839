extension ParameterSpec {
    /// The media type of a merge patch.
    static let patchType = "application/merge-patch+json"

    /// The body as a patch of its value.
    var patching: ParameterSpec {
        var traits = field.traits
        traits.isPatch = true
        return ParameterSpec(
            place: place,
            field: FieldSpec(
                wireName: field.wireName, swiftName: field.swiftName, mark: field.mark,
                type: field.type, typeMark: field.typeMark, isOptional: false,
                doc: "The value with the changes. Only what differs from `old` is sent.",
                traits: traits, isTagged: field.isTagged))
    }
}
