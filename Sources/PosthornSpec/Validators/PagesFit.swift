/// Checks that the names in `pages` exist in the page or the request, and have suitable types.
enum PagesFit: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete else { return }
        let types = draft.types
        let shapes = ObjectShapes(types)
        draft.forEachEndpoint(log) { log, endpoint in
            guard let pages = endpoint.pages else { return }
            let members = MemberLookup(types: types, shapes: shapes, log: log)
            PagesCheck(endpoint: endpoint, pages: pages, members: members, log: log).run()
        }
    }
}

/// The check of one endpoint.
private struct PagesCheck {
    let endpoint: EndpointSpec
    let pages: PagesSpec
    let members: MemberLookup
    let log: FileLog

    func run() {
        guard let page = endpoint.returns?.wrapped else {
            log.error(
                pages.mark, "an endpoint with pages returns one type",
                found: endpoint.output.summary, write: "'returns: OrderPage', or no 'pages'")
            return
        }
        guard checkItems(page) else { return }
        switch pages.step {
        case .cursor(let next, let into):
            guard let cursor = field(next, of: page) else { return }
            check(cursor, next, into: into)
        case .last(let name, let into):
            guard let item = item(of: page) else { return }
            guard !item.isNullable else {
                log.error(
                    name.mark, "an item with the next cursor is not 'null'",
                    found: quoted(item.description), write: "the type without '?'")
                return
            }
            guard let cursor = members.field(name, ofItem: item) else { return }
            check(cursor, name, into: into)
        case .page(let name):
            counted(by: name, "a page")
            checkCounts(of: page)
        case .offset(let name):
            counted(by: name, "an offset")
            checkCounts(of: page)
        case .url(let name):
            guard let field = field(name, of: page) else { return }
            let scalar = field.type.wrapped.scalar
            guard scalar != .url, scalar != .string else { return }
            log.error(
                name.mark, "the URL of the next page is a 'URL' or a 'String'",
                found: quoted(field.type.description), write: "another field")
        case .link: break
        }
        guard let more = pages.more, let field = field(more, of: page) else { return }
        guard field.type.wrapped.scalar != .bool else { return }
        log.error(
            more.mark, "the field that tells whether another page follows is a 'Bool'",
            found: quoted(field.type.description), write: "another field, or no 'more'")
    }

    /// Checks the field with the next cursor, and the parameter that takes it.
    private func check(_ cursor: FieldSpec, _ name: TypeName, into: TypeName) {
        guard let parameter = parameter(into) else { return }
        guard !parameter.isPresence else {
            log.error(
                into.mark, "a cursor's parameter is not both optional and nullable",
                found: quoted(parameter.type.description), write: "the type without '?'")
            return
        }
        let type = cursor.type.wrapped
        let isCursor = type.scalar.map { [.string, .int, .int64, .uint64].contains($0) }
        guard isCursor == true, type.scalar == parameter.type.wrapped.scalar else {
            log.error(
                name.mark,
                "a cursor and its parameter are both 'String', 'Int', 'Int64' or 'UInt64'",
                found: "\(quoted(cursor.type.description)) and "
                    + quoted(parameter.type.description),
                write: "another field, or no 'pages'")
            return
        }
    }

    /// The type of the items, which are an array.
    private func item(of page: TypeExpression) -> TypeExpression? {
        let list = pages.items.flatMap { field($0, of: page)?.type } ?? page
        if case .array(let item) = list.wrapped { return item }
        return nil
    }

    /// Checks the counting parameter and the parameter for the page size.
    private func counted(by name: TypeName, _ what: String) {
        if let limit = pages.limit {
            guard name.text != limit.text else {
                log.error(
                    limit.mark, "\(what) and a limit are two parameters",
                    found: "\(quoted(limit.text)) for both", write: "the name of the other one")
                return
            }
            _ = number(limit)
        }
        _ = number(name)
    }

    /// Checks the fields for the number of items and pages.
    private func checkCounts(of page: TypeExpression) {
        for name in [pages.total, pages.count].compactMap({ $0 }) {
            guard let field = field(name, of: page) else { continue }
            if field.type.wrapped.scalar == .int { continue }
            log.error(
                name.mark, "the number of a list's items or pages is an 'Int'",
                found: quoted(field.type.description), write: field.type.asInt ?? "another field")
        }
        if case .page = pages.step, let total = pages.total, pages.limit == nil {
            log.error(
                total.mark, "a 'total' of items needs the 'limit' of a page", found: "no 'limit'",
                write: "'limit: …', or 'pages: …' if the field counts pages")
        }
    }

    private func checkItems(_ page: TypeExpression) -> Bool {
        guard let items = pages.items else {
            if page.isArray { return true }
            log.error(
                pages.mark, "'pages' says which field has the items",
                found: "none in \(quoted(page.description))", write: "'items: …'")
            return false
        }
        guard let field = field(items, of: page) else { return false }
        if field.type.wrapped.isArray { return true }
        log.error(
            items.mark, "the items of a page are an array",
            found: quoted(field.type.description), write: "another field")
        return false
    }

    private func field(_ name: TypeName, of page: TypeExpression) -> FieldSpec? {
        members.field(name, of: page)
    }

    private func parameter(_ name: TypeName) -> FieldSpec? {
        if let field = endpoint.pageParameter(name) { return field }
        if endpoint.parameters.contains(where: {
            $0.field.isConstant && $0.field.wireName == name.text
        }) {
            return log.refuse(
                name.mark, "'pages' changes its parameter, which therefore is no constant",
                found: "the constant \(quoted(name.text))",
                write: "one with a type and a default, as in '\(name.text): Int = 50'")
        }
        if let dot = name.text.firstIndex(of: "."),
            endpoint.pageParameters.contains(where: { $0.wireName == name.text[..<dot] })
        {
            return log.refuse(
                name.mark,
                "a parameter of 'pages' is one of the query, or a field of the body itself",
                found: "\(quoted(name.text)), a field inside one",
                write: "a parameter, or no 'pages' and a loop in Swift")
        }
        return members.refuse(
            name.text, at: name.mark,
            "\(quoted(endpoint.fullName)) has no such query parameter or field of the body",
            known: endpoint.pageParameters.map(\.wireName),
            orNone: "it under 'query', 'body' or 'form'")
    }

    private func number(_ name: TypeName) -> FieldSpec? {
        guard let field = parameter(name) else { return nil }
        if field.type.scalar == .int { return field }
        return log.refuse(
            name.mark, "a parameter that counts pages or items is an 'Int'",
            found: quoted(field.type.description),
            write: field.type.asInt ?? "'\(name.text): Int'")
    }
}

extension TypeExpression {
    /// The type `Int` with the format of this type, quoted; `nil` if this is no integer.
    fileprivate var asInt: String? {
        switch wrapped.scalar {
        case .int, .int32, .int64, .uint64: form.map { "'Int(\($0))'" } ?? "'Int'"
        default: nil
        }
    }
}
