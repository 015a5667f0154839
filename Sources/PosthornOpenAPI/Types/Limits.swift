internal import PosthornForeign
internal import PosthornSpec

/// The limits of values that both languages have.
struct Limits {
    /// A limit of a field: `length`, `range` or `pattern`, with its text.
    typealias Limit = (key: String, text: String)

    private let node: Node
    private let target: Node
    /// The limits that both languages have.
    private(set) var limits: [Limit] = []
    /// Those that are not checked.
    private(set) var notes: [(node: Node, reason: String)] = []

    /// Reads the limits of a field, which stand at the field or at the schema that it refers to.
    init(_ node: Node, _ target: Node, _ type: TypeText) {
        (self.node, self.target) = (node, target)
        switch type {
        case .array: length("minItems", "maxItems")
        case .map: length("minProperties", "maxProperties")
        case .name("String"):
            length("minLength", "maxLength")
            pattern()
        case .name("Int"): range(isWhole: true)
        case .name("Double"): range(isWhole: false)
        default: break
        }
    }

    private func value(_ key: String) -> Node? { node[key] ?? target[key] }

    private mutating func note(_ key: String, _ reason: String = "is not checked") {
        guard let value = value(key) else { return }
        notes.append((value, "\(quoted("\(key): \(value.text)")) \(reason)"))
    }

    // MARK: Lengths

    private mutating func length(_ lower: String, _ upper: String) {
        let least = count(lower)
        let most = count(upper)
        guard least ?? 0 <= most ?? .max else {
            note(lower, "is greater than \(quoted(upper)), and neither is checked")
            return
        }
        add("length", least.flatMap { $0 == 0 ? nil : String($0) }, most.map { String($0) })
    }

    private mutating func count(_ key: String) -> Int? {
        guard let value = value(key), !value.isNull else { return nil }
        if let count = value.integer ?? Self.whole(value.text, .towardZero), count >= 0 {
            return count
        }
        // A limit that no value exceeds.
        if value.isNumber, Double(value.text) ?? 0 > 0x1p62 { return nil }
        note(key)
        return nil
    }

    private mutating func add(_ key: String, _ lower: String?, _ upper: String?) {
        guard lower != nil || upper != nil else { return }
        limits.append((key, "\(lower ?? "")...\(upper ?? "")"))
    }

    // MARK: Patterns

    private mutating func pattern() {
        guard let pattern = value("pattern")?.string else { return }
        let length = pattern.utf8.count
        guard length <= 200 else {
            return notes.append(
                (node, "'pattern' of \(length) characters is not checked: the most are 200"))
        }
        // Swift reads the others as other languages do.
        guard pattern.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), (try? Regex(pattern)) != nil
        else { return note("pattern") }
        limits.append(("pattern", pattern))
    }

    // MARK: Ranges

    private mutating func range(isWhole: Bool) {
        let lower = bound("minimum", "exclusiveMinimum", isWhole, 1)
        let upper = bound("maximum", "exclusiveMaximum", isWhole, -1)
        if let least = lower.flatMap(Double.init), let most = upper.flatMap(Double.init),
            least > most
        {
            note("minimum", "is greater than 'maximum', and neither is checked")
            return
        }
        add("range", lower, upper)
    }

    /// Returns a bound that a value may have: that of the document, or the one beside an excluded one.
    private mutating func bound(
        _ key: String, _ exclusive: String, _ isWhole: Bool, _ step: Int
    ) -> String? {
        let isExclusive = value(exclusive)?.isTrue == true
        let isNumber = value(exclusive)?.isNumber == true
        let name = isNumber ? exclusive : key
        guard let limit = value(name), !limit.isNull else { return nil }
        guard limit.isNumber, let number = Double(limit.text), number.isFinite else {
            note(name)
            return nil
        }
        guard isWhole else {
            if number.magnitude > 1e300 { return nil }
            if limit.text.utf8.count < 16 { return limit.text }
            note(name)
            return nil
        }
        // No value of the type is beyond.
        guard number.magnitude < 0x1p63 else { return nil }
        if isExclusive || isNumber, let whole = limit.integer ?? Self.whole(limit.text, nil) {
            let (next, isOver) = whole.addingReportingOverflow(step)
            return isOver ? nil : String(next)
        }
        return (limit.integer ?? Self.whole(limit.text, step > 0 ? .up : .down)).map { String($0) }
    }

    /// Returns the whole number of a text such as `10.0`, or the next one by a rule.
    private static func whole(_ text: String, _ rule: FloatingPointRoundingRule?) -> Int? {
        guard let number = Double(text), number.magnitude < 0x1p62 else { return nil }
        if let rule { return Int(number.rounded(rule)) }
        return number == number.rounded() ? Int(number) : nil
    }
}
