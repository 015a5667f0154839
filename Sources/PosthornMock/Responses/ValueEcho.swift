internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// Puts what a request says into the value of its response.
struct ValueEcho: Sendable {
    let table: TypeTable

    /// Sets the members of an object that a body has too, where they fit.
    func echo(_ body: JSONValue?, into value: inout JSONValue, _ type: TypeExpression) {
        guard let body = body?.object, let fields = table.fields(of: table.unwrapped(type).type)
        else { return }
        for field in fields where !field.isConstant && !field.traits.isWriteOnly {
            guard let sent = JSONValue.object(body).value(at: field.path) else { continue }
            set(sent, field, &value)
        }
    }

    private func set(_ sent: JSONValue, _ field: FieldSpec, _ value: inout JSONValue) {
        guard !sent.isNull || field.type.isNullable else {
            if field.isOptional { value.set(nil, at: field.path[...]) }
            return
        }
        let harm = ValueChecker(table, .response).deviations(of: sent, from: field.type)
            .contains { !$0.isHarmless }
        if !harm { value.set(sent, at: field.path[...]) }
    }

    /// Returns the field of an object that a parameter of a path names, such as `id` for `{orderId}`.
    func key(_ parameter: String, in type: TypeExpression) -> FieldSpec? {
        let fields = table.fields(of: table.unwrapped(type).type) ?? []
        let folded = Self.folded(parameter)
        return fields.first { $0.wireName == parameter }
            ?? fields.first { Self.folded($0.wireName) == folded }
            ?? (folded.hasSuffix("id") ? fields.first { $0.wireName == "id" } : nil)
    }

    /// Sets the key of an object to the text of a path.
    func setKey(
        _ parameter: String, _ text: String, in value: inout JSONValue, _ type: TypeExpression
    ) {
        guard value.object != nil, let field = key(parameter, in: type) else { return }
        set(table.value(ofText: text, as: field.type), field, &value)
    }

    static func folded(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Returns a stored value as one of a type: with its members, and others from a sample.
    func projected(_ stored: JSONValue, on sample: JSONValue, _ type: TypeExpression) -> JSONValue {
        guard sample.object != nil else { return sample }
        var value = sample
        for field in table.fields(of: table.unwrapped(type).type) ?? []
        where !field.isConstant && !field.traits.isWriteOnly {
            if let member = stored.value(at: field.path) {
                set(member, field, &value)
            } else if field.isOptional {
                value.set(nil, at: field.path[...])
            }
        }
        return value
    }
}
