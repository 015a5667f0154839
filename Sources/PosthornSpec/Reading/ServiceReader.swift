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
                service.ciphers = found.entries.compactMap {
                    strategy($0, "cipher", ReservedNames.ciphers, as: "partner")
                }
                service.refusedNames.formUnion(
                    found.names.subtracting(service.ciphers.map(\.name)))
            case "responses":
                let found = named(entry, "names of response policies", as: "status: What it reads.")
                service.responses = found.entries.compactMap {
                    strategy($0, "response policy", ReservedNames.responses, as: "status")
                }
                service.refusedNames.formUnion(
                    found.names.subtracting(service.responses.map(\.name)))
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

    /// Reads the name of a cipher or of a response policy, and what it is for.
    private func strategy(
        _ entry: YAMLEntry, _ kind: String, _ reserved: Set<String>, as example: String
    ) -> StrategySpec? {
        guard SwiftName.isMember(entry.key), !reserved.contains(entry.key) else {
            let meant = NearName.member(entry.key) ?? example
            let ending = SwiftName.uppercasingStart(
                kind.split(separator: " ").last.map(String.init) ?? "")
            reader.error(
                entry.mark, "a \(kind) has a lowerCamelCase name that is not built in",
                found: quoted(entry.key),
                write: quoted(reserved.contains(meant) ? meant + ending : meant))
            return nil
        }
        let doc = entry.value.isEmpty ? nil : reader.text(of: entry, as: "what the \(kind) is for")
        return StrategySpec(name: entry.key, doc: doc, mark: entry.mark)
    }

    private func response(_ entry: YAMLEntry) -> ResponseSpec? {
        guard case .mapping(let entries) = entry.value.kind else {
            guard let name = reader.text(of: entry, as: "a response policy") else { return nil }
            if let policy = BuiltInPolicy.all.first(where: { $0.word == name }) {
                guard policy == .envelope else { return .builtIn(policy) }
                reader.error(
                    entry.value.mark, "the service says what its envelope is made of",
                    found: "'envelope'",
                    write: "'envelope: { code: …, message: …, payload: …, success: … }'")
                return nil
            }
            return .declared(name)
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
