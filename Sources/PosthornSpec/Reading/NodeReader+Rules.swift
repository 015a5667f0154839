/// Reads the properties of an endpoint besides what it sends and returns.
extension NodeReader {
    /// Returns whether a value is `true`, and reports any other.
    func isTrue(_ entry: YAMLEntry) -> Bool {
        if case .scalar("true", _) = entry.value.kind { return true }
        error(
            entry.place, "'\(entry.key)' is 'true' or not there", found: entry.value.summary,
            write: "'\(entry.key): true', or no '\(entry.key)'")
        return false
    }

    private static let rules: [String: KeyReader<RulesSpec>] = [
        "deprecated": { $2.deprecated = $0.deprecation($1) },
        "example": { $2.example = DefaultSpec(value: $1.value.literal, mark: $1.mark) },
        "since": { $2.since = $0.text(of: $1, as: "a version") },
        "tags": { $2.tags = $0.names($1, as: "orders").map(\.text) },
        "access": { ($2.access, $2.accessMark) = ($0.endpointAccess($1), $1.mark) },
        "timeout": { $2.timeout = $0.duration($1) },
        "retry": { $2.retry = $0.retry($1) },
        "cache": { $2.cache = $0.cache($1) },
        "coalesce": { $2.coalesceMark = $0.markOfTrue($1) },
        "outbox": { $2.outbox = $0.outbox($1) },
        "served": { $2.isServed = $0.isServed($1) },
        "idempotent": { $2.idempotentMark = $0.markOfTrue($1) },
        "version": { reader, entry, rules in
            rules.version = reader.versionText(entry).map { TypeName($0, mark: entry.mark) }
        },
        "requires": { $2.requires = $0.requires($1) },
        "host": { reader, entry, rules in
            rules.host = reader.text(of: entry, as: "the name of a host")
                .map { TypeName($0, mark: entry.value.mark) }
        },
        "common": { $2.omitted = $0.omitted($1) },
        "style": { $2.style = $0.style($1) },
    ]

    func rules(_ entries: [YAMLEntry]) -> RulesSpec {
        var rules = RulesSpec()
        for entry in entries {
            Self.rules[entry.key]?(self, entry, &rules)
            if entry.key == "style" { refuseUselessStyle(entry, among: entries) }
        }
        return rules
    }

    private func refuseUselessStyle(_ entry: YAMLEntry, among entries: [YAMLEntry]) {
        guard
            !entries.contains(where: {
                ["query", "form"].contains($0.key) || $0.key == "sends" && $0.value.namesForm
            })
        else { return }
        error(
            entry.mark, "'style' says how 'query' and forms are written", found: "neither",
            write: "no 'style'")
    }

    /// Reads a duration such as `10s`.
    func duration(_ entry: YAMLEntry) -> DurationSpec? {
        guard let text = text(of: entry, as: "a time") else { return nil }
        if let duration = DurationText.read(text) { return duration }
        return refuse(
            entry.value.mark, "a time is a whole number above zero with its unit",
            found: quoted(text), write: "one as in '10s', with 'ms', 's', 'm', 'h' or 'd'")
    }

    /// Reads `deprecated`, and returns an empty text if there is no reason.
    func deprecation(_ entry: YAMLEntry) -> String? {
        guard let text = text(of: entry, as: "what to use instead") else { return nil }
        guard text == "false" else { return text == "true" ? "" : text }
        return refuse(
            entry.value.mark, "'deprecated' says what to use instead", found: "'false'",
            write: "'deprecated: Use listOrders.', 'true', or no 'deprecated'")
    }

    /// Reads `served`, whose only value is `false`.
    private func isServed(_ entry: YAMLEntry) -> Bool {
        guard let text = text(of: entry, as: "'false'") else { return true }
        if text != "false" {
            error(
                entry.value.mark, "'served' is 'false' or not there", found: quoted(text),
                write: "'served: false', or no 'served'")
        }
        return text != "false"
    }

    /// Returns the place of a key whose only value is `true`.
    func markOfTrue(_ entry: YAMLEntry) -> SourceMark? {
        guard let text = text(of: entry, as: "'true'") else { return nil }
        if text == "true" { return entry.mark }
        return refuse(
            entry.value.mark, "'\(entry.key)' is 'true' or not there", found: quoted(text),
            write: "'\(entry.key): true', or no '\(entry.key)'")
    }

    private func omitted(_ entry: YAMLEntry) -> RulesSpec.OmittedCommon {
        func refuse(_ mark: SourceMark, _ found: String) -> RulesSpec.OmittedCommon {
            error(
                mark, "'common' is 'false' or the names to leave out", found: found,
                write: "'common: false' or 'common: [X-App-Version]'")
            return .nothing
        }
        switch entry.value.kind {
        case .scalar("false", _): return .everything
        case .sequence(let items) where !items.isEmpty:
            var names: [TypeName] = []
            for item in items {
                guard case .scalar(let name, _) = item.kind, !item.isEmpty else {
                    return refuse(item.mark, item.summary)
                }
                names.append(TypeName(name, mark: item.mark))
            }
            return .named(names)
        case .sequence: return refuse(entry.value.mark, "an empty list")
        default: return refuse(entry.place, entry.value.summary)
        }
    }
}

extension YAMLNode {
    /// Whether the media types of a body include that of forms.
    fileprivate var namesForm: Bool {
        switch kind {
        case .scalar(let text, _): ContentTypeSpec.Format(of: text) == .form
        case .sequence(let items): items.contains(where: \.namesForm)
        case .mapping(let entries): entries.contains { $0.value.namesForm }
        }
    }
}
