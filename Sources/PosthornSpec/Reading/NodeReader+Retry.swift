/// Reads `retry`.
extension NodeReader {
    func retry(_ entry: YAMLEntry) -> RulesSpec.Retry? {
        if case .mapping = entry.value.kind { return retryRule(entry).map { .rule($0) } }
        guard let text = text(of: entry, as: "'never' or a rule") else { return nil }
        if text == "never" { return .never }
        return refuse(
            entry.value.mark,
            "'retry' is 'never' or a rule, whose 'attempts' include the first request",
            found: quoted(text), write: retryRule(repeating: text))
    }

    /// Returns what to write instead of a number of repetitions or another text.
    private func retryRule(repeating text: String) -> String {
        guard let count = Int(text), String(count) == text, (0...10).contains(count) else {
            return "one as in 'retry: { attempts: 3 }'"
        }
        return count == 0
            ? "'never'"
            : "'retry: { attempts: \(count + 1) }' for \(count) \(count == 1 ? "retry" : "retries")"
    }

    private func retryRule(_ entry: YAMLEntry) -> RetrySpec? {
        guard
            let entries = entries(
                of: entry, holding: "'attempts', 'on', 'delay', 'after' and 'timeout'",
                as: "attempts: 3")
        else { return nil }
        checkKeys(of: entries, in: .retry)
        guard !entries.isEmpty else {
            return refuse(
                entry.mark, "'retry' says how a call is repeated", found: "nothing",
                write: "'retry: { attempts: 3, on: [429, 503] }', or one of the two")
        }
        return RetrySpec(
            attempts: entries["attempts"].flatMap(attempts),
            statuses: entries["on"].flatMap(statuses), delay: entries["delay"].flatMap(duration),
            timeout: entries["timeout"].flatMap(duration), after: entries["after"].flatMap(after))
    }

    private func after(_ entry: YAMLEntry) -> RetrySpec.After? {
        let example = "retry_after_ms: Duration(millis)"
        guard
            let entries = entries(
                of: entry, holding: "a member of a failure's body and its format", as: example)
        else { return nil }
        guard let member = entries.first, entries.count == 1, MemberPath(member.key) != nil else {
            return refuse(
                entry.mark, "'after' has one member, by its name or the way to it",
                found: entries.isEmpty ? "none" : quotedList(entries.map(\.key)),
                write: "'after: { \(example) }'")
        }
        let types = ScalarType.duration.forms.map { "Duration(\($0))" }
        guard let text = member.value.text, let place = types.firstIndex(of: text) else {
            return refuse(
                member.place, "a delay is a duration with a format", found: member.value.summary,
                write: "\(quotedList(types))")
        }
        return RetrySpec.After(path: member.key, format: ScalarType.duration.forms[place])
    }

    private func attempts(_ entry: YAMLEntry) -> Int? {
        guard let text = text(of: entry, as: "a number") else { return nil }
        if let count = Int(text), String(count) == text, (2...11).contains(count) { return count }
        return refuse(
            entry.value.mark,
            "'attempts' is the number of requests with the first one, from 2 to 11",
            found: quoted(text), write: text == "1" ? "'retry: never'" : "one as in 'attempts: 3'")
    }

    private func statuses(_ entry: YAMLEntry) -> [Int]? {
        let items: [YAMLNode]
        switch entry.value.kind {
        case .sequence(let list): items = list
        default: items = [entry.value]
        }
        var statuses: [Int] = []
        for item in items {
            guard case .scalar(let text, _) = item.kind, text.count == 3, let status = Int(text),
                (400...599).contains(status)
            else {
                return refuse(
                    item.mark, "'on' lists statuses of failures, from 400 to 599",
                    found: item.summary, write: "some as in 'on: [429, 503]'")
            }
            if statuses.contains(status) {
                return refuse(
                    item.mark, "'on' lists each status once", found: "'\(text)' again",
                    write: "it once")
            }
            statuses.append(status)
        }
        guard !statuses.isEmpty else {
            return refuse(
                entry.mark, "'on' lists statuses of failures, from 400 to 599",
                found: "an empty list", write: "some as in 'on: [429, 503]', or no 'on'")
        }
        return statuses
    }
}
