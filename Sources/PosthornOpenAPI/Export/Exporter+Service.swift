internal import PosthornSpec

/// Writes servers, credentials, common parameters and webhooks.
extension Exporter {
    func servers() -> Members {
        var servers: [SpecValue] =
            service.server.map { [.map([SpecMember("url", .exact($0))])] } ?? []
        for server in service.servers {
            for url in server.urls {
                var members = [SpecMember("url", .exact(url))]
                members.append(SpecMember("description", .exact(server.doc ?? server.name)))
                let variables = server.variables.filter { url.contains("{\($0.wireName)}") }
                if !variables.isEmpty {
                    members.append(
                        SpecMember(
                            "variables",
                            .map(variables.map { SpecMember($0.wireName, variable($0)) })))
                }
                servers.append(.map(members))
            }
        }
        return servers.isEmpty ? [] : [SpecMember("servers", .list(servers))]
    }

    private func variable(_ field: FieldSpec) -> SpecValue {
        var members: Members = []
        var first = field.wireName
        if case .enumeration(let spec)? = field.type.wrapped.kind(in: types) {
            members.append(SpecMember("enum", .list(spec.cases.map { .exact($0.rawValue) })))
            first = spec.cases.first?.rawValue ?? first
        }
        // OpenAPI requires a default.
        for value in [field.example, field.defaultValue] {
            if case .text(let text)? = value?.value { first = text }
        }
        members.append(SpecMember("default", .exact(first)))
        if let doc = field.doc { members.append(SpecMember("description", .exact(doc))) }
        return .map(members)
    }

    func security(_ requires: RequiresSpec) -> SpecValue {
        .list(
            requires.alternatives.map { alternative in
                .map(
                    alternative.needs.map { need in
                        SpecMember(need.name, .list(need.scopes.map { .exact($0.text) }))
                    })
            })
    }

    func scheme(_ auth: AuthSpec) -> SpecValue {
        func members(_ pairs: KeyValuePairs<String, String>) -> Members {
            pairs.map { SpecMember($0, .exact($1)) }
        }
        var result: Members =
            switch auth.scheme {
            case .bearer where auth.scopes != nil:
                // The spec names no URLs, without which OpenAPI has no flow.
                members(["type": "oauth2"]) + [SpecMember("flows", .map([]))]
            case .bearer: members(["type": "http", "scheme": "bearer"])
            case .basic: members(["type": "http", "scheme": "basic"])
            case .digest: members(["type": "http", "scheme": "digest"])
            case .certificate: members(["type": "mutualTLS"])
            case .header(let name, let prefix)
            where name.lowercased() == "authorization" && !prefix.isEmpty:
                members(["type": "http", "scheme": String(prefix.prefix { $0 != " " })])
            case .header(let name, _): members(["type": "apiKey", "in": "header", "name": name])
            case .query(let name): members(["type": "apiKey", "in": "query", "name": name])
            case .cookie(let name): members(["type": "apiKey", "in": "cookie", "name": name])
            }
        if let doc = auth.doc { result.append(SpecMember("description", .exact(doc))) }
        return .map(result)
    }

    /// Returns what every call sends, by the keys of the parameters under `components`.
    func commonParameters() -> [(key: String, name: String, members: Members)] {
        var result: [(key: String, name: String, members: Members)] = []
        func add(_ place: String, _ name: String, _ members: Members) {
            let word = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }
            var key = "common_" + word.joined()
            while result.contains(where: { $0.key == key }) { key += "_" }
            result.append((key, name, members + [SpecMember(Node.common, .true)]))
        }
        for parameter in service.common where !parameter.place.isInBody {
            guard let members = self.parameter(parameter, nil) else { continue }
            add(parameter.place.rawValue, parameter.field.wireName, members)
        }
        func plain(_ place: String, _ name: String, _ schema: Members) -> Members {
            [
                SpecMember("name", .exact(name)), SpecMember("in", .plain(place)),
                SpecMember("schema", .map(schema)),
            ]
        }
        if let version = service.version {
            let place = version.isHeader ? "header" : "query"
            add(place, version.name, plain(place, version.name, [Self.type("string")]))
        }
        for name in [service.requestID, service.deadline].compactMap(\.self) {
            add("header", name, plain("header", name, [Self.type("string")]))
        }
        return result
    }

    func webhooks() -> Members {
        guard !service.webhooks.isEmpty else { return [] }
        let hooks = service.webhooks.map { hook in
            var members: Members = []
            if let doc = hook.doc { members.append(SpecMember("summary", .exact(doc))) }
            let schema = SpecMember("schema", .map(schema(hook.type)))
            members.append(
                SpecMember(
                    "requestBody",
                    .map([
                        SpecMember(
                            "content", .map([SpecMember("application/json", .map([schema]))]))
                    ])))
            members.append(
                SpecMember(
                    "responses",
                    .map([SpecMember("2XX", .map([SpecMember("description", .text("Received"))]))]))
            )
            return SpecMember(hook.name, .block([SpecMember("post", .block(members))]))
        }
        return [SpecMember("webhooks", .block(hooks))]
    }
}
