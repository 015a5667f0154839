/// Who sees what is generated, as Swift says it.
public enum AccessLevel: String, CaseIterable, Sendable {
    /// Everybody who imports the module.
    case `public`
    /// The modules of the package.
    case package
    /// The module itself.
    case `internal`
}
