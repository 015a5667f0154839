internal import PosthornSpec

/// The generator of an object's decoder and encoder.
///
/// It uses concrete functions, which compile fastest (`Documentation/GeneratedCode.md`).
struct ObjectCode {
    /// The fields with a member of their own.
    let fields: [FieldModel]
    /// The field that holds all other members, or `nil` for none.
    let others: FieldModel?
    let context: GeneratorContext
    /// Whether the type, or the declared type around it, contains itself.
    let isRecursive: Bool
    /// The members in JSON.
    private let members: [Member]

    init(fields: [FieldModel], context: GeneratorContext, isRecursive: Bool) {
        self.fields = fields.filter { !$0.spec.holdsOthers }
        others = fields.first { $0.spec.holdsOthers }
        members = Member.tree(of: self.fields)
        self.context = context
        self.isRecursive = isRecursive
    }

    /// Returns a name that no field has.
    private func unused(_ name: String) -> String {
        var name = name
        while fields.contains(where: { $0.plainName == name }) || others?.plainName == name {
            name += "Value"
        }
        return name
    }

    /// The initializer that decodes the members in any order, and the method that it calls, if any.
    ///
    /// A required member without a placeholder is kept in a local variable until the object ends. Nothing
    /// throws before the end, because the compiler adds cleanup code for all members at each throwing place.
    ///
    /// A throwing initializer copies the whole value at its end. A method that changes `self` in place needs
    /// about half the code. A type that contains itself does without it: 512 levels must fit on a small stack.
    var reading: [Declaration] {
        guard !fields.isEmpty || others != nil else {
            let call = Call("json.endObject", [.init("json.beginObject(\"\")")])
            return [initializer([.call(prefix: "try ", call)])]
        }
        let (object, member) = (unused("object"), unused("member"))
        var body: [Statement] = []
        var readings: [ObjectIdentifier: String] = [:]
        var kept: [FieldModel] = []
        if let others { body.append(.text("\(target(others)) = [:]")) }
        for field in fields {
            if let constant = field.constant {
                readings[ObjectIdentifier(field)] = "json.constant(\(constant))"
                continue
            }
            let isBoxed = context.layout.boxed.contains(field.spec)
            let read = MemberCall(
                field, isForeign: context.isForeign(field.spec.type), isBoxed: isBoxed)
            var target = target(field)
            if let start = read.start {
                // Swift sets optional variables to nil.
                if start != "nil" || isBoxed || field.spec.isSecret {
                    body.append(.text("\(target) = \(start)"))
                }
                if read.returnsBox { target = "_\(field.plainName)" }
            } else {
                kept.append(field)
                target = local(field)
                let type = read.returnsBox ? "Boxed<\(field.type)>" : field.type
                body.append(.text("var \(target): \(type)?"))
            }
            let ending = read.keepsDefault ? " ?? \(target)" : ""
            readings[ObjectIdentifier(field)] =
                "\(target) = \(Wrapping.flat(read.call))\(ending)"
        }
        body.append(.words("var \(object) = json.beginObject", members.map(\.listed)))
        let next = "json.nextMember(&\(object)\(keepingOthers))"
        let loop =
            fields.isEmpty
            ? Statement.text("while \(next) != nil {}")
            : .block(
                "while let \(member) = \(next)",
                [.switching(on: member, branches(members, readings, level: 1))])
        let forgetting = forgetting
        if kept.isEmpty, !isRecursive {
            body.append(.text("readMembers(&json, &\(object))"))
            body += forgetting
            body.append(.text("try json.endObject(\(object))"))
            return [initializer(body), membersMethod(loop, object)]
        }
        body.append(loop)
        // Members in local variables have no values yet.
        if kept.isEmpty { body += forgetting }
        body += kept.isEmpty ? [.text("try json.endObject(\(object))")] : ending(kept, object)
        if !kept.isEmpty { body += forgetting }
        return [initializer(body)]
    }

    /// Returns the branches that read members, each with its index.
    ///
    /// - Parameter level: The number of objects around the members.
    private func branches(
        _ members: [Member], _ readings: [ObjectIdentifier: String], level: Int
    ) -> [Statement.Branch] {
        let branches = members.enumerated().map { index, member -> Statement.Branch in
            let pattern = "case \(index)"
            switch member {
            case .field(let field):
                return .init(pattern, readings[ObjectIdentifier(field)] ?? "break")
            case .object(_, let inner):
                return .init(
                    pattern,
                    body: nested(
                        inner, readings, level: level + 1, mayBeMissing: member.mayBeMissing))
            }
        }
        return branches + [.init("default", "break")]
    }

    /// Returns the statements that read an object around members of fields with `at`.
    private func nested(
        _ members: [Member], _ readings: [ObjectIdentifier: String], level: Int,
        mayBeMissing: Bool
    ) -> [Statement] {
        let (object, member) = (unused("object\(level)"), unused("member\(level)"))
        return (mayBeMissing ? [.text("if json.skipsNull() { break }")] : []) + [
            .words("var \(object) = json.beginObject", members.map(\.listed)),
            .block(
                "while let \(member) = json.nextMember(&\(object))",
                [.switching(on: member, branches(members, readings, level: level))]),
            .text("_ = json.finish(\(object))"),
        ]
    }

