/// A validated service, as its spec files and those that it shares describe it.
package struct SpecDocument: Sendable {
    /// The declarations of the service file.
    package var service: ServiceSpec
    /// All files, sorted by path.
    package var files: [SpecFile]
    /// The types that are nested in the service, because another service of the target has types of their names.
    package var nestedTypes: Set<String> = []
}

extension SpecDocument {
    /// The ciphers that must process bodies in pieces.
    ///
    /// These are the ciphers of the endpoints that upload, send multipart bodies or stream responses.
    package var streamedCiphers: Set<String> {
        Set(
            files.lazy.flatMap(\.endpoints).filter(\.sendsOrReturnsStream)
                .flatMap { $0.ciphers ?? [] })
    }
}

extension [SpecFile] {
    /// The types of other modules, with the names of the modules.
    package var modules: [String: String] {
        var modules: [String: String] = [:]
        for file in self {
            guard let module = file.module else { continue }
            for type in file.types { modules[type.name] = module }
        }
        return modules
    }
}

/// The declarations of one file.
package struct SpecFile: Sendable {
    /// The path, as it was passed to the reader.
    package var path: String
    /// Whether several services use the types of the file.
    package var isShared = false
    /// The module in which the Swift of the file is, or `nil` for that of the service.
    package var module: String?
    /// Whether the file has the key `service`.
    package var hasService: Bool
    /// The endpoints, in the order of the file.
    package var endpoints: [EndpointSpec]
    /// The endpoints that `only` does not select.
    package var leftOut: [EndpointSpec] = []
    /// The groups that the endpoints belong to, in the order of the file.
    package var groups: [GroupSpec] = []
    /// The types, in the order of the file.
    package var types: [TypeSpec]
    /// The types that code uses outside of calls.
    var standalone: [TypeName] = []
}
