/// A rule that concerns more than one place of a spec.
protocol Validator: SendableMetatype {
    /// Reports each place that breaks the rule.
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog)
}

/// The rules in order of precedence.
///
/// If several rules report one place, the first one wins. The rules run concurrently. ``UsedTypes`` runs
/// after them, because it applies only to a service without errors.
let validators: [any Validator.Type] = [
    OneServiceFile.self,
    ServiceName.self,
    UniqueTypeNames.self,
    UniqueEndpointNames.self,
    ForeignNames.self,
    KnownTypes.self,
    StandaloneTypes.self,
    EnumsOfTypes.self,
    UniqueFieldNames.self,
    InlineTypeNames.self,
    UniqueInlineTypes.self,
    Includes.self,
    OthersFit.self,
    TuplesFit.self,
    Unions.self,
    SharedMembers.self,
    ReachableUnionTypes.self,
    NullableTypes.self,
    ParameterTypes.self,
    EncodedPaths.self,
    HeaderNames.self,
    CookieNames.self,
    KnownCommon.self,
    JoinedBodies.self,
    ConstantParameters.self,
    KnownCredentials.self,
    UsefulRules.self,
    KnownCiphersAndSigners.self,
    SealedFieldPlaces.self,
    FieldCiphers.self,
    KnownResponses.self,
    BodyAllowed.self,
    MediaTypes.self,
    StreamRules.self,
    EventUnions.self,
    ReturnedTypes.self,
    OutputForms.self,
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
    ImportedTypeNames.self,
    ReplacedObjects.self,
    SecretDefaults.self,
    SecretFields.self,
]
