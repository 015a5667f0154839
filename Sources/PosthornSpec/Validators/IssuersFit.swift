/// Checks that the endpoints that return credentials exist, are sent without them, and return a text.
enum IssuersFit: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let issued = service.auth.filter { $0.issuer != nil }
        guard !issued.isEmpty else { return }
        let types = draft.types
        let shapes = ObjectShapes(types)
        var endpoints: [String: (endpoint: EndpointSpec, log: FileLog)] = [:]
        draft.forEachEndpoint(log) { endpoints[$1.fullName] = ($1, $0) }
        let log = log.file(service.path)
        let members = MemberLookup(types: types, shapes: shapes, log: log)
        var users: [String: String] = [:]
        for auth in issued {
            guard case .endpoint(let name, let place) = auth.source else { continue }
            guard let endpoint = endpoints[name]?.endpoint else {
                log.refuseUnknown(
                    name, at: auth.sourceMark, "unknown endpoint", known: endpoints.keys.sorted(),
                    else: "an endpoint of the service")
                continue
            }
            if let other = users.updateValue(auth.name, forKey: name) {
                log.error(
                    auth.sourceMark, "an endpoint returns one credential",
                    found: "\(quoted(name)) for \(quoted(other)) and \(quoted(auth.name))",
                    write: "a session with a 'CookieStore' for cookies beside it")
            }
            checkOutput(of: endpoint, at: place, auth, members)
            if let circle = circle(from: auth, service, endpoints.mapValues(\.endpoint)) {
                log.error(
                    auth.sourceMark, "a call that returns a credential is sent without it",
                    found: "\(quoted(circle)), which requires \(quoted(auth.name))",
                    write: "'requires: none' in \(quoted(circle)), or another credential")
            }
        }
    }

    /// Returns the endpoint that needs a credential to get it; `nil` if there is none.
    private static func circle(
        from auth: AuthSpec, _ service: ServiceSpec, _ endpoints: [String: EndpointSpec]
    ) -> String? {
        var seen: Set<String> = []
        var open = [auth]
        while let next = open.popLast() {
            guard let name = next.issuer, seen.insert(next.name).inserted,
                let endpoint = endpoints[name]
            else { continue }
            let requires = endpoint.rules.requires ?? service.usualRequires
            let needs = Set(requires?.alternatives.flatMap { $0.needs.map(\.name) } ?? [])
            if needs.contains(auth.name) { return name }
            open += service.auth.filter { needs.contains($0.name) }
        }
        return nil
    }

    private static func checkOutput(
        of endpoint: EndpointSpec, at place: AuthSpec.Place, _ auth: AuthSpec,
        _ members: MemberLookup
    ) {
        let log = members.log
        let result = endpoint.returnedType
        let isWhole =
            switch endpoint.output {
            case .value(let value): !value.isTagged
            case .headers(let value, _): value?.isTagged != true
            case .nothing: true
            default: false
            }
        guard isWhole, endpoint.poll == nil else {
            return log.error(
                auth.sourceMark, "a credential is in the response to a call that returns a value",
                found: "\(quoted(endpoint.fullName)), which returns something else",
                write: "an endpoint with a type, or without 'returns'")
        }
        let isText: Bool
        switch place {
        case .header, .cookie: return
        case .whole: isText = result?.scalar == .string
        case .member(let path):
            guard let result else { return refuse(auth, "nothing", log) }
            guard let field = members.field(TypeName(path, mark: auth.placeMark), of: result) else {
                return
            }
            guard field.type.wrapped.scalar == .string else {
                return refuse(auth, quoted("\(field.wireName): \(field.type)"), log)
            }
            isText = true
        }
        if !isText {
            log.error(
                auth.placeMark, "the value of a credential is a text",
                found: "the result of \(quoted(endpoint.fullName)), "
                    + (result.map { "which has the type \(quoted($0.description))" }
                        ?? "which has none"),
                write: "'at: token' with the member that has it, or 'at: { header: … }'")
        }
    }

    private static func refuse(_ auth: AuthSpec, _ found: String, _ log: FileLog) {
        log.error(
            auth.placeMark, "the value of a credential is a text", found: found,
            write: "a member of the type 'String'")
    }
}

extension AuthSpec {
    /// The endpoint that returns the value; `nil` if none does.
    fileprivate var issuer: String? {
        if case .endpoint(let name, _) = source { name } else { nil }
    }
}
