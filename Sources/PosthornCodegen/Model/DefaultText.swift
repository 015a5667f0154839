internal import PosthornSpec

/// A default in Swift code and in documentation.
struct DefaultText {
    var value: DefaultSpec.Value
    var type: TypeExpression
    var context: GeneratorContext

    var swift: String { swift(value, type) }

    var doc: String {
        switch value {
        case .text(let text): Self.code(text)
        case .map(let members): members.isEmpty ? "empty" : Self.code(Self.plain(value))
        case .list(let items):
            items.isEmpty
                ? "empty" : items.map { Self.code(Self.plain($0)) }.joined(separator: ", ")
        }
    }

    private static func plain(_ value: DefaultSpec.Value) -> String {
        switch value {
        case .text(let text): text
        case .list(let items): "[" + items.map(plain).joined(separator: ", ") + "]"
        case .map(let members):
            "{ " + members.map { "\($0.key): \(plain($0.value))" }.joined(separator: ", ") + " }"
        }
    }

    static func code(_ text: String) -> String {
        text.isEmpty ? "the empty text" : "`\(text.filter { $0 != "`" && !$0.isNewline })`"
    }

    private func swift(_ value: DefaultSpec.Value, _ type: TypeExpression) -> String {
        switch (value, type) {
        case (_, .optional(let wrapped)): return swift(value, wrapped)
        case (.list(let items), .array(let item)):
            return "[" + items.map { swift($0, item) }.joined(separator: ", ") + "]"
        case (.map(let members), .map(let item)):
            let pairs = members.map { "\(literal($0.key)): \(swift($0.value, item))" }
            return pairs.isEmpty ? "[:]" : "[" + pairs.joined(separator: ", ") + "]"
        default: break
        }
        if let kind = context.kind(of: type) { return swift(value, kind, type) }
        guard case .text(let text) = value else { return "[]" }
        switch type.scalar {
        case .string: return literal(text)
        case .decimal, .double, .float: return Self.number(text, type)
        case .date: return Self.date(text, type)
        case .duration: return Self.duration(text, type)
        case .uuid: return "DefaultValue.uuid(0x\(text.replacing("-", with: "_")))"
        case .url: return "DefaultValue.url(\(literal(text)))"
        case .data: return Self.data(text, type)
        default: return text
        }
    }

    private static func date(_ text: String, _ type: TypeExpression) -> String {
        guard let format = type.format else { return "DefaultValue.date(\(literal(text)))" }
        return "DefaultValue.date(\(literal(text)), \(format))"
    }

    private static func duration(_ text: String, _ type: TypeExpression) -> String {
        let nanoseconds = WireDuration(text, form: type.form)?.nanoseconds ?? 0
        for (unit, length) in [("seconds", 1_000_000_000), ("milliseconds", 1_000_000)]
        where nanoseconds.isMultiple(of: length) {
            return ".\(unit)(\(nanoseconds / length))"
        }
        return ".nanoseconds(\(nanoseconds))"
    }

    /// Returns bytes as a number, because the compiler checks the digits of a number.
    private static func data(_ text: String, _ type: TypeExpression) -> String {
        let digits = type.form == "hex" ? text.lowercased() : hexadecimal(ofBase64: text)
        let groups = digits.enumerated().map { place, digit in
            place > 0 && place.isMultiple(of: 8) ? "_\(digit)" : "\(digit)"
        }
        let number = groups.isEmpty ? "0" : "0x" + groups.joined()
        return "DefaultValue.data(\(number), count: \(digits.utf8.count / 2))"
    }

    /// Returns the hexadecimal digits of bytes in base64 or base64url (RFC 4648).
    private static func hexadecimal(ofBase64 text: String) -> String {
        var bits = 0
        var count = 0
        var digits = ""
        for byte in text.utf8 {
            let value: Int
            switch byte {
            case 0x41...0x5a: value = Int(byte) - 0x41
            case 0x61...0x7a: value = Int(byte) - 0x61 + 26
            case 0x30...0x39: value = Int(byte) - 0x30 + 52
            case 0x2b, 0x2d: value = 62
            case 0x2f, 0x5f: value = 63
            // The padding.
            default: continue
            }
            bits = (bits << 6 | value) & 0x3fff
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            let whole = bits >> count & 0xff
            digits += (whole < 16 ? "0" : "") + String(whole, radix: 16)
        }
        return digits
    }

    private func swift(
        _ value: DefaultSpec.Value, _ kind: TypeSpec.Kind, _ kindType: TypeExpression
    ) -> String {
        switch (value, kind) {
        case (.text(let text), .enumeration):
            let name = context.shapes.caseName(of: text, in: kindType)
            return ".\(name ?? "unknown(\(literal(text)))")"
        case (_, .wrapper(let type, _)): return ".init(\(swift(value, type)))"
        case (.list(let items), .tuple(let tuple)):
            var arguments = zip(items, tuple.positions).map { item, field in
                "\(SwiftName.argumentLabel(field.swiftName)): \(swift(item, field.type))"
            }
            if let rest = tuple.rest, items.count > tuple.positions.count {
                let others = DefaultSpec.Value.list(Array(items.dropFirst(tuple.positions.count)))
                let label = SwiftName.argumentLabel(rest.swiftName)
                arguments.append("\(label): \(swift(others, rest.type))")
            }
            return ".init(\(arguments.joined(separator: ", ")))"
        case (.map(let members), .object):
            guard let shape = context.shapes.shape(of: kindType) else { return "[]" }
            // The initializer takes required arguments first.
            let arguments = members.compactMap { member in
                shape.places[member.key].map { (place: $0, value: member.value) }
            }
            .filter { !shape.fields[$0.place].isConstant }
            .sorted {
                (shape.fields[$0.place].mayBeLeftOut ? 1 : 0, $0.place)
                    < (shape.fields[$1.place].mayBeLeftOut ? 1 : 0, $1.place)
            }
            .map { argument in
                let field = shape.fields[argument.place]
                let label = SwiftName.argumentLabel(field.swiftName)
                return "\(label): \(swift(argument.value, field.type))"
            }
            return ".init(\(arguments.joined(separator: ", ")))"
        default: return "[]"
        }
    }

    /// Returns a number as a literal without a compiler warning.
    static func number(_ text: String, _ type: TypeExpression) -> String {
        switch type.scalar {
        // A Decimal literal would pass through a binary fraction, and would need an import that the file may
        // lack.
        case .decimal: return "DefaultValue.decimal(\(literal(text)))"
        // An integer that the type cannot represent exactly causes a warning, and a fraction does not.
        case .double where isRounded(text, to: Double.self): return text + ".0"
        case .float where isRounded(text, to: Float.self): return text + ".0"
        default: return text
        }
    }

    private static func isRounded<Number: BinaryFloatingPoint>(
        _ text: String, to type: Number.Type
    ) -> Bool {
        guard text.utf8.allSatisfy({ "-0123456789".utf8.contains($0) }) else { return false }
        return Int64(text).flatMap { type.init(exactly: $0) } == nil
    }
}
