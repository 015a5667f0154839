/// Reads an endpoint.
extension NodeReader {
    private static let methods = EndpointSpec.Method.listed
    /// The keys of an endpoint besides the methods.
    static let endpointKeys = KeyPlace.endpoint.keys.filter { !methods.contains($0) }

    /// The readers of the keys that do not describe the request.
    private static let details: [String: KeyReader<EndpointSpec>] = [
        "doc": { $2.doc = $0.text(of: $1, as: "a text") },
        "returns": { reader, entry, endpoint in
            let output = reader.returns(entry)
            (endpoint.output, endpoint.returnsMark) = (output ?? .nothing, entry.value.mark)
            endpoint.isOutputKnown = output != nil
        },
        "endMarker": {
            $2.endMarker = $0.endMarker($1)
            $2.endMarkerMark = $1.mark
        },
        "pages": { $2.pages = $0.pages($1) },
        "poll": { $2.poll = $0.poll($1) },
        "errors": { $2.errors = $0.errors($1) },
        "cipher": {
            $2.ciphers = $0.strategies(
                $1, "cipher", none: "plaintext", to: "seal", as: "[inner, outer]")
            $2.cipherMark = $1.value.mark
        },
        "sign": {
            $2.signers = $0.strategies($1, "signer", none: "none", to: "sign", as: "[user, device]")
            $2.signMark = $1.value.mark
        },
        "limits": { $2.limits = $0.responseLimits($1) },
        "accepts": { ($2.accepts, $2.acceptsMark) = ($0.accepts($1), $1.mark) },
        "response": {
            $2.response = $0.response(of: $1, in: .endpoint) ?? .refused
            $2.responseMark = $1.value.mark
        },
    ]

    /// Reads an endpoint.
    ///
    /// - Parameters:
    ///   - group: The group that the endpoint belongs to, or `nil` for none.
    ///   - settings: The settings of the group, which hold where the endpoint has no own.
    func endpoint(
        _ entry: YAMLEntry, in group: String? = nil, _ settings: [YAMLEntry] = []
    ) -> EndpointSpec? {
        guard var entries = entries(of: entry, holding: "a method and its path") else { return nil }
        let route = route(entries, of: entry)
        // The route reports an unknown method first and in more detail.
        checkKeys(of: entries.filter { !EndpointSpec.Method.isOne($0.key) }, in: .endpoint)
        entries = entries.inheriting(settings)
        let name = checkedName(
            entry, reserved: group == nil ? ReservedNames.endpoints : ReservedNames.members)
        var endpoint = EndpointSpec(
            name: name ?? entry.key, group: group, mark: entry.mark, method: route.method,
            path: route.template?.text ?? "/")
        if let entry = entries["call"] {
            endpoint.call = text(of: entry, as: "a method of JSON-RPC").map {
                TypeName($0, mark: entry.mark)
            }
        }
        if let entry = entries["sends"] {
            (endpoint.sends, endpoint.sendsMark) = (sends(entry), entry.mark)
        }
        endpoint.parameters = parameters(
            entries, template: route.template, sends: endpoint.sends)
        if endpoint.sends.isEmpty,
            let patch = endpoint.parameters.first(where: \.field.traits.isPatch)?.field
        {
            endpoint.sends = [
                ContentTypeSpec(
                    mediaType: ParameterSpec.patchType, name: "mergePatch", mark: patch.typeMark)
            ]
        }
        endpoint.included = self.included(entries)
        endpoint.rules = self.rules(entries)
        for entry in entries { Self.details[entry.key]?(self, entry, &endpoint) }
        addChangeFailure(to: &endpoint)
        if !endpoint.isOutputKnown {
            // The properties of a refused response are not reported again.
            endpoint.pages = nil
            endpoint.poll = nil
            endpoint.rules.example = nil
        }
        // Keep an endpoint with errors, so that other rules can check it.
        return endpoint
    }

    /// Documents the status 412 of a body with an entity tag.
    private func addChangeFailure(to endpoint: inout EndpointSpec) {
        let changed = ErrorSpec.Condition.exact(412)
        guard let field = endpoint.parameters.first(where: \.field.isTagged)?.field else { return }
        for other in endpoint.parameters
        where other.place == .header && other.field.wireName.lowercased() == "if-match" {
            error(
                other.field.mark, "a tagged body sends its entity tag in 'If-Match'",
                found: "'If-Match' under 'headers' too", write: "no such header")
        }
        guard !endpoint.errors.contains(where: { $0.condition == changed }) else { return }
        let name = StatusNames.name(of: 412)
        guard !endpoint.errors.contains(where: { $0.name == name }) else { return }
        endpoint.errors.append(
            ErrorSpec(
                condition: changed, mark: field.mark, type: nil, typeMark: field.mark, name: name,
                doc: "The value has changed since it was read.", origin: .implied))
    }

