/// The access level of the generated code, as in Swift.
package enum AccessLevel: String, CaseIterable, Sendable {
    /// Any module that imports the generated code's module.
    case `public`
    /// The modules of the same package.
    case package
    /// The module itself.
    case `internal`
}

/// The access level of an endpoint, narrower than that of its service.
package enum EndpointAccess: String, CaseIterable, Sendable {
    /// Visible to importers that opt in.
    case preview
    /// The modules of the same package.
    case package
    /// The module itself.
    case `internal`

    /// The level in Swift.
    package var level: AccessLevel {
        switch self {
        case .preview: .public
        case .package: .package
        case .internal: .internal
        }
    }
}
