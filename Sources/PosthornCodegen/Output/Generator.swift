package import PosthornSpec

/// The generator of Swift from the validated specs of a target.
package struct Generator: Sendable {
    private let services: [Service]
    private let shared: (files: [SpecFile], tables: GeneratorContext.Tables)?

    /// A service with its lookup tables.
    private struct Service {
        let document: SpecDocument
        let tables: GeneratorContext.Tables
    }

    package init(_ documents: [SpecDocument]) {
        services = documents.map {
            Service(document: $0, tables: GeneratorContext.Tables($0))
        }
        shared = SharedTypes(documents, services.map(\.tables)).map { ($0.files, $0.tables) }
    }

    package init(_ document: SpecDocument) { self.init([document]) }

    /// Generates the Swift for one spec file.
    ///
    /// - Parameters:
    ///   - path: The path of the spec file, as it was passed to the reader.
    ///   - shownPath: The path of the spec file in the first line of the Swift.
    /// - Returns: The Swift, or `nil` if no document has a file with this path.
    package func swift(for path: String, shownAs shownPath: String) -> String? {
        files.first { $0.file.path == path }.map { swift(for: $0, shownAs: shownPath) }
    }

    /// A file with the tables of its service, or of those that share it.
    typealias File = (file: SpecFile, tables: GeneratorContext.Tables)

    /// All files, each once.
    var files: [File] {
        let own = services.flatMap { service in
            service.document.files.filter { !$0.isShared && $0.module == nil }.map {
                ($0, service.tables)
            }
        }
        return own + (shared.map { shared in shared.files.map { ($0, shared.tables) } } ?? [])
    }

    /// Generates the Swift of the servers.
    ///
    /// - Parameter shown: Returns the path of a spec file for the first line of the Swift.
    /// - Returns: The Swift, or `nil` if no service has a `serverProtocol`.
    package func server(shownAs shown: (_ path: String) -> String) -> String? {
        let served = services.filter { $0.document.service.serverProtocol != nil }
        let widest = AccessLevel.widest(of: served.map(\.document))
        var file = SwiftFile(header: "", imports: [], internalImports: [], declarations: [])
        for service in served { add(service, to: &file, widest) }
        guard !served.isEmpty else { return nil }
        let paths = served.map { Self.header(shown($0.document.service.path)) }
        let specs = served.count == 1 ? "the spec" : "the specs"
        file.header =
            "Generated from \(paths.joined(separator: " and ")). Edit \(specs), not this file."
        return Renderer.render(file.withoutRepeatedImports, widest)
    }

    private func add(_ service: Service, to file: inout SwiftFile, _ widest: AccessLevel) {
        let context = GeneratorContext(service.tables)
        guard let name = context.service.serverProtocol else { return }
        let endpoints = service.document.files.flatMap(\.endpoints).filter(\.rules.isServed)
        let imports = ImportList(serverOf: endpoints, context: context)
        switch context.service.access {
        case widest: file.imports += imports.modules
        case .package: file.packageImports += imports.modules
        case .public, .internal: file.internalImports += imports.modules
        }
        file.internalImports += imports.internalModules
        let builder = ServerBuilder(name: name.text, endpoints: endpoints, context: context)
        file.declarations += builder.declarations.map { declaration in
            var declaration = declaration
            declaration.access = context.service.access
            return declaration
        }
    }

    func swift(for file: File, shownAs shownPath: String) -> String {
        let context = GeneratorContext(file.tables)
        let file = file.file
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
            let declared = [
                builder.declaration(name: type.name, kind: type.kind, doc: builder.doc(of: type)),
                SharedMembersBuilder(context: context).declaration(of: type),
            ].compactMap { $0 }
            guard context.isNested(type.name) else {
                declarations += declared
                continue
            }
            declarations.append(
                Declaration(
                    hasAccess: false, introducer: "extension", name: context.service.name,
                    content: .type(inherits: [], declared)))
        }
        if file.hasService, context.service.protocolMark != nil {
            declarations += ProtocolBuilder(context: context).declarations
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