    /// Reads the names of ciphers or signers; the result is empty for the word that means none.
    private func strategies(
        _ entry: YAMLEntry, _ kind: String, none: String, to verb: String, as example: String
    ) -> [String]? {
        let rule = "a list of \(kind)s has names, each once and in the order of \(verb)ing"
        guard case .sequence(let items) = entry.value.kind else {
            return text(of: entry, as: "the name of a \(kind)").map { $0 == none ? [] : [$0] }
        }
        var names: [String] = []
        for item in items {
            guard let name = item.text, !item.isEmpty, name != none, !names.contains(name) else {
                return refuse(
                    item.mark, rule, found: item.summary, write: "'\(entry.key): \(example)'")
            }
            names.append(name)
        }
        guard !names.isEmpty else {
            return refuse(
                entry.value.mark, rule, found: "an empty list",
                write: "'\(entry.key): \(none)' to \(verb) with none")
        }
        return names
    }

    /// Returns the name of an endpoint or a group.
    func checkedName(
        _ entry: YAMLEntry, of kind: String = "an endpoint", as example: String = "getOrder",
        reserved: Set<String>
    ) -> String? {
        guard SwiftName.isMember(entry.key) else {
            let meant = NearName.member(entry.key) ?? example
            return refuse(
                entry.mark, "\(kind) has a lowerCamelCase Swift name", found: quoted(entry.key),
                write: "one as in \(quoted(meant))")
        }
        guard !reserved.contains(entry.key) else {
            let owner = reserved == ReservedNames.members ? "group" : "service"
            return refuse(
                entry.mark, "every \(owner) has a member of this name", found: quoted(entry.key),
                write: "another name, as in '\(entry.key)Order'")
        }
        return entry.key
    }

    /// Returns the method and the path.
    ///
    /// For a refused method, the result is the intended one, or one that causes no further diagnostics.
    private func route(
        _ entries: [YAMLEntry], of endpoint: YAMLEntry
    ) -> (method: EndpointSpec.Method, template: PathTemplate?) {
        let routes = entries.filter { EndpointSpec.Method.isOne($0.key) }
        let call = entries["call"]
        if call != nil, let route = routes.first {
            error(
                route.mark, "a call of JSON-RPC has the path of its service",
                found: "\(quoted(route.key)) beside 'call'", write: "one of the two")
            return (.post, nil)
        } else if call != nil {
            return (.post, nil)
        }
        guard let route = routes.first else {
            // A misspelled method was reported as an unknown key.
            for entry in entries where !Self.endpointKeys.contains(entry.key) {
                guard let meant = Suggestion.closest(to: entry.key, among: Self.methods) else {
                    continue
                }
                return (EndpointSpec.Method(meant), template(entry))
            }
            // An unknown key with a path is probably a method in another spelling.
            for entry in entries where !Self.endpointKeys.contains(entry.key) {
                guard case .scalar(let path, _) = entry.value.kind, path.hasPrefix("/") else {
                    continue
                }
                let capitals = entry.key.uppercased()
                error(
                    entry.mark, "a method is a word in capitals, and none of CONNECT and TRACE",
                    found: quoted(entry.key),
                    write: EndpointSpec.Method.isOne(capitals)
                        ? quoted(capitals) : quotedList(Self.methods))
                return (.post, template(entry))
            }
            error(
                endpoint.mark, "an endpoint has one method with its path", found: "none",
                write: "'GET: /path' or another method")
            return (.post, nil)
        }
        for other in routes.dropFirst() {
            error(
                other.mark, "an endpoint has one method with its path",
                found: "\(quoted(other.key)) after \(quoted(route.key))",
                write: "it as an endpoint of its own")
        }
        return (EndpointSpec.Method(route.key), template(route))
    }

    private func template(_ route: YAMLEntry) -> PathTemplate? {
        guard let text = text(of: route, as: "a path") else { return nil }
        return reporting { () throws(SpecProblem) in
            try PathTemplate(text, mark: route.value.mark)
        }
    }

    private func parameters(
        _ entries: [YAMLEntry], template: PathTemplate?, sends: [ContentTypeSpec]
    ) -> [ParameterSpec] {
        let style = entries["style"]
        func group(_ key: String, _ place: ParameterSpec.Place) -> [ParameterSpec] {
            entries[key].map { fields($0, place, style: place == .query ? style : nil) } ?? []
        }
        var result = template.map { pathParameters(entries["path"], template: $0) } ?? []
        result += group("query", .query) + group("headers", .header) + group("cookies", .cookie)
        result += body(entries, sends)
        return result
    }
}
