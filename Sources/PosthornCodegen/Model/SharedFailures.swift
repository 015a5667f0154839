internal import PosthornSpec

/// Which endpoints of a file fail alike, so that one enum serves them all.
///
/// An API documents the same few errors over and over. An enum of each endpoint's own would be a
/// seventh of what the compiler has to do for a service (`Documentation/GeneratedCode.md`). Files
/// are not looked at together: an edit of one would change another.
struct SharedFailures {
    /// The endpoint that declares the enum, by the errors.
    private var owners: [[Case]: String] = [:]

    private struct Case: Hashable {
        let name: String
        let condition: ErrorSpec.Condition
        let type: String?
        let doc: String?
    }

    init(_ endpoints: [EndpointSpec]) {
        // The alias of a deprecated request's enum would warn whoever calls the other endpoints.
        for isDeprecated in [false, true] {
            for endpoint in endpoints
            where (endpoint.rules.deprecated != nil) == isDeprecated && !endpoint.errors.isEmpty {
                let cases = Self.cases(of: endpoint)
                if owners[cases] == nil { owners[cases] = endpoint.name }
            }
        }
    }

    /// The endpoint whose failures are this one's too; nothing if it has to declare its own.
    func owner(of endpoint: EndpointSpec) -> String? {
        guard let owner = owners[Self.cases(of: endpoint)], owner != endpoint.name else {
            return nil
        }
        // A type inside of the request would be taken for the other request of that name.
        let request = SwiftName.request(of: owner)
        let inside = endpoint.parameters.map { SwiftName.nestedType(of: $0.field.swiftName) }
        return (inside + ["Output", "Failure"]).contains(request) ? nil : request
    }

    private static func cases(of endpoint: EndpointSpec) -> [Case] {
        endpoint.errors.sorted { $0.condition < $1.condition }.map {
            Case(
                name: $0.name, condition: $0.condition,
                type: $0.type.map { TypeSpelling().spell($0) }, doc: $0.doc)
        }
    }
}
