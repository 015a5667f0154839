internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// Writes paths, parameters and request bodies.
extension Exporter {
    /// How a path writes a parameter.
    struct PathStyle {
        var place = "path"
        var style: String?
        var explodes = false
    }

    /// Returns the path of an endpoint with `{name}` for each parameter, and the styles of its expressions.
    func path(of endpoint: EndpointSpec) -> (path: String, styles: [String: PathStyle]) {
        var path = ""
        var styles: [String: PathStyle] = [:]
        var rest = (endpoint.call == nil ? endpoint.path : service.rpc ?? "/")[...]
        while let next = rest.popFirst() {
            guard next == "{", let end = rest.firstIndex(of: "}") else {
                path.append(next)
                continue
            }
            var inner = rest[..<end]
            rest = rest[rest.index(after: end)...]
            let sign = inner.first.flatMap { "+./;?&".contains($0) ? $0 : nil }
            if sign != nil { inner = inner.dropFirst() }
            var style = PathStyle()
            switch sign {
            case ".": style.style = "label"
            case ";": style.style = "matrix"
            case "?", "&": style.place = "query"
            default: break
            }
            var names: [String] = []
            for part in inner.split(separator: ",") {
                let name = String(part.prefix { $0 != "*" && $0 != ":" })
                style.explodes = part.hasSuffix("*")
                styles[name] = style
                names.append("{\(name)}")
            }
            if style.place == "query" { continue }
            let separator = sign == "/" ? "/" : style.style == nil ? "," : ""
            path += (sign == "/" ? "/" : "") + names.joined(separator: separator)
        }
        if !path.hasPrefix("/") {
            note(endpoint.mark, "a URL that the server supplied is no path")
            path = "/" + path
        }
        return (path, styles)
    }

    func parameters(_ endpoint: EndpointSpec, _ styles: [String: PathStyle]) -> [SpecValue] {
        let usual = endpoint.rules.style
        var result = endpoint.parameters.compactMap { parameter -> SpecValue? in
            guard !parameter.place.isInBody, parameter.place != .contentType else { return nil }
            return self.parameter(parameter, usual, styles[parameter.field.wireName])
                .map { .map($0) }
        }
        if endpoint.rules.idempotentMark != nil {
            result.append([
                "name": "Idempotency-Key", "in": "header", "schema": ["type": "string"],
                Node.common: .plain("true"),
            ])
        }
        let own = Set(endpoint.parameters.map { $0.field.wireName.lowercased() })
        for common in commonParameters()
        where !endpoint.omits(common.name) && !own.contains(common.name.lowercased()) {
            result.append(["$ref": .quoted("#/components/parameters/\(common.key)")])
        }
        return result
    }

    /// Returns a parameter, or `nil` for one that stands for several names.
    func parameter(
        _ parameter: ParameterSpec, _ usual: QueryStyleSpec?, _ path: PathStyle? = nil
    ) -> Members? {
        let field = parameter.field
        guard field.prefix == nil else {
            note(field.mark, "a parameter for all names that start with \(quoted(field.wireName))")
            return nil
        }
        let isInPath = parameter.place == .url || parameter.place == .path
        let place = isInPath ? path?.place ?? "path" : parameter.place.rawValue
        var members = Members(["name": .exact(field.wireName), "in": .text(place)])
        members.add("required", if: place == "path" || !field.mayBeLeftOut || field.isConstant)
        members.add("description", text: field.doc)
        members.add("deprecated", if: field.deprecated != nil)
        members.add("allowEmptyValue", if: field.traits.isFlag)
        let schema = SpecValue.map(schema(field, isAlone: false))
        if !isInPath, place == "query", isComposed(field.type), let style = field.style ?? usual {
            if style == .json {
                members.add("content", ["application/json": ["schema": schema]])
                return members
            }
            members += Self.style(style, isList: field.type.wrapped.isArray)
        }
        members.add("style", text: path?.style)
        members.add("explode", if: path?.explodes == true && place == "path")
        members.add("schema", schema)
        return members
    }

    /// Whether values of a type are lists or have members.
    private func isComposed(_ type: TypeExpression) -> Bool {
        if type.wrapped.isArray || type.wrapped.isMap { return true }
        if case .object? = type.wrapped.kind(in: types) { return true }
        return false
    }

    private static func style(_ style: QueryStyleSpec, isList: Bool) -> Members {
        func members(_ name: String, explodes: Bool) -> Members {
            Members(["style": .text(name), "explode": .plain("\(explodes)")])
        }
        return switch style {
        case .form, .json: []
        case .comma: members("form", explodes: false)
        case .space: members("spaceDelimited", explodes: false)
        case .pipe: members("pipeDelimited", explodes: false)
        case .deepObject where isList: []
        case .deepObject, .brackets, .indexed, .afNetworking: members("deepObject", explodes: true)
        }
    }

    // MARK: Bodies

