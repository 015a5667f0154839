package import PosthornSpec

/// The generator of Swift from a validated spec.
package struct Generator: Sendable {
    private let document: SpecDocument
    private let tables: GeneratorContext.Tables

    package init(_ document: SpecDocument) {
        self.document = document
        tables = GeneratorContext.Tables(document)
    }

    /// Generates the Swift for one spec file.
    ///
    /// - Parameters:
    ///   - path: The path of the spec file, as it was passed to the reader.
    ///   - shownPath: The path of the spec file in the first line of the Swift.
    /// - Returns: The Swift, or `nil` if the document has no file with this path.
    package func swift(for path: String, shownAs shownPath: String) -> String? {
        document.files.first { $0.path == path }.map { swift(for: $0, shownAs: shownPath) }
    }

    /// Generates the Swift of a server.
    ///
    /// - Parameter shownPath: The path of the service's spec file in the first line of the Swift.
    /// - Returns: The Swift, or `nil` if the service has no `serverProtocol`.
    package func server(shownAs shownPath: String) -> String? {
        let context = GeneratorContext(tables)
        guard let name = context.service.serverProtocol else { return nil }
        let endpoints = document.files.flatMap(\.endpoints).filter(\.rules.isServed)
        let imports = ImportList(serverOf: endpoints, context: context)
        let builder = ServerBuilder(name: name.text, endpoints: endpoints, context: context)
        return Renderer.render(
            SwiftFile(
                header: "Generated from \(Self.header(shownPath)). Edit the spec, not this file.",
                imports: imports.modules, internalImports: imports.internalModules,
                declarations: builder.declarations), context.service.access)
    }

    func swift(for file: SpecFile, shownAs shownPath: String) -> String {
        let context = GeneratorContext(tables)
        var declarations: [Declaration] = []
        if file.hasService { declarations.append(ServiceBuilder(context: context).declaration) }
        let failures = SharedFailures(file.endpoints, context: context)
        declarations += file.groups.map { GroupBuilder(group: $0, context: context).declaration }
        for endpoint in file.endpoints {
            let builder = EndpointBuilder(
                endpoint, failures: failures.owner(of: endpoint), context: context)
            declarations.append(builder.declaration)
        }
        for type in file.types {
            let builder = TypeBuilder(context: context, root: type.name)
            let declaration = builder.declaration(
                name: type.name, kind: type.kind, doc: builder.doc(of: type))
            if let declaration { declarations.append(declaration) }
            let shared = SharedMembersBuilder(context: context).declaration(of: type)
            if let shared { declarations.append(shared) }
        }
        let imports = ImportList(file, context: context)
        return Renderer.render(
            SwiftFile(
                header: "Generated from \(Self.header(shownPath)). Edit the spec, not this file.",
                imports: imports.modules, internalImports: imports.internalModules,
                packageImports: imports.packageModules, declarations: declarations),
            context.service.access)
    }

    /// Returns the path without line breaks, for a one-line comment.
    private static func header(_ path: String) -> String {
        String(path.map { $0.isNewline ? "?" : $0 })
    }
}
