/// The access level of the generated code, as in Swift.
package enum AccessLevel: String, CaseIterable, Sendable {
    /// Any module that imports the generated code's module.
    case `public`
    /// The modules of the same package.
    case package
    /// The module itself.
    case `internal`
}
