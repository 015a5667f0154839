internal import FoundationEssentials
package import PosthornJSON
package import PosthornSpec

extension TypeTable {
    /// Returns a text of a path, a query, a header field, a form or a command line as a value of its type.
    ///
    /// A text that the type does not have is a string, so that a check reports it.
    package func value(ofText text: String, as type: TypeExpression) -> JSONValue {
        let (type, _) = unwrapped(type)
        switch kind(of: type) {
        case .enumeration(let spec)?: return spec.json(text)
        case .union(let union)?:
            let values = union.cases.map { value(ofText: text, as: $0.type) }
            return values.first { $0.string == nil } ?? .string(text)
        case .object?, .tuple?, .foreign?: return .of(text: text)
        case .wrapper?, .refused?: return .string(text)
        case nil: break
        }
        guard let scalar = type.scalar else { return .of(text: text) }
        switch (scalar, type.form) {
        case (.json, _): return .of(text: text)
        case (.bool, nil): return Bool(text).map { .bool($0) } ?? .string(text)
        case (.bool, "int"), (.date, "unix"), (.date, "millis"), (.duration, "seconds"),
            (.duration, "millis"):
            return .number(of: text)
        case (_, nil) where scalar.isNumber: return .number(of: text)
        default: return .string(text)
        }
    }
}

extension JSONValue {
    /// Returns the JSON of a text, or the text if it is none.
    package static func of(text: String) -> JSONValue {
        (try? JSONValue(document: Data(text.utf8), depth: 512)) ?? .string(text)
    }

    /// Returns the number of a text, or the text if it is none.
    package static func number(of text: String) -> JSONValue {
        Number(text: text).map { .number($0) } ?? .string(text)
    }

    /// The text of a scalar; `nil` for another value.
    package var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let bool): String(bool)
        case .null, .array, .object: nil
        }
    }
}
