internal import PosthornFormat
internal import PosthornSpec

/// Writes defaults and examples as they are sent.
extension Exporter {
    /// Returns a number as YAML 1.1 and JSON read it.
    static func number(_ text: String) -> String {
        guard let sign = text.firstIndex(where: { $0 == "e" || $0 == "E" }) else { return text }
        let mantissa = text[..<sign] + (text[..<sign].contains(".") ? "" : ".0")
        let exponent = text[text.index(after: sign)...]
        let isSigned = exponent.hasPrefix("-") || exponent.hasPrefix("+")
        return "\(mantissa)e\(isSigned ? "" : "+")\(exponent)"
    }

    /// Returns a value; `nil` if the spec has another notation than the message.
    func value(_ value: DefaultSpec.Value, _ type: TypeExpression) -> SpecValue? {
        let target = type.limited(types).type
        switch value {
        case .text(let text):
            if type.isNullable, PlainValue(text) == .null { return .plain("null") }
            return self.value(text, target)
        case .list(let items):
            var positions: [TypeExpression]?
            if case .tuple(let tuple)? = target.kind(in: types) {
                positions = tuple.positions.map(\.type)
            }
            let values = items.enumerated().compactMap { index, item -> SpecValue? in
                guard let positions else { return self.value(item, target.element) }
                return index < positions.count ? self.value(item, positions[index]) : nil
            }
            return values.count == items.count ? .list(values) : nil
        case .map(let members):
            let fields = shapes.shape(of: target)?.fields ?? []
            let values = members.compactMap { member -> SpecMember? in
                let own = fields.first { $0.wireName == member.key }?.type
                guard own != nil || target.isMap || target.scalar == .json else { return nil }
                return self.value(member.value, own ?? target.element)
                    .map { SpecMember(member.key, $0) }
            }
            return values.count == members.count ? .map(values) : nil
        }
    }

    private func value(_ text: String, _ type: TypeExpression) -> SpecValue? {
        if case .enumeration(let spec)? = type.kind(in: types) {
            return spec.isInteger || spec.isFraction ? .plain(Self.number(text)) : .exact(text)
        }
        switch type.scalar {
        case nil: return nil
        case .bool: return type.form == nil ? .plain(text) : nil
        case .date, .duration: return type.form == nil ? .exact(text) : nil
        case .json: return PlainValue(text) == .text ? .exact(text) : .plain(Self.number(text))
        case let scalar?:
            return scalar.isNumber && type.form == nil ? .plain(Self.number(text)) : .exact(text)
        }
    }
}
