/// Reads `length: 1...64`, `range: 0...100` and `pattern: "^…$"`.
extension NodeReader {
    func limits(_ entries: [YAMLEntry]) -> [LimitSpec] { entries.compactMap(limit) }

    /// Reads `limits: report`, which says whether responses are checked.
    func responseLimits(_ entry: YAMLEntry) -> ResponseLimits? {
        let words = ResponseLimits.allCases.map(\.rawValue)
        guard case .scalar(let text, _) = entry.value.kind,
            let limits = ResponseLimits(rawValue: text)
        else {
            return refuse(
                entry.place, "'limits' says what happens if a response breaks a limit",
                found: entry.value.summary, write: quotedList(words))
        }
        return limits
    }

    private func limit(_ entry: YAMLEntry) -> LimitSpec? {
        let kind: LimitSpec.Kind?
        switch entry.key {
        case "length": kind = length(entry)
        case "range": kind = range(entry)
        case "pattern": kind = pattern(entry)
        default: return nil
        }
        return kind.map { LimitSpec(kind: $0, mark: entry.value.mark) }
    }

    private func bounds(_ entry: YAMLEntry) -> (lower: String, upper: String)? {
        guard let text = text(of: entry, as: "two bounds") else { return nil }
        let parts = text.split(separator: "...", omittingEmptySubsequences: false)
        guard parts.count == 2, parts != ["", ""] else {
            return refuse(
                entry.value.mark, "\(quoted(entry.key)) is two bounds with '...' between them",
                found: quoted(text), write: "'\(entry.key): 1...64', '1...' or '...64'")
        }
        return (String(trimmed(parts[0])), String(trimmed(parts[1])))
    }

    private func length(_ entry: YAMLEntry) -> LimitSpec.Kind? {
        guard let (lower, upper) = bounds(entry) else { return nil }
        let from = lower.isEmpty ? 0 : Int(lower)
        let to = upper.isEmpty ? Int.max : Int(upper)
        guard let from, let to, from >= 0, from <= to else {
            return refuse(
                entry.value.mark, "a length is between two whole numbers, the smaller one first",
                found: quoted("\(lower)...\(upper)"), write: "'length: 1...64' or such")
        }
        return .length(from, upper.isEmpty ? nil : to)
    }

    private func range(_ entry: YAMLEntry) -> LimitSpec.Kind? {
        guard let (lower, upper) = bounds(entry) else { return nil }
        let numbers = [lower, upper].map(NumberOrder.init)
        for (text, number) in zip([lower, upper], numbers) where !text.isEmpty && number == nil {
            return refuse(
                entry.value.mark, "the bounds of a range are numbers", found: quoted(text),
                write: "'range: 0...100' or such")
        }
        if let least = numbers[0], let most = numbers[1], most < least {
            return refuse(
                entry.value.mark, "a range is between two numbers, the smaller one first",
                found: quoted("\(lower)...\(upper)"), write: "'range: 0...100' or such")
        }
        return .range(lower.isEmpty ? nil : lower, upper.isEmpty ? nil : upper)
    }

    private func pattern(_ entry: YAMLEntry) -> LimitSpec.Kind? {
        guard let text = text(of: entry, as: "a regular expression") else { return nil }
        guard text.unicodeScalars.count <= KeyForm.patternLimit else {
            return refuse(
                entry.value.mark, "a pattern has at most \(KeyForm.patternLimit) characters",
                found: "\(text.unicodeScalars.count)", write: "a shorter one")
        }
        guard (try? Regex(text)) != nil else {
            return refuse(
                entry.value.mark, "'pattern' is a regular expression that Swift can read",
                found: quoted(text), write: "one as in '\"^[a-z]+$\"'")
        }
        return .pattern(text)
    }
}
