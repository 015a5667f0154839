internal import PosthornSpec

/// The generator of an object's decoder and encoder.
///
/// It uses `let` properties and concrete functions, which compile fastest (`Documentation/GeneratedCode.md`).
struct ObjectCode {
    let fields: [FieldModel]
    let context: GeneratorContext

    /// Returns a name that no field has.
    private func unused(_ name: String) -> String {
        var name = name
        while fields.contains(where: { $0.plainName == name }) { name += "Value" }
        return name
    }

    /// The initializer that decodes the members in the order of the spec.
    ///
    /// A member whose decoder may return no value is kept in a local constant until the object ends. Nothing
    /// throws before the end, because the compiler adds cleanup code for all decoded members at each throwing
    /// place.
    var reading: Declaration {
        let object = unused("object")
        let names = fields.contains(where: hasEscapedName) ? "hasEscapedNames: true" : ""
        var body: [Statement] = [.text("let \(object) = json.beginObject(\(names))")]
        var kept: [FieldModel] = []
        for field in fields {
            let read = MemberCall(field, isForeign: context.isForeign(field.spec.type))
            if !read.isWhole { kept.append(field) }
            let target = read.isWhole ? target(field) : "let \(local(field)): \(field.type)?"
            body.append(.assigning(target: target, read.call, fallback: read.fallback))
        }
        if kept.isEmpty {
            body.append(.text("try json.endObject(\(object))"))
        } else {
            body.append(
                .guarding(
                    ["json.finish(\(object))"] + kept.map { "let \(local($0))" },
                    Call("json.takeFailure")))
            body += kept.map { $0.assignment(of: local($0)) }
        }
        return .function("required init", ["json: inout JSONReader"], effects: "throws", body)
    }

    /// Returns whether JSON can write the field's name only with escapes.
    private func hasEscapedName(_ field: FieldModel) -> Bool {
        field.wireName.utf8.contains {
            $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
        }
    }

    /// Returns the expression that assigns to the property.
    private func target(_ field: FieldModel) -> String {
        isHidden(field) ? "self.\(field.plainName)" : field.name
    }

    private func local(_ field: FieldModel) -> String {
        field.plainName == "json" ? unused("jsonValue") : field.name
    }

    private func isHidden(_ field: FieldModel) -> Bool {
        field.plainName == "json" || field.plainName == "object"
    }

    var writing: Declaration {
        var body: [Statement] = []
        let checks = fields.flatMap { field in
            LimitCalls.checks(of: field, value: value(field), receiver: "json", context: context)
        }
        if !checks.isEmpty { body.append(.block("if json.checksLimits", checks)) }
        body.append(.text("json.beginObject()"))
        body += fields.map(write)
        body.append(.text("json.endObject()"))
        return .function("override func write", ["json: inout JSONWriter"], body)
    }

    /// Returns the expression for the value, which the writer's parameter may shadow.
    private func value(_ field: FieldModel) -> String {
        field.plainName == "json" ? "self.json" : field.name
    }

    private func write(_ field: FieldModel) -> Statement {
        let name =
            (context.isForeign(field.spec.type) ? "writeCodable" : "write")
            + (field.isOptional ? "IfPresent" : "")
        var call = Call("json.\(name)", texts: [literal(field.wireName), value(field)])
        if let form = field.spec.type.form { call.arguments.append(.init("as", ".\(form)")) }
        return .call(call)
    }
}
