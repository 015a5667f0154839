/// Checks that a generated server can have the endpoints of a service with `serverProtocol`.
enum ServedEndpoints: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard let service = draft.services.first, let name = service.serverProtocol else { return }
        let own = log.file(service.path)
        guard
            own.isTypeName(
                name.text, at: name.mark, of: "a protocol", as: "ShopServer", ending: "Server")
        else { return }
        if name.text == service.name || draft.types[name.text] != nil
            || draft.types[name.text + "Common"] != nil
        {
            own.error(
                name.mark, "the protocol of a server has a name of its own",
                found: quoted(name.text), write: "another name, as in '\(name.text)Server'")
        }
        let paths = service.basePaths
        if paths.count > 1 || paths.first?.contains("{") == true {
            own.error(
                service.servers.first?.mark ?? name.mark,
                "the base URLs of a generated server have the same path",
                found: paths.map { quoted($0) }.joined(separator: " and "),
                write: "one path without variables in all of them, and the rest in the endpoints")
        }
        var routes: [String: String] = [:]
        var methods: [String: String] = [:]
        draft.forEachEndpoint(log) { log, endpoint in
            guard endpoint.rules.isServed else { return }
            let endpointCheck = EndpointCheck(
                endpoint: endpoint, service: service, types: draft.types)
            if let (what, mark) = endpointCheck.problem {
                log.error(
                    mark ?? endpoint.mark,
                    "a generated server serves endpoints with plain messages",
                    found: "\(what) in \(quoted(endpoint.fullName))",
                    write: "'served: false' in the endpoint, and serve it by code of your own")
            }
            if let other = methods.updateValue(endpoint.fullName, forKey: endpoint.servedName) {
                log.error(
                    endpoint.mark, "the methods of a generated server have different names",
                    found:
                        "\(quoted(endpoint.servedName)) for \(quoted(other)) and \(quoted(endpoint.fullName))",
                    write: "another name for one of the two, or 'served: false' in it")
            }
            let route = endpoint.method.rawValue + " " + normalized(endpoint.path)
            if let other = routes.updateValue(endpoint.fullName, forKey: route) {
                log.error(
                    endpoint.mark, "a generated server tells endpoints apart by method and path",
                    found: "those of \(quoted(other)) in \(quoted(endpoint.fullName))",
                    write: "'served: false' in one of the two, and serve it by code of your own")
            }
        }
    }

    /// Returns a path without the names of its parameters.
    private static func normalized(_ path: String) -> String {
        var result = ""
        var isInside = false
        for character in path {
            if character == "}" { isInside = false }
            if !isInside || character == "+" { result.append(character) }
            if character == "{" { isInside = true }
        }
        return result
    }
}

/// A search for the first part of an endpoint that a generated server does not have.
private struct EndpointCheck {
    let endpoint: EndpointSpec
    let service: ServiceSpec
    let types: [String: TypeSpec]

    /// The unsupported part and its place; `nil` for the place of the endpoint.
    var problem: (String, SourceMark?)? {
        if endpoint.call != nil { return ("a call of JSON-RPC", nil) }
        if endpoint.poll != nil { return ("an operation to wait for", nil) }
        if let access = endpoint.rules.access {
            return ("'access: \(access.rawValue)'", endpoint.rules.accessMark)
        }
        if let problem = pathProblem { return (problem, nil) }
        for parameter in endpoint.parameters + service.common {
            if let problem = self.problem(of: parameter) { return (problem, parameter.field.mark) }
        }
        if let type = endpoint.contentTypes(in: service).first, type.format != .json,
            endpoint.bodyPlace == .body || endpoint.bodyPlace == .wholeBody
        {
            return (
                "a body of another media type than JSON", endpoint.sends.isEmpty ? nil : type.mark
            )
        }
        if case .events = endpoint.output {
            return ("a stream of events", endpoint.returnsMark)
        }
        return policyProblem
    }

    private var pathProblem: String? {
        var lists = 0
        for expression in endpoint.path.split(separator: "{").dropFirst() {
            let name = expression.prefix { $0 != "}" }
            let rest = name.first == "+" ? name.dropFirst() : name
            if rest.contains(where: { "./;?&*,:+".contains($0) }) {
                return "an expression in a path"
            }
        }
        for segment in endpoint.path.split(separator: "/") {
            let opens = segment.count { $0 == "{" }
            guard opens > 0 else { continue }
            guard opens == 1, let open = segment.firstIndex(of: "{"),
                let close = segment.firstIndex(of: "}")
            else { return "a segment with several parameters" }
            let name = segment[segment.index(after: open)..<close]
            if name.first == "+" {
                lists += 1
                if segment.first != "{" || segment.last != "}" || lists > 1 {
                    return "a '{+name}' beside others"
                }
            }
        }
        return nil
    }

    private func problem(of parameter: ParameterSpec) -> String? {
        let field = parameter.field
        if field.isSealed { return "a field that is sealed alone" }
        if field.traits.isPatch { return "a merge patch" }
        switch parameter.place {
        case .url: return "a URL as the whole path"
        case .part: return "a multipart body"
        case .contentType: return "several media types of a body"
        case .upload, .text, .bytes, .lines, .original, .body: return nil
        case .wholeBody:
            return field.type.form == nil ? nil : "a whole body in a form of its own"
        case .path, .query, .header, .cookie, .form: break
        }
        guard !field.isConstant, !field.traits.isFlag else { return nil }
        if field.traits.isPattern { return "a name that ends in '*'" }
        if field.type.isNullable { return "a parameter that may be 'null'" }
        var type = field.type
        if case .array(let item) = type {
            type = item
            if field.style == .indexed || field.style == .json || field.style == .deepObject {
                return "a list in a style of its own"
            }
            if parameter.place == .path || parameter.place == .cookie { return "a list" }
        }
        if type.scalar == .encodedPath { return "a parameter of the type 'EncodedPath'" }
        guard ParameterTypes.isText(type, types) else { return "an object as a parameter" }
        if case .wrapper(let inner, _) = type.kind(in: types),
            inner.form != nil || inner.scalar == .data || inner.isNullable
        {
            return "a parameter of such a wrapper"
        }
        return nil
    }

    private var policyProblem: (String, SourceMark?)? {
        func isWritten(_ response: ResponseSpec?) -> Bool {
            guard let response else { return true }
            return ["json", "envelope", "raw", "text"].contains(response.builtIn?.word)
        }
        let policy = endpoint.response(in: service)
        if !isWritten(policy) {
            let mark = endpoint.response == nil ? nil : endpoint.responseMark
            return ("a response in another format than JSON, text or bytes", mark)
        }
        if case .statuses(let statuses) = endpoint.output,
            let status = statuses.first(where: { !isWritten($0.response) })
        {
            return ("a response in another format than JSON, text or bytes", status.mark)
        }
        for error in endpoint.errors {
            let mark = error.otherPath == nil ? error.mark : nil
            if !isWritten(error.response) {
                return ("a response in another format than JSON, text or bytes", mark)
            }
            if case .code = error.condition, policy?.builtIn != .envelope {
                return ("a code without an envelope", mark)
            }
        }
        return nil
    }
}
