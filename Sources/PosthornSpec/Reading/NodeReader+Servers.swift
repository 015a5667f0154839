/// Reads the servers that a service declares.
extension NodeReader {
    func namedServer(_ entry: YAMLEntry) -> ServerSpec? {
        guard
            isDeclarable(
                entry, "server", ReservedNames.servers, as: "production", ending: "Server")
        else { return nil }
        var server = ServerSpec(name: entry.key, mark: entry.mark)
        guard case .mapping(let entries) = entry.value.kind else {
            server.urls = serverURLs(entry)
            checkVariables(of: server, entry)
            return server
        }
        let isFine = checkKeys(of: entries, in: .server)
        server.doc = doc(entries)
        if let variables = entries["variables"] { server.variables = self.variables(variables) }
        if let hosts = entries["hosts"] { server.hosts = self.hosts(hosts) }
        if let url = entries["url"] {
            server.urls = serverURLs(url)
        } else if isFine {
            error(
                entry.mark, "a server has a base URL", found: "none",
                write: "'url: https://api.example.com/v1' below it")
        }
        checkVariables(of: server, entry)
        return server
    }

    /// Reads a base URL, or several of which each replaces one that fails.
    private func serverURLs(_ entry: YAMLEntry) -> [String] {
        guard case .sequence(let items) = entry.value.kind, !items.isEmpty else {
            return serverURL(entry).map { [$0] } ?? []
        }
        return items.compactMap {
            serverURL(YAMLEntry(key: entry.key, mark: $0.mark, value: $0))
        }
    }

    /// Reads a base URL with `{name}` for each variable.
    private func serverURL(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "a base URL") else { return nil }
        let sample = ServerURL.names(in: text).reduce(text) { $0.replacing("{\($1)}", with: "1") }
        guard let problem = ServerURL.problem(in: sample) else { return text }
        return refuse(
            entry.value.mark, "a server has an http or https URL \(problem)",
            // A URL with a password must not appear in a build log.
            found: text.contains("@") ? "one with an '@'" : quoted(text),
            write: "one as in 'https://api.example.com/v1'")
    }

    private func hosts(_ entry: YAMLEntry) -> [ServerSpec.HostSpec] {
        let entries = self.entries(
            of: entry, holding: "names and base URLs",
            as: "uploads: https://uploads.example.com")
        return (entries ?? []).compactMap { entry in
            guard
                isDeclarable(
                    entry, "host", ReservedNames.servers, as: "uploads", ending: "Host"),
                let url = serverURL(entry)
            else { return nil }
            return ServerSpec.HostSpec(name: entry.key, url: url, mark: entry.mark)
        }
    }

    /// Reads the variables, whose enums are closed because each value is a part of a URL.
    private func variables(_ entry: YAMLEntry) -> [FieldSpec] {
        let reader = FieldReader(reader: self, reserved: ["init", "self"], ownKeys: .variable)
        return reader.read(entry, holding: "names and types").compactMap { field in
            guard !field.isOptional, SwiftName.isMember(field.wireName) else {
                return refuse(
                    field.mark, "a variable has a lowerCamelCase name",
                    found: quoted(field.wireName + (field.isOptional ? "?" : "")),
                    write: quoted(NearName.member(field.wireName) ?? "region"))
            }
            if case .inline(.enumeration(var spec)) = field.type, !spec.isInteger,
                !spec.isFraction
            {
                spec.isOpen = false
                for value in spec.cases { checkValue(value.rawValue, of: field, value.mark) }
                return field.variable(of: .inline(.enumeration(spec)))
            }
            guard ["String", "Int"].contains(field.type.description) else {
                return refuse(
                    field.typeMark, "a variable is a text, a number or one of several texts",
                    found: "another type", write: "'String', 'Int' or '\"eu\" | us'")
            }
            if case .text(let text)? = field.defaultValue?.value {
                checkValue(text, of: field, field.defaultValue?.mark ?? field.mark)
            }
            return field
        }
    }

    /// Reports a value that would end the part of the URL that it stands in.
    private func checkValue(_ value: String, of field: FieldSpec, _ mark: SourceMark) {
        guard value.isEmpty || !value.utf8.allSatisfy(ServerURL.isUnreserved) else { return }
        error(
            mark, "the value of a variable is a part of a URL", found: quoted(value),
            write: "one of letters, digits, '-', '.', '_' and '~'")
    }

    /// Reports variables that no URL has, and names in URLs that are no variable.
    private func checkVariables(of server: ServerSpec, _ entry: YAMLEntry) {
        let urls = server.urls + server.hosts.map(\.url)
        let used = Set(urls.flatMap(ServerURL.names))
        let entries = entry.value.entries ?? []
        let declared = entries["variables"]?.value.entries ?? []
        for name in used.subtracting(declared.map(\.key)).sorted() {
            error(
                (entries["url"] ?? entry).value.mark,
                "a name in a server's URL is one of its variables", found: quoted("{\(name)}"),
                write: "'\(name): String' or its values under 'variables' of the server")
        }
        guard !server.urls.isEmpty else { return }
        for variable in server.variables where !used.contains(variable.wireName) {
            error(
                variable.mark, "a variable is a part of the server's URL",
                found: "'{\(variable.wireName)}' in none",
                write: "it in the URL, or no such variable")
        }
    }
}
