internal import FoundationEssentials
internal import PosthornJSON
internal import PosthornSpec

/// Values at the edges of a built-in type, and values that are not of the type.
struct ScalarVariants {
    let type: ScalarType
    let form: String?
    let name: String
    let limits: ValueLimits

    private typealias Variant = SampleVariants.Variant

    /// Texts longer than this are not made.
    private static let longest = 10_000

    private func variant(_ description: String, _ value: JSONValue) -> SampleVariants.Variant {
        SampleVariants.Variant(path: "", description: description, value: value)
    }

    /// Returns values of the type at its edges and those of the limits.
    func boundaries(_ random: inout SampleRandom) -> [SampleVariants.Variant] {
        let found: [SampleVariants.Variant] =
            switch type {
            case .string: texts(&random)
            case .bool:
                ["true", "false"].map { variant($0, TypeTable.scalar($0, .bool, form)) }
            case .int, .int32, .int64, .uint64, .double, .float, .decimal: numbers()
            case .date:
                [(1_709_164_800, "a leap day"), (0, "the beginning of 1970")].compactMap {
                    seconds, words in
                    let date = Date(timeIntervalSince1970: Double(seconds))
                    return (try? DateFormat(form: form).text(for: date)).map {
                        variant(words, TypeTable.scalar($0, .date, form))
                    }
                }
            case .data:
                limits.length.contains(0) ? [variant("no bytes", .string(""))] : []
            case .uuid, .url, .duration, .json, .encodedPath: []
            }
        return found.filter { isValid($0.value) }
    }

    /// Returns values that are not of the type or break a limit.
    func wrongs(_ random: inout SampleRandom) -> [SampleVariants.Variant] {
        var found: [SampleVariants.Variant] = []
        let isText: Bool
        switch type {
        case .json, .encodedPath: return []
        case .string: isText = true
        case .uuid, .url, .data, .date, .duration:
            isText = !["unix", "millis", "seconds"].contains(form)
            found.append(variant("a text of another form", "not this form %"))
        case .bool, .int, .int32, .int64, .uint64, .double, .float, .decimal:
            isText = form == "string" || form.flatMap(ScalarType.words) != nil
            found.append(variant("a text", "text"))
        }
        if isText { found.append(variant("a Boolean in place of a text", true)) }
        found.append(variant("an object", .object([:])))
        let whole = [ScalarType.int, .int32, .int64, .uint64].contains(type)
        if whole { found.append(variant("a fraction", number("0.5"))) }
        if type == .int32 { found.append(variant("2^31", number("2147483648"))) }
        if type == .uint64 { found.append(variant("a negative number", number("-1"))) }
        found += brokenLimits(&random)
        return found.filter { !isValid($0.value) }
    }

    private func isValid(_ value: JSONValue) -> Bool {
        guard ScalarCheck.isValue(value, type, form: form) else { return false }
        return limits.problem(
            of: value, .named(TypeName(type.rawValue, mark: .start, form: form))) == nil
    }

    private func number(_ text: String) -> JSONValue { TypeTable.scalar(text, type, form) }

    // MARK: Texts

    private func texts(_ random: inout SampleRandom) -> [SampleVariants.Variant] {
        let length = limits.length
        var found = [text(of: length.lowerBound, &random).map { variant("the shortest text", $0) }]
        if length.upperBound <= Self.longest {
            found.append(
                text(of: length.upperBound, &random).map { variant("the longest text", $0) })
        }
        found.append(variant("a text beyond ASCII", "naïve 日本 🎈"))
        found.append(variant("quotes, a backslash and a line break", "\"'\\\n<&>"))
        return found.compactMap(\.self)
    }

    /// Returns a text with a number of characters; `nil` if no pattern permits one.
    private func text(of count: Int, _ random: inout SampleRandom) -> JSONValue? {
        guard count <= Self.longest else { return nil }
        guard !limits.patterns.isEmpty else { return .string(SampleText.letters(count, &random)) }
        return PatternText.text(
            matching: limits.patterns, length: count...count, random: &random
        ).map { .string($0) }
    }

    // MARK: Numbers

    private func numbers() -> [SampleVariants.Variant] {
        var found: [SampleVariants.Variant] = []
        if let least = limits.least { found.append(variant("the least number", number(least))) }
        if let most = limits.most { found.append(variant("the greatest number", number(most))) }
        found.append(variant("zero", number("0")))
        let extremes =
            switch type {
            case .int32: [String(Int32.min), String(Int32.max)]
            case .int, .int64: [String(Int64.min), String(Int64.max)]
            case .uint64: [String(UInt64.max)]
            default: ["-0.5", "0.01"]
            }
        return found + extremes.map { variant($0, number($0)) }
    }

    private func brokenLimits(_ random: inout SampleRandom) -> [SampleVariants.Variant] {
        var found: [SampleVariants.Variant] = []
        if let least = limits.least.flatMap({ Decimal(string: $0) }) {
            found.append(variant("less than the least number", number("\(least - 1)")))
        }
        if let most = limits.most.flatMap({ Decimal(string: $0) }) {
            found.append(variant("more than the greatest number", number("\(most + 1)")))
        }
        guard type == .string else { return found }
        let length = limits.length
        if length.lowerBound > 0, length.lowerBound <= Self.longest {
            let text = SampleText.letters(length.lowerBound - 1, &random)
            found.append(variant("one character less than allowed", .string(text)))
        }
        if length.upperBound < Self.longest {
            let text = SampleText.letters(length.upperBound + 1, &random)
            found.append(variant("one character more than allowed", .string(text)))
        }
        if !limits.patterns.isEmpty {
            let candidates = ["", "~", "a", "0", " ", "A-1"].map { text in
                variant("a text that does not match the pattern", JSONValue.string(text))
            }
            if let first = candidates.first(where: { !isValid($0.value) }) { found.append(first) }
        }
        return found
    }
}
