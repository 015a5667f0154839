/// Reads how an endpoint is called, beside what it sends and returns.
extension NodeReader {
    static let ruleKeys = [
        "deprecated", "example", "timeout", "retry", "cache", "idempotent", "auth", "common",
        "style",
    ]

    func rules(_ entries: [YAMLEntry]) -> RulesSpec {
        var rules = RulesSpec()
        for entry in entries {
            switch entry.key {
            case "deprecated":
                rules.deprecation = deprecation(entry)
            case "example":
                rules.example = DefaultSpec(value: entry.value.literal, mark: entry.mark)
            case "timeout":
                rules.timeout = duration(entry)
            case "retry":
                rules.retry = retry(entry)
            case "cache":
                rules.cache = self.cache(entry)
                rules.cacheMark = entry.mark
            case "idempotent":
                rules.idempotentMark = idempotentMark(entry)
            case "auth":
                rules.authMark = entry.value.mark
                rules.auth = text(of: entry, as: "the name of a credential")
                    .map { $0 == "none" ? .nobody : .named($0) }
            case "style":
                rules.style = self.style(entry)
                refuseUselessStyle(entry, among: entries)
            case "common":
                rules.omitted = omitted(entry)
            default:
                break
            }
        }
        return rules
    }

    private func refuseUselessStyle(_ entry: YAMLEntry, among entries: [YAMLEntry]) {
        guard !entries.contains(where: { $0.key == "query" || $0.key == "form" }) else { return }
        error(
            entry.mark, "'style' says how 'query' and 'form' are written", found: "neither",
            write: "no 'style'")
    }

    /// A time such as `10s`.
    func duration(_ entry: YAMLEntry) -> DurationSpec? {
        guard let text = text(of: entry, as: "a time") else { return nil }
        if let duration = DurationText.read(text) { return duration }
        return refuse(
            entry.value.mark, "a time is a whole number above zero with its unit",
            found: quoted(text), write: "one as in '10s', with 'ms', 's', 'm', 'h' or 'd'")
    }

    /// What `deprecated` says.
    func deprecation(_ entry: YAMLEntry) -> RulesSpec.Deprecation? {
        guard let text = text(of: entry, as: "what to use instead") else { return nil }
        switch text {
        case "true": return .plain
        case "false":
            return refuse(
                entry.value.mark, "'deprecated' says what to use instead", found: "'false'",
                write: "'deprecated: Use listOrders.', 'true', or no 'deprecated'")
        default: return .message(text)
        }
    }

    private func retry(_ entry: YAMLEntry) -> RulesSpec.Retry? {
        guard let text = text(of: entry, as: "'never' or a number") else { return nil }
        var rule: RulesSpec.Retry?
        if text == "never" { rule = .never }
        if let count = Int(text), String(count) == text, (1...10).contains(count) {
            rule = .upTo(count)
        }
        if let rule {
            warning(
                entry.mark, "'retry' has no effect yet: no call is repeated because of it",
                found: quoted(text), write: "no 'retry', and repeat the call where it is made")
            return rule
        }
        return refuse(
            entry.value.mark, "'retry' is 'never' or how often to repeat, at most 10 times",
            found: quoted(text), write: text == "0" ? "'never'" : "one as in 'retry: 3'")
    }

    private func idempotentMark(_ entry: YAMLEntry) -> SourceMark? {
        guard let text = text(of: entry, as: "'true'") else { return nil }
        if text == "true" { return entry.mark }
        return refuse(
            entry.value.mark, "'idempotent' is 'true' or not there", found: quoted(text),
            write: "'idempotent: true', or no 'idempotent'")
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
        default:
            return refuse(entry.place, entry.value.summary)
        }
    }
}
