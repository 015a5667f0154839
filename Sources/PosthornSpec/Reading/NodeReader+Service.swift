/// Reads the declarations of the service file.
extension NodeReader {
    private static let details: [String: KeyReader<ServiceSpec>] = [
        "doc": { $2.doc = $0.text(of: $1, as: "a text") },
        "language": { reader, entry, _ in reader.checkLanguage(entry) },
        "acronyms": { reader, entry, _ in reader.checkAcronyms(entry) },
        "server": { $2.server = $0.server($1) },
        "servers": {
            $2.servers = $0.declarations(
                $1, "names and base URLs", as: "production: https://api.example.com", &$2,
                $0.namedServer)
        },
        "deadline": { $2.deadline = $0.deadline($1) },
        "serverProtocol": { reader, entry, service in
            service.serverProtocol = reader.text(of: entry, as: "the name of a protocol").map {
                TypeName($0, mark: entry.value.mark)
            }
        },
        "protocol": { $2.protocolMark = $0.markOfTrue($1) },
        "rpc": { $2.rpc = $0.fixedPath($1) },
        "batch": { $2.batch = $0.fixedPath($1) },
        "requestID": { $2.requestID = $0.requestID($1) },
        "version": { $2.version = $0.version($1) },
        "access": { $2.access = $0.access($1) ?? .public },
        "uses": { reader, entry, _ in _ = reader.names(entry, as: "Common") },
        "only": { $2.only = $0.only($1) },
        "common": { $2.common = $0.common($1) },
        "ciphers": { reader, entry, service in
            service.ciphers = reader.declarations(
                entry, "names of ciphers", as: "partner: What it seals.", &service
            ) {
                reader.strategy(
                    $0, "cipher", ReservedNames.ciphers, as: "partner", ending: "Cipher")
            }
        },
        "signers": { reader, entry, service in
            service.signers = reader.declarations(
                entry, "names of signers", as: "partner: What it signs.", &service
            ) {
                reader.strategy(
                    $0, "signer", ReservedNames.signers, as: "partner", ending: "Signer")
            }
        },
        "responses": { reader, entry, service in
            service.responses = reader.declarations(
                entry, "names of response policies", as: "status: What it reads.", &service
            ) {
                reader.strategy(
                    $0, "response policy", ReservedNames.responses, as: "status", ending: "Policy")
            }
        },
        "auth": {
            $2.auth = $0.declarations(
                $1, "names of credentials", as: "user: bearer' or 'key: { header: X-API-Key }",
                &$2, $0.credential)
        },
        "requires": { $2.requires = $0.requires($1) },
        "errors": { $2.errors = $0.sharedErrors($1, from: .service($0.path)) },
        "webhooks": {
            $2.webhooks = $0.declarations(
                $1, "names of webhooks",
                as: "event: { type: ShopEvent, verify: standard-webhooks }", &$2, $0.webhook)
        },
        "sends": { ($2.sends, $2.sendsMark) = ($0.sends($1), $1.mark) },
        "limits": { $2.limits = $0.responseLimits($1) ?? .off },
        "accepts": { ($2.accepts, $2.acceptsMark) = ($0.accepts($1), $1.mark) },
        "response": {
            $2.response = $0.response(of: $1, in: .service) ?? .refused
            $2.responseMark = $1.value.mark
        },
    ]

    func service(_ entries: [YAMLEntry]) -> ServiceSpec? {
        guard let entry = entries["service"],
            let name = text(of: entry, as: "the name of the generated type")
        else { return nil }
        var service = ServiceSpec(path: path, name: name, mark: entry.value.mark)
        for entry in entries { Self.details[entry.key]?(self, entry, &service) }
        if service.server != nil, let servers = entries["servers"] {
            error(
                servers.mark, "a service has one server or several with names",
                found: "'servers' beside 'server'",
                write: "one of the two")
        }
        checkBatch(entries)
        if service.response == nil, service.rpc != nil {
            service.response = .envelope(.jsonRPC)
        }
        if service.response == nil, let first = service.accepts.first {
            service.response = .builtIn(ContentTypeSpec.Format(of: first).policy)
            service.responseMark = service.acceptsMark
        }
        return service
    }

    /// The highest number of declarations of one kind, because each endpoint searches all of them.
    private static let limit = 100

    private func limited(_ entries: [YAMLEntry]?) -> [YAMLEntry] {
        guard let entries, entries.count > Self.limit else { return entries ?? [] }
        error(
            entries[Self.limit].mark, "a service declares at most \(Self.limit) of a kind",
            found: "\(entries.count)", write: "what only some endpoints need there")
        return entries
    }

