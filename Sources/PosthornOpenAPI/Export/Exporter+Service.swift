internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// Writes servers, credentials, common parameters and webhooks.
extension Exporter {
    func servers() -> SpecValue? {
        var servers: [SpecValue] = service.server.map { [["url": .exact($0)]] } ?? []
        for server in service.servers {
            for url in server.urls {
                var members = Members([
                    "url": .exact(url), "description": .exact(server.doc ?? server.name),
                ])
                let variables = server.variables.filter { url.contains("{\($0.wireName)}") }
                    .map { SpecMember($0.wireName, variable($0)) }
                members.add("variables", variables.isEmpty ? nil : .map(variables))
                servers.append(.map(members))
            }
        }
        return servers.isEmpty ? nil : .list(servers)
    }

    private func variable(_ field: FieldSpec) -> SpecValue {
        var members: Members = []
        var first = field.wireName
        if case .enumeration(let spec)? = field.type.wrapped.kind(in: types) {
            members.add("enum", .texts(spec.cases.map(\.rawValue)))
            first = spec.cases.first?.rawValue ?? first
        }
        // OpenAPI requires a default.
        for value in [field.example, field.defaultValue] {
            if case .text(let text)? = value?.value { first = text }
        }
        members.add("default", text: first)
        members.add("description", text: field.doc)
        return .map(members)
    }

    func security(_ requires: RequiresSpec) -> SpecValue {
        .list(
            requires.alternatives.map { alternative in
                .map(
                    alternative.needs.map { need in
                        SpecMember(need.name, .texts(need.scopes.map(\.text)))
                    })
            })
    }

    func scheme(_ auth: AuthSpec) -> SpecValue {
        func key(_ place: SpecValue, _ name: String) -> Members {
            Members(["type": "apiKey", "in": place, "name": .exact(name)])
        }
        var members =
            switch auth.scheme {
            case .bearer where auth.scopes != nil:
                Members(["type": "oauth2", "flows": .map(flows(auth))])
            case .bearer: Members(["type": "http", "scheme": "bearer"])
            case .basic: Members(["type": "http", "scheme": "basic"])
            case .digest: Members(["type": "http", "scheme": "digest"])
            case .certificate: Members(["type": "mutualTLS"])
            case .header(let name, let prefix)
            where name.lowercased() == "authorization" && !prefix.isEmpty:
                Members(["type": "http", "scheme": .exact(String(prefix.prefix { $0 != " " }))])
            case .header(let name, _): key("header", name)
            case .query(let name): key("query", name)
            case .cookie(let name): key("cookie", name)
            }
        members.add("description", text: auth.doc)
        return .map(members)
    }

    /// Returns the flows whose URLs the spec names, as OpenAPI requires them.
    private func flows(_ auth: AuthSpec) -> Members {
        guard case .tokenEndpoint(let url) = auth.source else { return [] }
        let scopes = (auth.scopes ?? []).map { SpecMember($0.name, .exact($0.doc ?? "")) }
        return Members([
            "clientCredentials": .map(Members(["tokenUrl": .exact(url), "scopes": .map(scopes)]))
        ])
    }

    /// Returns what every call sends, by the keys of the parameters under `components`.
    func commonParameters() -> [(key: String, name: String, members: Members)] {
        var all: [(name: String, members: Members)] = service.common.compactMap { parameter in
            guard !parameter.place.isInBody else { return nil }
            return self.parameter(parameter, nil).map { (parameter.field.wireName, $0) }
        }
        func add(_ name: String, in place: SpecValue) {
            all.append(
                (name, Members(["name": .exact(name), "in": place, "schema": ["type": "string"]])))
        }
        if let version = service.version {
            add(version.name, in: version.isHeader ? "header" : "query")
        }
        for name in [service.requestID, service.deadline].compactMap(\.self) {
            add(name, in: "header")
        }
        var keys: Set<String> = []
        return all.map { name, members in
            var key = "common_" + name.map { Self.isWord($0) ? String($0) : "_" }.joined()
            while !keys.insert(key).inserted { key += "_" }
            return (key, name, members + [SpecMember(Node.common, .plain("true"))])
        }
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    func webhooks() -> SpecValue? {
        let hooks = service.webhooks.map { hook in
            var post: Members = []
            post.add("summary", text: hook.doc)
            let media: SpecValue = ["schema": .map(schema(hook.type))]
            post.add("requestBody", ["content": ["application/json": media]])
            post.add("responses", ["2XX": ["description": "Received"]])
            return SpecMember(hook.name, .block([SpecMember("post", .block(post))]))
        }
        return hooks.isEmpty ? nil : .block(hooks)
    }
}
