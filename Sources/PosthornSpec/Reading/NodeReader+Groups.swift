/// Reads groups of endpoints.
extension NodeReader {
    func groups(_ entry: YAMLEntry, into file: inout SpecFile) {
        let example = "orders: { list: { GET: /orders } }"
        for entry in entries(of: entry, holding: "groups of endpoints", as: example) ?? [] {
            guard let group = group(entry) else { continue }
            file.groups.append(group.spec)
            file.endpoints += group.endpoints
        }
    }

    private func group(_ entry: YAMLEntry) -> (spec: GroupSpec, endpoints: [EndpointSpec])? {
        let example = "list: { GET: /orders }"
        guard let entries = entries(of: entry, holding: "endpoints", as: example) else {
            return nil
        }
        let name = checkedName(
            entry, of: "a group", as: "orders", reserved: ReservedNames.endpoints)
        var spec = GroupSpec(name: name ?? entry.key, mark: entry.mark)
        guard let calls = entries["endpoints"] else {
            if let setting = entries.first(where: isSetting) {
                error(
                    setting.mark, "a group with settings has its calls under 'endpoints'",
                    found: quoted(setting.key),
                    write: "'endpoints:' before the calls, beside \(quoted(setting.key))")
                return nil
            }
            return (spec, entries.compactMap { endpoint($0, in: spec.name) })
        }
        checkKeys(of: entries, in: .group)
        spec.doc = doc(entries)
        let own = ["doc", "endpoints", "errors"]
        let settings = entries.filter {
            !own.contains($0.key) && KeyPlace.group.keys.contains($0.key)
        }
        let errors = entries["errors"].map { sharedErrors($0, from: .group) } ?? []
        let endpoints = self.entries(of: calls, holding: "endpoints", as: example) ?? []
        return (
            spec,
            endpoints.compactMap { entry in
                guard var endpoint = endpoint(entry, in: spec.name, settings) else { return nil }
                endpoint.inherit(errors)
                return endpoint
            }
        )
    }

    /// Returns whether an entry among the endpoints of a group is a setting of the group.
    private func isSetting(_ entry: YAMLEntry) -> Bool {
        guard KeyPlace.group.keys.contains(entry.key) else { return false }
        return entry.value.entries?.contains {
            EndpointSpec.Method.isOne($0.key) || $0.key == "call"
        } != true
    }

    /// Reads the errors that all endpoints of a group or of a service share.
    ///
    /// A documented redirect is not followed, which is right for some endpoints only.
    func sharedErrors(_ entry: YAMLEntry, from origin: ErrorSpec.Origin) -> [ErrorSpec] {
        errors(entry).compactMap { error in
            switch error.condition {
            case .exact(300..<400), .hundred(3):
                return refuse(
                    error.mark,
                    "a redirect is an error of single endpoints, which do not follow it",
                    found: error.condition.text, write: "it in the endpoints that return it")
            case .exact, .hundred, .others, .code:
                var error = error
                error.origin = origin
                return error
            }
        }
    }
}

extension [YAMLEntry] {
    /// The keys whose entries an endpoint adds to those of its group.
    private static let joined = ["query", "headers", "cookies"]

    /// Returns the entries of an endpoint with those of its group that it does not have itself.
    func inheriting(_ settings: [YAMLEntry]) -> [YAMLEntry] {
        var entries = self
        for setting in settings {
            guard let place = entries.firstIndex(where: { $0.key == setting.key }) else {
                entries.append(setting)
                continue
            }
            guard Self.joined.contains(setting.key), let own = entries[place].value.entries,
                let inherited = setting.value.entries
            else { continue }
            // Header fields do not differ by case, and a parameter does not differ by the `?` of its key.
            func name(_ entry: YAMLEntry) -> String {
                let name = entry.key.hasSuffix("?") ? String(entry.key.dropLast()) : entry.key
                return setting.key == "headers" ? name.lowercased() : name
            }
            let names = Set(own.map(name))
            entries[place].value.kind = .mapping(
                inherited.filter { !names.contains(name($0)) } + own)
        }
        return entries
    }
}

extension EndpointSpec {
    /// Adds the errors of the group or the service, except those that the endpoint has itself.
    mutating func inherit(_ shared: [ErrorSpec]) {
        for error in shared {
            let own = errors.firstIndex { $0.condition == error.condition }
            if let own, errors[own].origin != .implied { continue }
            if let own { errors.remove(at: own) }
            errors.append(error)
        }
    }
}