    /// Reads the declarations of a group, and records the names of refused ones.
    ///
    /// The use of a refused name is not reported again.
    private func declarations<Declaration: NamedSpec>(
        _ entry: YAMLEntry, _ what: String, as example: String, _ service: inout ServiceSpec,
        _ read: (YAMLEntry) -> Declaration?
    ) -> [Declaration] {
        let entries = limited(entries(of: entry, holding: what, as: example))
        let declared = entries.compactMap(read)
        let names =
            switch entry.value.kind {
            case .mapping: entries.map(\.key)
            case .scalar(let text, _): [text]
            case .sequence(let items): items.compactMap(\.text)
            }
        service.refusedNames.formUnion(Set(names).subtracting(declared.map(\.name)))
        return declared
    }

    private func checkLanguage(_ entry: YAMLEntry) {
        guard entry.value.text != "1" else { return }
        error(
            entry.place, "'language' is the version of the spec language",
            found: entry.value.summary,
            write: "'language: 1', or build with the version of Posthorn that the spec needs")
    }

    private func checkAcronyms(_ entry: YAMLEntry) {
        guard case .sequence(let items) = entry.value.kind else {
            error(
                entry.place, "'acronyms' is a list of words", found: entry.value.summary,
                write:
                    "'acronyms: [\(entry.value.text.flatMap { Acronyms.isWord($0) ? $0 : nil } ?? "IBAN")]'"
            )
            return
        }
        for item in items where !Acronyms.isWord(item.text ?? "") {
            error(
                item.mark, "an acronym has 2 to 12 letters and digits, and starts with a letter",
                found: item.summary, write: "one as in 'IBAN'")
        }
    }

    private func server(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "a base URL") else { return nil }
        guard let problem = ServerURL.problem(in: text) else { return text }
        return refuse(
            entry.value.mark, "'server' is an http or https URL \(problem)",
            // A URL with a password must not appear in a build log.
            found: text.contains("@") ? "one with an '@'" : quoted(text),
            write: text.contains("{") && !text.contains("@")
                ? "no 'server', and pass the URL to each client, in 'ClientConfiguration(baseURL: …)'"
                : "one as in 'https://api.example.com/v1'")
    }

    private func deadline(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "the name of a header field") else { return nil }
        if HeaderNames.isUsable(text) { return text }
        return refuse(
            entry.value.mark, "'deadline' is the header field for the remaining milliseconds",
            found: quoted(text), write: "one as in 'X-Request-Timeout-Ms'")
    }

    private func access(_ entry: YAMLEntry) -> AccessLevel? {
        guard let text = text(of: entry, as: "an access level of Swift") else { return nil }
        if let level = AccessLevel(rawValue: text) { return level }
        return refuse(
            entry.value.mark, "'access' is 'public', 'package' or 'internal'", found: quoted(text),
            write: "'internal', if only the module itself makes the calls")
    }

    private func common(_ entry: YAMLEntry) -> [ParameterSpec] {
        guard
            let groups = entries(of: entry, holding: "'headers', 'query', 'cookies' and 'body'")
        else { return [] }
        checkKeys(of: groups, in: .common)
        var parameters: [ParameterSpec] = []
        let places: [(String, ParameterSpec.Place)] = [
            ("query", .query), ("headers", .header), ("cookies", .cookie), ("body", .body),
        ]
        for (key, place) in places {
            guard let group = groups[key] else { continue }
            let fields = FieldReader(
                reader: self, reserved: ["init", "self"], hasStyles: place == .query,
                place: place)
            let entries = limited(self.entries(of: group, holding: "names and types"))
            parameters += fields.read(entries).map { ParameterSpec(place: place, field: $0) }
        }
        return parameters
    }

    /// Reads the name and the documentation of a cipher, a signer or a response policy.
    private func strategy(
        _ entry: YAMLEntry, _ kind: String, _ reserved: Set<String>, as example: String,
        ending: String
    ) -> StrategySpec? {
        guard isDeclarable(entry, kind, reserved, as: example, ending: ending) else { return nil }
        if kind != "response policy", case .mapping(let entries) = entry.value.kind {
            return scheme(entry, for: kind == "cipher" ? .cipher : .signer).map {
                StrategySpec(name: entry.key, doc: self.doc(entries), mark: entry.mark, scheme: $0)
            }
        }
        let doc = entry.value.isEmpty ? nil : text(of: entry, as: "what the \(kind) is for")
        return StrategySpec(name: entry.key, doc: doc, mark: entry.mark)
    }
}
