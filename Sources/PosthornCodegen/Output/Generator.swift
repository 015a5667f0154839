public import PosthornSpec

/// Turns a checked spec into Swift.
public struct Generator: Sendable {
    private let document: SpecDocument
    private let tables: GeneratorContext.Tables

    /// Creates a generator for a service.
    public init(_ document: SpecDocument) {
        self.document = document
        tables = GeneratorContext.Tables(document)
    }

    /// The Swift of one spec file; nothing if the document has no file of this path.
    ///
    /// - Parameters:
    ///   - path: The file, as it was given to the reader.
    ///   - shownPath: The file as the first line of the Swift names it.
    public func swift(for path: String, shownAs shownPath: String) -> String? {
        document.files.first { $0.path == path }.map { swift(for: $0, shownAs: shownPath) }
    }

    /// The Swift of one spec file of the document.
    func swift(for file: SpecFile, shownAs shownPath: String) -> String {
        let context = GeneratorContext(tables)
        var declarations: [Declaration] = []
        if file.hasService { declarations.append(ServiceBuilder(context: context).declaration) }
        let failures = SharedFailures(file.endpoints)
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
        }
        let imports = ImportList(file, context: context)
        return Renderer.render(
            SwiftFile(
                header: "Generated from \(Self.header(shownPath)). Edit the spec, not this file.",
                imports: imports.modules, internalImports: imports.internalModules,
                declarations: declarations), context.service.access)
    }

    /// A path as a comment of one line can hold it.
    private static func header(_ path: String) -> String {
        String(path.map { $0.isNewline ? "?" : $0 })
    }
}
