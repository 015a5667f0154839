internal import PosthornSpec

/// The generator of a tuple's decoder and encoder.
struct TupleCode {
    let tuple: TupleSpec
    /// The models of the positions, followed by that of the rest.
    let fields: [FieldModel]
    let context: GeneratorContext

    /// The number of elements that every value has.
    private var count: Int { tuple.positions.count }

    var reading: Declaration {
        var body: [Statement] = [.text("var elements = try json.beginTuple(\(count))")]
        for field in fields.prefix(count) {
            body.append(assignment(of: field, "element", field.spec.type))
        }
        if let rest = fields.dropFirst(count).first, let type = rest.spec.type.item {
            body.append(assignment(of: rest, "rest", type))
        } else {
            body.append(.text("try json.endTuple(&elements)"))
        }
        return .function("init", ["json: inout JSONReader"], effects: "throws", body)
    }

    private func assignment(
        of field: FieldModel, _ function: String, _ type: TypeExpression
    ) -> Statement {
        let isHidden = ["json", "elements"].contains(field.plainName)
        let target = isHidden ? "self.\(field.plainName)" : field.name
        let form = type.format.map { ", as: \($0)" } ?? ""
        return .text("\(target) = try json.\(function)(&elements\(form))")
    }

    var writing: Declaration {
        var body: [Statement] = []
        let checks = fields.flatMap { field in
            LimitCalls.checks(of: field, value: value(field), receiver: "json", context: context)
        }
        if !checks.isEmpty { body.append(.block("if json.checksLimits", checks)) }
        body.append(.text("json.beginTuple()"))
        body += fields.prefix(count).map { write($0, "writeElement", $0.spec.type) }
        if let rest = fields.dropFirst(count).first, let type = rest.spec.type.item {
            body.append(write(rest, "writeElements", type))
        }
        body.append(.text("json.endTuple()"))
        return .function("func write", ["json: inout JSONWriter"], body)
    }

    private func write(
        _ field: FieldModel, _ function: String, _ type: TypeExpression
    ) -> Statement {
        var call = Call("json.\(function)", texts: [value(field)])
        if let format = type.format { call.arguments.append(.init("as", format)) }
        return .call(call)
    }

    /// Returns the expression for the value, which the writer's parameter may shadow.
    private func value(_ field: FieldModel) -> String {
        field.plainName == "json" ? "self.json" : field.name
    }
}

extension TypeExpression {
    /// The type of an array's elements, or `nil` for another type.
    fileprivate var item: TypeExpression? { if case .array(let item) = self { item } else { nil } }
}
