internal import FoundationEssentials
internal import PosthornJSON
internal import PosthornSpec

/// The limits of a field, by kind.
struct ValueLimits: Sendable {
    /// The number of characters, elements or bytes.
    var length = 0...Int.max
    /// The limits of a number as the spec writes them; `nil` for none.
    var least: String?
    var most: String?
    var patterns: [String] = []

    init(_ limits: [LimitSpec]) {
        for limit in limits {
            switch limit.kind {
            case .length(let lower, let upper):
                length = max(lower, length.lowerBound)...min(upper ?? .max, length.upperBound)
            case .range(let lower, let upper): (least, most) = (lower ?? least, upper ?? most)
            case .pattern(let pattern): patterns.append(pattern)
            }
        }
    }

    /// Returns whether a number is in the range.
    func contains(_ number: JSONValue.Number) -> Bool {
        (least.map { Self.isOrdered($0, number.text) } ?? true)
            && (most.map { Self.isOrdered(number.text, $0) } ?? true)
    }

    private static func isOrdered(_ left: String, _ right: String) -> Bool {
        if let left = Decimal(string: left), let right = Decimal(string: right) {
            return left <= right
        }
        return (Double(left) ?? .nan) <= (Double(right) ?? .nan)
    }

    /// Returns how a value breaks the limits; `nil` if it does not.
    ///
    /// - Parameters:
    ///   - type: The limited type, without wrappers around it.
    func problem(of value: JSONValue, _ type: TypeExpression) -> (expected: String, found: String)?
    {
        if let count = Self.length(of: value, type), !length.contains(count) {
            let unit =
                value.string == nil ? "elements" : type.scalar == .data ? "bytes" : "characters"
            let allowed =
                length.upperBound == .max
                ? "at least \(length.lowerBound)" : "\(length.lowerBound) to \(length.upperBound)"
            return ("one of \(allowed) \(unit)", "\(value.kindWords) of \(count) \(unit)")
        }
        if least != nil || most != nil, let number = Self.number(value), !contains(number) {
            let allowed = [least.map { "at least \($0)" }, most.map { "at most \($0)" }]
                .compactMap(\.self).joined(separator: " and ")
            return ("one of \(allowed)", "a number outside of the range")
        }
        if let text = value.string,
            let pattern = patterns.first(where: { PatternText.matches(text, $0) == false })
        {
            return ("one that matches \(pattern)", "a text")
        }
        return nil
    }

    private static func number(_ value: JSONValue) -> JSONValue.Number? {
        value.number ?? value.string.flatMap { JSONValue.Number(text: $0) }
    }

    private static func length(of value: JSONValue, _ type: TypeExpression) -> Int? {
        switch value {
        case .array(let items): items.count
        case .object(let members): members.count
        case .string(let text):
            switch type.scalar {
            case .data: DataFormat(form: type.form).data(from: text)?.count
            case let scalar where scalar?.isNumber == true: nil
            default: text.unicodeScalars.count
            }
        case .null, .bool, .number: nil
        }
    }
}

extension DataFormat {
    /// Creates the format with a name in a spec; `nil` is that of base64.
    init(form: String?) { self = form.flatMap { DataFormat(rawValue: $0) } ?? .base64 }
}

extension DateFormat {
    /// Creates the format with a name in a spec; `nil` is that of RFC 3339.
    init(form: String?) {
        let name = form?.replacing(" string", with: "String")
        self = name.flatMap { DateFormat(rawValue: $0) } ?? .rfc3339
    }
}