    func requestBody(_ endpoint: EndpointSpec) -> SpecValue? {
        let inBody = endpoint.parameters.filter { $0.place.isInBody && $0.place != .original }
        guard let place = endpoint.bodyPlace, let first = inBody.first?.field
        else { return nil }
        let fields = inBody.map(\.field)
        var types = endpoint.contentTypes(in: service).map(\.mediaType)
        var schema: Members
        var encoding: Members = []
        switch place {
        case .body:
            schema = object(fields.filter { !$0.isIncluded }, endpoint.included)
            if schema.first?.key == "type" { schema = withCommon(schema, endpoint) }
            if types.isEmpty { types = ["application/json"] }
        case .wholeBody, .original:
            schema = self.schema(first.type)
            if types.isEmpty {
                types = [first.traits.isPatch ? "application/merge-patch+json" : "application/json"]
            }
        case .form:
            schema = object(fields, [])
            types = ["application/x-www-form-urlencoded"]
            for field in fields where isComposed(field.type) {
                guard let style = field.style ?? endpoint.rules.style else { continue }
                let members =
                    style == .json
                    ? Members(["contentType": "application/json"])
                    : Self.style(style, isList: field.type.wrapped.isArray)
                encoding.add(field.wireName, members.isEmpty ? nil : .map(members))
            }
        case .part:
            schema = object(fields, [])
            types = ["multipart/form-data"]
        case .upload, .bytes, .text, .lines:
            schema =
                place == .lines
                ? self.schema(first.type.isArray ? first.type.element : first.type)
                : place == .text ? Members(["type": "string"]) : Self.binary
            if types.isEmpty { types = [first.wireName] }
        case .path, .url, .query, .header, .cookie, .contentType: return nil
        }
        if let call = endpoint.call { schema = Self.call(call.text, schema) }
        if let sealed = sealedType(of: endpoint) {
            schema = Self.sealed(schema, types[0])
            types = [sealed]
        }
        var media = Members(["schema": .map(schema)])
        media.add("encoding", encoding.isEmpty ? nil : .map(encoding))
        var body: Members = []
        body.add("required", if: isRequired(endpoint, fields, place))
        body.add("content", .map(types.map { SpecMember($0, .map(media)) }))
        return .map(body)
    }

    /// Returns whether all requests have a body; without arguments, fields that may be left out are none.
    private func isRequired(
        _ endpoint: EndpointSpec, _ fields: [FieldSpec], _ place: ParameterSpec.Place
    ) -> Bool {
        place != .body || endpoint.call != nil
            || fields.contains { !$0.isOptional && !$0.traits.isReadOnly }
    }

    /// Adds the members that the service sends with every call.
    private func withCommon(_ schema: Members, _ endpoint: EndpointSpec) -> Members {
        let own = service.common.filter {
            $0.place == .body && !endpoint.omits($0.field.wireName)
        }
        guard !own.isEmpty else { return schema }
        let common = own.map { parameter in
            let mark = SpecMember(Node.common, .plain("true"))
            return SpecMember(
                parameter.field.wireName, .map(self.schema(parameter.field) + [mark]))
        }
        return schema.map { member in
            member.key == "properties"
                ? SpecMember("properties", .map((member.value.members ?? []) + common)) : member
        }
    }

    /// Returns the message of a call of JSON-RPC 2.0.
    private static func call(_ method: String, _ params: Members) -> Members {
        let properties: SpecValue = [
            "jsonrpc": ["const": "2.0"], "id": ["type": ["string", "integer"]],
            "method": ["const": .exact(method)], "params": .map(params),
        ]
        return Members([
            "type": "object", "properties": properties, "required": ["jsonrpc", "method"],
        ])
    }

    // MARK: Ciphers

    /// Returns the media type of sealed bodies; `nil` if the body is not sealed as a whole.
    func sealedType(of endpoint: EndpointSpec) -> String? {
        guard let name = endpoint.ciphers?.last,
            let cipher = service.ciphers.first(where: { $0.name == name })
        else { return nil }
        switch cipher.scheme?.form.name {
        case "aes-gcm-envelope": return "application/vnd.posthorn.sealed"
        case "hpke": return "application/vnd.posthorn.hpke"
        case "jwe": return "application/jose"
        case "sealed-fields": return nil
        default: return hasSealedFields(endpoint) ? nil : "application/octet-stream"
        }
    }

    private func hasSealedFields(_ endpoint: EndpointSpec) -> Bool {
        let paths = SealedPaths(types)
        let fields = endpoint.parameters.filter(\.place.isInBody).map(\.field)
        if fields.contains(where: \.isSealed) { return true }
        return (fields.map(\.type) + endpoint.output.types).contains {
            (try? paths.paths(in: $0))?.isEmpty != true
        }
    }

    /// Returns the schema of a sealed message, with what is in it.
    static func sealed(_ schema: Members, _ mediaType: String) -> Members {
        binary + Members(["contentMediaType": .exact(mediaType), "contentSchema": .map(schema)])
    }
}

extension EndpointSpec {
    /// Returns whether the endpoint does not send a common parameter.
    func omits(_ name: String) -> Bool {
        switch rules.omitted {
        case .nothing: false
        case .everything: true
        case .named(let names): names.contains { $0.text.lowercased() == name.lowercased() }
        }
    }
}