    /// The statements that remove what a response has for members that are only sent.
    private var forgetting: [Statement] {
        let fields = fields.filter { $0.spec.traits.isWriteOnly }
        guard !fields.isEmpty else { return [] }
        return [
            .block(
                "if json.isResponse",
                fields.map { .text("\(target($0)) = \($0.defaultText ?? "nil")") })
        ]
    }

    /// The arguments that name the field for all other members; empty for none.
    private var keepingOthers: String {
        guard let others else { return "" }
        let form = others.spec.type.format.map { ", as: \($0)" } ?? ""
        return ", others: &\(target(others))\(form)"
    }

    /// The method that reads the members; it is not inlined, because the initializer would copy the value then.
    private func membersMethod(_ loop: Statement, _ object: String) -> Declaration {
        var method = Declaration.function(
            "private mutating func readMembers",
            ["_ json: inout JSONReader", "_ \(object): inout JSONReader.Object"], [loop])
        method.attribute = "@inline(never)"
        method.hasAccess = false
        return method
    }

    /// Ends the object, and assigns the members that were kept in local variables.
    private func ending(_ kept: [FieldModel], _ object: String) -> [Statement] {
        let guarding = Statement.guarding(
            ["json.finish(\(object))"] + kept.map { "let \(local($0))" },
            Call("json.takeFailure"))
        return [guarding]
            + kept.map { field in
                context.layout.boxed.contains(field.spec)
                    ? .text("self._\(field.plainName) = \(local(field))")
                    : field.assignment(of: local(field))
            }
    }

    private func initializer(_ body: [Statement]) -> Declaration {
        .function("init", ["json: inout JSONReader"], effects: "throws", body)
    }

    /// Returns the expression that assigns to the property.
    private func target(_ field: FieldModel) -> String {
        isHidden(field) ? "self.\(field.plainName)" : field.name
    }

    private func local(_ field: FieldModel) -> String {
        field.plainName == "json" ? unused("jsonValue") : field.name
    }

    private func isHidden(_ field: FieldModel) -> Bool {
        field.plainName == "json" || field.plainName == "object" || field.plainName == "member"
    }

    var writing: Declaration {
        var body: [Statement] = []
        let checks = fields.flatMap { field in
            requirement(of: field)
                + LimitCalls.checks(
                    of: field, value: value(field), receiver: "json", context: context)
        }
        if !checks.isEmpty { body.append(.block("if json.checksLimits", checks)) }
        body.append(.text("json.beginObject()"))
        body += members.flatMap(write)
        if let others { body.append(writeOthers(others)) }
        body.append(.text("json.endObject()"))
        return .function("func write", ["json: inout JSONWriter"], body)
    }

    /// Returns the expression for the value, which the writer's parameter may shadow.
    private func value(_ field: FieldModel) -> String {
        field.plainName == "json" ? "self.json" : field.name
    }

    /// Returns the check that a member which is only sent has a value.
    private func requirement(of field: FieldModel) -> [Statement] {
        guard field.spec.isOneWay, field.spec.traits.isWriteOnly else { return [] }
        let isSet = Call.Argument("isSet", "\(value(field)) != nil")
        return [.call(Call("json.check", [.init(literal(field.spec.shownName)), isSet]))]
    }

    private func writeOthers(_ others: FieldModel) -> Statement {
        var call = Call("json.writeOthers", texts: [value(others)])
        if let format = others.spec.type.format { call.arguments.append(.init("as", format)) }
        call.arguments.append(
            .init("besides", literal(members.map(\.listed).joined(separator: " "))))
        return .call(call)
    }

    private func write(_ member: Member) -> [Statement] {
        switch member {
        case .field(let field):
            var conditions: [String] = []
            if field.spec.traits.isReadOnly { conditions.append("!json.isRequest") }
            if field.spec.isSecret {
                conditions.append("!json.hides(\(literal(field.memberName)))")
            }
            return conditions.isEmpty
                ? [write(field)]
                : [.block("if \(conditions.joined(separator: ", "))", [write(field)])]
        case .object(let name, let members):
            let statements: [Statement] =
                [.text("json.beginObject(\(literal(name)))")] + members.flatMap(write)
                + [.text("json.endObject()")]
            guard var conditions = member.conditions(value) else { return statements }
            if conditions.count > 1 {
                conditions = conditions.map { $0.contains("&&") ? "(\($0))" : $0 }
            }
            return [.block("if \(conditions.joined(separator: " || "))", statements)]
        }
    }

    private func write(_ field: FieldModel) -> Statement {
        if let constant = field.constant {
            return .call(Call("json.write", texts: [literal(field.memberName), constant]))
        }
        let name =
            (context.isForeign(field.spec.type) ? "writeCodable" : "write")
            + (field.isOptional || field.spec.isOneWay ? "IfPresent" : "")
        var call = Call("json.\(name)", texts: [literal(field.memberName), value(field)])
        if let format = field.spec.type.format { call.arguments.append(.init("as", format)) }
        return .call(call)
    }
}
