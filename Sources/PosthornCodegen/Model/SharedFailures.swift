internal import PosthornSpec

/// The endpoints of a file with the same failures, which share one enum: that of the service, if it is the same.
///
/// APIs document the same few errors again and again. Separate enums would be a seventh of the compiler's
/// work for a service (`Documentation/GeneratedCode.md`). Different files share no enums, so that an edit of
/// one does not change another.
struct SharedFailures {
    /// The endpoint that declares the enum for a list of errors.
    private var owners: [Key: EndpointSpec] = [:]

    /// What endpoints with one enum have in common.
    private struct Key: Hashable {
        let cases: [Case]
        let access: EndpointAccess?
    }

    struct Case: Hashable {
        let name: String
        let condition: ErrorSpec.Condition
        let type: String?
        let doc: String?
        let response: ResponseSpec?
        /// What the generated code reads of each header field.
        let headers: [[String]]
    }

    private let context: GeneratorContext

    init(_ endpoints: [EndpointSpec], context: GeneratorContext) {
        self.context = context
        // An alias of a deprecated request's enum would cause a warning for callers of other endpoints.
        for isDeprecated in [false, true] {
            for endpoint in endpoints
            where (endpoint.rules.deprecated != nil) == isDeprecated && !endpoint.errors.isEmpty {
                let key = Self.key(of: endpoint)
                if owners[key] == nil { owners[key] = endpoint }
            }
        }
    }

    /// Returns the request type whose failures the endpoint shares, or `nil` if it declares its own.
    func owner(of endpoint: EndpointSpec) -> String? {
        if Self.areThoseOfService(endpoint, context) { return context.service.name }
        guard let owner = owners[Self.key(of: endpoint)], owner.fullName != endpoint.fullName
        else { return nil }
        let request = SwiftName.request(of: owner.name, beside: context.types)
        if owner.group != endpoint.group {
            return GroupBuilder.scope(of: owner, context) + "." + request
        }
        // A nested type of the same name would shadow the owner's request type.
        let inside = endpoint.parameters.map { SwiftName.nestedType(of: $0.field.swiftName) }
        return (inside + ["Output", "Failure"]).contains(request) ? nil : request
    }

    /// Returns whether the endpoint has all errors of the service and no others.
    static func areThoseOfService(_ endpoint: EndpointSpec, _ context: GeneratorContext) -> Bool {
        let shared = context.service.errors
        return !shared.isEmpty && shared.count == endpoint.errors.count
            && cases(of: endpoint.errors) == cases(of: shared)
    }

    private static func parts(of field: FieldSpec) -> [String] {
        let value = field.defaultValue.map { "\($0.value)" } ?? ""
        return [
            field.wireName, field.swiftName, field.type.description, "\(field.isOptional)", value,
        ]
    }

    private static func key(of endpoint: EndpointSpec) -> Key {
        Key(cases: cases(of: endpoint.errors), access: endpoint.rules.access)
    }

    static func cases(of errors: [ErrorSpec], withDocs: Bool = true) -> [Case] {
        errors.sorted { $0.condition < $1.condition }.map {
            Case(
                name: $0.name, condition: $0.condition,
                type: $0.type?.description, doc: withDocs ? $0.doc : nil,
                response: $0.response,
                headers: $0.headers.map(Self.parts))
        }
    }
}
