/// A rule that looks at more than one place of a spec.
protocol Validator: SendableMetatype {
    /// Reports each place that breaks the rule.
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog)
}

/// The rules in their order.
///
/// At one place the first that is broken is the one that is reported. They are checked at the same
/// time; ``UsedTypes`` comes after them, because it says nothing of a service that has errors.
let validators: [any Validator.Type] = [
    OneServiceFile.self,
    ServiceName.self,
    UniqueTypeNames.self,
    UniqueEndpointNames.self,
    ForeignNames.self,
    KnownTypes.self,
    EnumsOfTypes.self,
    UniqueFieldNames.self,
    InlineTypeNames.self,
    UniqueInlineTypes.self,
    Includes.self,
    Unions.self,
    NullableTypes.self,
    ParameterTypes.self,
    EncodedPaths.self,
    HeaderNames.self,
    CookieNames.self,
    KnownCommon.self,
    JoinedBodies.self,
    KnownCredentials.self,
    UsefulRules.self,
    KnownCiphers.self,
    SealedFieldPlaces.self,
    FieldCiphers.self,
    KnownResponses.self,
    BodyAllowed.self,
    StreamRules.self,
    ReturnedTypes.self,
    AnswerForms.self,
    PagesFit.self,
    ErrorTypes.self,
    CodeErrors.self,
    DefaultsMatchTypes.self,
    ExamplesMatchTypes.self,
    LimitsFit.self,
    ExpandableIncludes.self,
    NoDirectRecursion.self,
    EndlessWrappers.self,
    EndlessUnions.self,
    EndlessDefaults.self,
]
