/// Checks that the members that `poll` names exist in the state, and have suitable types.
enum PollsFit: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete else { return }
        let types = draft.types
        let shapes = ObjectShapes(types)
        let values = ValueCheck(types: types, isExample: false)
        draft.forEachEndpoint(log) { log, endpoint in
            guard let poll = endpoint.poll else { return }
            let members = MemberLookup(types: types, shapes: shapes, log: log)
            PollCheck(
                endpoint: endpoint, poll: poll, members: members, values: values, log: log
            ).run()
        }
    }
}

/// The check of one endpoint.
private struct PollCheck {
    let endpoint: EndpointSpec
    let poll: PollSpec
    let members: MemberLookup
    let values: ValueCheck
    let log: FileLog

    func run() {
        if endpoint.pages != nil {
            log.error(
                poll.mark, "an operation is no list", found: "'poll' beside 'pages'",
                write: "one of the two")
        }
        guard let state = state() else { return }
        if poll.until == nil, !poll.at.isHeader {
            return log.error(
                poll.mark, "without 'until', the response has no state before the end",
                found: "'at' with a part of the state",
                write: "'until: { status: done }' with the member that tells, or "
                    + "'at: { header: Location }'")
        }
        check(poll.at, state)
        if let until = poll.until { check(until, state) }
        switch poll.fails {
        case .condition(let condition): check(condition, state)
        case .present(let name):
            if let field = members.field(name, of: state), !field.isOptional,
                !field.type.isNullable
            {
                log.error(
                    name.mark, "a member that only a failed operation has is optional",
                    found: quoted("\(field.wireName): \(field.type)"),
                    write: "'\(field.wireName)?: \(field.type)' in the type, or its values: "
                        + "'fails: { \(field.wireName): … }'")
            }
        case nil: break
        }
        switch poll.value {
        case .member(let name): _ = members.field(name, of: state)
        case .place(let place, let type, let mark):
            check(place, state)
            if type.inline != nil {
                log.error(
                    mark, "the result of an operation has a type with a name",
                    found: quoted(type.description), write: "the name of a type under 'types'")
            }
        case nil: break
        }
        if let progress = poll.progress { checkProgress(progress, state) }
        if let place = poll.cancel?.place { check(place, state) }
    }

    /// Returns the type of the states, or `nil` after reporting an unsuitable one.
    ///
    /// An operation without a state and a result has an array's type, which has no members.
    private func state() -> TypeExpression? {
        switch endpoint.output {
        case .value(let value) where !value.isTagged && !value.isLossy: return value.type
        case .nothing where poll.until == nil:
            return .array(.named(TypeName("String", mark: poll.mark)))
        default:
            return log.refuse(
                poll.mark, "an operation's endpoint returns the type of its state",
                found: endpoint.output.summary,
                write: "'returns: Export', with the member of 'until'")
        }
    }

    private func check(_ place: PollSpec.Place, _ state: TypeExpression) {
        switch place {
        case .header: break
        case .path(_, let names):
            for name in names {
                guard let field = members.field(name, of: state) else { continue }
                let texts: [ScalarType] = [.string, .int, .int32, .int64, .uint64, .uuid]
                guard field.type.wrapped.scalar.map(texts.contains) != true else { continue }
                log.error(
                    name.mark, "a parameter of the path is a text, a whole number or a 'UUID'",
                    found: quoted(field.type.description), write: "another member")
            }
        case .member(let name):
            guard let field = members.field(name, of: state) else { return }
            let scalar = field.type.wrapped.scalar
            guard scalar != .url, scalar != .string else { return }
            log.error(
                name.mark, "the place of an operation is a 'URL' or a 'String'",
                found: quoted(field.type.description), write: "another member")
        }
    }

    private func check(_ condition: PollSpec.Condition, _ state: TypeExpression) {
        guard let field = members.field(condition.member, of: state) else { return }
        let type = field.type.wrapped
        let known: [ScalarType] = [.string, .bool, .int, .int32, .int64, .uint64]
        var isEnum = false
        if case .enumeration? = type.kind(in: members.types) { isEnum = true }
        guard isEnum || type.scalar.map(known.contains) == true else {
            return log.error(
                condition.member.mark,
                "a member that tells the end is an enum, a text, a whole number or a 'Bool'",
                found: quoted(field.type.description), write: "another member")
        }
        for value in condition.values {
            guard let problem = values.problem(value.value, type, depth: 0) else { continue }
            log.error(
                value.mark, "the value of a member has its type \(quoted(type.description))",
                found: problem.found, write: problem.write)
        }
    }

    private func checkProgress(_ name: TypeName, _ state: TypeExpression) {
        guard let field = members.field(name, of: state) else { return }
        let numbers: [ScalarType] = [.int, .int32, .int64, .uint64, .double, .float]
        guard field.type.wrapped.scalar.map(numbers.contains) != true else { return }
        log.error(
            name.mark, "a progress is a number", found: quoted(field.type.description),
            write: "another member, or no 'progress'")
    }
}

extension PollSpec.Place {
    fileprivate var isHeader: Bool { if case .header = self { true } else { false } }
}
