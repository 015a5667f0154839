package import PosthornSamples
package import PosthornSpec

/// The lookup tables of a checked document, which all calls of its service share.
package final class InterpretedSpec: Sendable {
    package let document: SpecDocument
    /// The declared types.
    package let table: TypeTable
    /// All endpoints, in the order of the files.
    package let endpoints: [EndpointSpec]
    let sealed: SealedPaths
    let secrets: SecretNames

    package var service: ServiceSpec { document.service }

    package init(_ document: SpecDocument) {
        self.document = document
        endpoints = document.files.flatMap(\.endpoints)
        table = TypeTable(document)
        sealed = SealedPaths(table.types)
        secrets = SecretNames(table.types)
    }

    var types: [String: TypeSpec] { table.types }

    /// Returns the endpoint with a name, such as `listOrders` or `orders.list`.
    package func endpoint(named name: String) throws(InterpretationError) -> EndpointSpec {
        if let endpoint = endpoints.first(where: { $0.fullName == name }) { return endpoint }
        let named = endpoints.filter { $0.name == name }
        if named.count == 1 { return named[0] }
        let names = endpoints.map(\.fullName)
        let known =
            named.isEmpty
            ? Suggestion.write(
                for: name, among: names,
                else: quotedList(Array(names.prefix(20))))
            : quotedList(named.map(\.fullName))
        throw InterpretationError(
            .argument, service.name, "the service has no such endpoint", found: quoted(name),
            write: known)
    }
}
