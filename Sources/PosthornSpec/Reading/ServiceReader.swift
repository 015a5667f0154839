/// Reads what the service file says of the whole service.
struct ServiceReader {
    let reader: NodeReader

    func read(_ entries: [YAMLEntry]) -> ServiceSpec? {
        guard let entry = entries.first(where: { $0.key == "service" }),
            let name = reader.text(of: entry, as: "the name of the generated type")
        else { return nil }
        var service = ServiceSpec(path: reader.path, name: name, mark: entry.value.mark)
        for entry in entries {
            switch entry.key {
            case "doc":
                service.doc = reader.text(of: entry, as: "a text")
            case "server":
                service.server = server(entry)
            case "access":
                service.access = access(entry) ?? .public
            case "common":
                service.common = common(entry)
            case "ciphers":
                let found = named(entry, "names of ciphers", as: "partner: What it seals.")
                service.ciphers = found.entries.compactMap(cipher)
                service.refusedNames.formUnion(
                    found.names.subtracting(service.ciphers.map(\.name)))
            case "auth":
                let found = named(entry, "names of credentials", as: "user: bearer")
                service.auth = found.entries.compactMap(AuthReader(reader: reader).read)
                service.refusedNames.formUnion(found.names.subtracting(service.auth.map(\.name)))
            case "response":
                service.response = response(entry)
                service.responseMark = entry.value.mark
            default:
                break
            }
        }
        return service
    }

    /// How many of each kind a service may declare: each endpoint looks through all of them.
    private static let limit = 100

    private func limited(_ entries: [YAMLEntry]?) -> [YAMLEntry] {
        guard let entries, entries.count > Self.limit else { return entries ?? [] }
        reader.error(
            entries[Self.limit].mark, "a service declares at most \(Self.limit) of a kind",
            found: "\(entries.count)", write: "what only some endpoints need there")
        return entries
    }

    /// The entries of a group, and all names that it may have meant to declare.
    private func named(
        _ entry: YAMLEntry, _ what: String, as example: String
    ) -> (entries: [YAMLEntry], names: Set<String>) {
        let entries = limited(reader.entries(of: entry, holding: what, as: example))
        switch entry.value.kind {
        case .mapping: return (entries, Set(entries.map(\.key)))
        case .scalar(let text, _): return ([], [text])
        case .sequence(let items):
            let names = items.compactMap { item -> String? in
                if case .scalar(let text, _) = item.kind { text } else { nil }
            }
            return ([], Set(names))
        }
    }

    private func server(_ entry: YAMLEntry) -> String? {
        guard let text = reader.text(of: entry, as: "a base URL") else { return nil }
        guard let problem = ServerURL.problem(in: text) else { return text }
        reader.error(
            entry.value.mark, "'server' is an http or https URL \(problem)",
            // A password is not repeated in a build log.
            found: text.contains("@") ? "one with an '@'" : quoted(text),
            write: "one as in 'https://api.example.com/v1'")
        return nil
    }

    private func access(_ entry: YAMLEntry) -> AccessLevel? {
        guard let text = reader.text(of: entry, as: "an access level of Swift") else { return nil }
        if let level = AccessLevel(rawValue: text) { return level }
        reader.error(
            entry.value.mark, "'access' is 'public', 'package' or 'internal'", found: quoted(text),
            write: "'internal', if only the module itself makes the calls")
        return nil
    }

    private func common(_ entry: YAMLEntry) -> [ParameterSpec] {
        guard
            let groups = reader.entries(
                of: entry, holding: "'headers', 'query', 'cookies' and 'body'")
        else { return [] }
        reader.checkKeys(
            of: groups, in: "'common'", known: ["headers", "query", "cookies", "body"])
        var parameters: [ParameterSpec] = []
        let places: [(String, ParameterSpec.Place)] = [
            ("query", .query), ("headers", .header), ("cookies", .cookie), ("body", .body),
        ]
        for (key, place) in places {
            guard let group = groups.first(where: { $0.key == key }) else { continue }
            let fields = FieldReader(
                reader: reader, reserved: ["init", "self"], hasStyles: place == .query)
            let entries = limited(reader.entries(of: group, holding: "names and types"))
            parameters += fields.read(entries).map { ParameterSpec(place: place, field: $0) }
        }
        return parameters
    }

    private func cipher(_ entry: YAMLEntry) -> CipherSpec? {
        guard SwiftName.isMember(entry.key), !ReservedNames.ciphers.contains(entry.key) else {
            let meant = NearName.member(entry.key) ?? "partner"
            reader.error(
                entry.mark, "a cipher has a lowerCamelCase name that is not built in",
                found: quoted(entry.key),
                write: quoted(ReservedNames.ciphers.contains(meant) ? meant + "Cipher" : meant))
            return nil
        }
        let doc = entry.value.isEmpty ? nil : reader.text(of: entry, as: "what the cipher is for")
        return CipherSpec(name: entry.key, doc: doc, mark: entry.mark)
    }

    private func response(_ entry: YAMLEntry) -> ResponseSpec? {
        guard case .mapping(let entries) = entry.value.kind else {
            guard let name = reader.text(of: entry, as: "a response policy") else { return nil }
            guard let response = EndpointSpec.Response(rawValue: name) else {
                PolicyNames.refuse(name, at: entry.value.mark, reader: reader)
                return nil
            }
            guard let policy = response.policy(envelope: nil) else {
                reader.error(
                    entry.value.mark, "the service says what its envelope is made of",
                    found: "'envelope'",
                    write: "'envelope: { code: …, message: …, payload: …, success: … }'")
                return nil
            }
            return policy
        }
        reader.checkKeys(of: entries, in: "'response'", known: ["envelope"])
        guard let envelope = entries.first(where: { $0.key == "envelope" }) else {
            if entries.isEmpty {
                reader.error(
                    entry.value.mark, "'response' says how answers are read", found: "nothing",
                    write: "'response: json', or 'response: { envelope: { code: …, … } }'")
            }
            return nil
        }
        return EnvelopeReader(reader: reader).read(envelope).map { .envelope($0) }
    }
}
