internal import PosthornSpec

/// Writes how an object keeps, reads and writes its fields.
///
/// `let` properties and calls of concrete functions: what the compiler takes least time for
/// (`Documentation/GeneratedCode.md`).
struct ObjectCode {
    let fields: [FieldModel]
    let context: GeneratorContext

    /// The properties of a field: one, or a box and what is in it.
    func properties(of field: FieldModel) -> [Declaration] {
        let doc: DocComment = field.doc.map { [.text($0)] } ?? []
        guard field.isBoxed else {
            return [
                .variable(
                    VariableDeclaration(
                        doc: doc, introducer: "public let", name: field.name,
                        rest: ": \(field.fullType)"))
            ]
        }
        let box = box(of: field)
        let boxed = field.isPresence ? "Indirect<\(field.fullType)>" : "Indirect<\(field.type)>?"
        return [
            .variable(
                VariableDeclaration(introducer: "private let", name: box, rest: ": \(boxed)")),
            .function(
                FunctionDeclaration(
                    doc: doc, introducer: "public var \(field.name): \(field.fullType)",
                    parameters: nil,
                    body: [.text(field.isPresence ? "\(box).value" : "\(box)?.value")])),
        ]
    }

    private func box(of field: FieldModel) -> String { unused(field.plainName + "Box") }

    /// A name that no field has.
    private func unused(_ name: String) -> String {
        var name = name
        while fields.contains(where: { $0.plainName == name }) { name += "Value" }
        return name
    }

    /// The assignment of a value to a field.
    func assignment(of field: FieldModel, _ value: String) -> Statement {
        guard field.isBoxed else { return .text("self.\(field.plainName) = \(value)") }
        return .text(
            "self.\(box(of: field)) = "
                + (field.isPresence ? "Indirect(\(value))" : ".box(\(value))"))
    }

    /// The variable that a field is read into.
    private func local(_ field: FieldModel) -> String {
        field.plainName == "json" || field.plainName == "key"
            ? unused(field.plainName + "Value") : field.name
    }

    var reading: FunctionDeclaration {
        var body: [Statement] = fields.map { field in
            .text(
                field.isPresence
                    ? "var \(local(field)): \(field.fullType) = .absent"
                    : "var \(local(field)): \(field.type)?")
        }
        body.append(.text("try json.beginObject()"))
        if fields.isEmpty {
            body.append(
                .block("while try json.nextKey() != nil", [.text("try json.skip()")]))
        } else {
            var branches = fields.map { field in
                Statement.Branch(pattern: "case \(literal(field.wireName))", result: read(field))
            }
            branches.append(Statement.Branch(pattern: "default", result: "try json.skip()"))
            body.append(
                .block("while let key = try json.nextKey()", [.switching(on: "key", branches)]))
        }
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
        return "try json.\(name)(&\(local(field))\(form))"
    }

    private func value(of field: FieldModel) -> String {
        let local = local(field)
        if field.isOptional || field.spec.type.isNullable { return local }
        if let text = field.defaultText { return "\(local) ?? \(text)" }
        return "try json.require(\(local), \(literal(field.wireName)))"
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
