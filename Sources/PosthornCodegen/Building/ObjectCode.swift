internal import PosthornSpec

/// Writes how an object keeps, reads and writes its fields.
///
/// `let` properties and calls of concrete functions: what the compiler takes least time for
/// (`Documentation/GeneratedCode.md`).
struct ObjectCode {
    let fields: [FieldModel]
    let context: GeneratorContext

    /// The property of a field.
    func property(of field: FieldModel) -> Declaration {
        .variable(
            VariableDeclaration(
                doc: field.doc.map { [.text($0)] } ?? [], introducer: "public let",
                name: field.name, rest: ": \(field.fullType)"))
    }

    /// A name that no field has.
    private func unused(_ name: String) -> String {
        var name = name
        while fields.contains(where: { $0.plainName == name }) { name += "Value" }
        return name
    }

    /// The assignment of a value to a field.
    func assignment(of field: FieldModel, _ value: String) -> Statement {
        .text("self.\(field.plainName) = \(value)")
    }

    /// The variable that a field is read into.
    private func local(_ field: FieldModel) -> String {
        ["json", "key", "object"].contains(field.plainName)
            ? unused(field.plainName + "Value") : field.name
    }

    var reading: FunctionDeclaration {
        var body: [Statement] = fields.map { field in
            .text(
                field.isPresence
                    ? "var \(local(field)): \(field.fullType) = .absent"
                    : "var \(local(field)): \(field.type)?")
        }
        body.append(.text("let object = json.beginObject()"))
        if fields.isEmpty {
            body.append(.block("while json.nextKey() != nil", [.text("json.skip()")]))
        } else {
            var branches = fields.map { field in
                Statement.Branch(pattern: "case \(literal(field.wireName))", result: read(field))
            }
            branches.append(Statement.Branch(pattern: "default", result: "json.skip()"))
            body.append(
                .block("while let key = json.nextKey()", [.switching(on: "key", branches)]))
        }
        body.append(check)
        body += fields.map { assignment(of: $0, value(of: $0)) }
        return FunctionDeclaration(
            introducer: "public init", parameters: ["json: inout JSONReader"], effects: "throws",
            body: body)
    }

    private func read(_ field: FieldModel) -> String {
        let mayBeNull = field.isOptional || field.spec.type.isNullable || field.defaultText != nil
        let name =
            (context.isForeign(field.spec.type) ? "readCodable" : "read")
            + (mayBeNull && !field.isPresence ? "IfPresent" : "")
        let form = field.form.map { ", as: .\($0)" } ?? ""
        return "json.\(name)(&\(local(field))\(form))"
    }

    private func value(of field: FieldModel) -> String {
        let local = local(field)
        if field.isOptional || field.spec.type.isNullable { return local }
        if let text = field.defaultText { return "\(local) ?? \(text)" }
        return local
    }

    /// Leaves the initializer unless all was as expected: in one place, as each place that throws
    /// has the compiler clean up all variables once more.
    private var check: Statement {
        let needed = fields.filter(isNeeded)
        var arguments = [Call.Argument(label: "in", value: .text("object"))]
        for (index, field) in needed.enumerated() {
            let label = index == 0 ? "needing" : nil
            arguments.append(Call.Argument(label: label, value: .text(literal(field.wireName))))
        }
        return .guarding(
            ["json.isIntact"] + needed.map { "let \(local($0))" },
            Call("json.failure", arguments))
    }

    /// Whether the object is refused without the field.
    private func isNeeded(_ field: FieldModel) -> Bool {
        !field.isOptional && !field.spec.type.isNullable && field.defaultText == nil
    }

    var writing: FunctionDeclaration {
        var body: [Statement] = []
        let checks = fields.flatMap { field in
            LimitCalls.checks(of: field, value: value(field), receiver: "json")
        }
        if !checks.isEmpty { body.append(.block("if json.checksLimits", checks)) }
        body.append(.text("try json.beginObject()"))
        body += fields.map(write)
        body.append(.text("json.endObject()"))
        return FunctionDeclaration(
            introducer: "public func write", parameters: ["json: inout JSONWriter"],
            effects: "throws", body: body)
    }

    /// The value of a field where the writer hides a property of its name.
    private func value(_ field: FieldModel) -> String {
        field.plainName == "json" ? "self.json" : field.name
    }

    private func write(_ field: FieldModel) -> Statement {
        let name =
            (context.isForeign(field.spec.type) ? "writeCodable" : "write")
            + (field.isOptional ? "IfPresent" : "")
        var arguments = [literal(field.wireName), value(field)].map {
            Call.Argument(label: nil, value: .text($0))
        }
        if let form = field.form {
            arguments.append(Call.Argument(label: "as", value: .text(".\(form)")))
        }
        return .call(prefix: "try ", Call("json.\(name)", arguments))
    }
}
