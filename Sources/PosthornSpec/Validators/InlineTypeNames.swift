/// Checks that each inline type can have a name of its own and hides no declared type.
enum InlineTypeNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachField(log) { log, field, place in
            guard let kind = field.type.inline else { return }
            let name = SwiftName.nestedType(of: field.swiftName)
            var found = "one in place"
            let rule: String
            if place == .wholeBody {
                rule = "a body of one type names the type"
            } else if types[name] != nil {
                rule = "a declared type has this name"
                found = "\(quoted(name)) for the \(kind.noun) in place"
            } else {
                switch kind {
                case .wrapper, .foreign: rule = "a type with 'wraps' or 'swift' is declared by name"
                case .object, .enumeration, .union, .tuple, .refused: return
                }
            }
            refuse(kind, field.typeMark, rule, found: found, log)
        }
        draft.forEachKind(log) { log, kind in
            let isUnion = kind.noun == "union"
            for (type, mark) in kind.references {
                refuse(
                    type, mark, isUnion ? "a union has named types" : "a type wraps a named type",
                    log)
            }
        }
        draft.forEachEndpoint(log) { log, endpoint in
            for type in endpoint.output.types {
                refuse(type, endpoint.returnsMark, "an endpoint returns a named type", log)
            }
            for (type, mark, log) in endpoint.errorTypes(log) {
                refuse(type, mark, "an error has a named type", log)
            }
        }
    }

    private static func refuse(
        _ type: TypeExpression, _ mark: SourceMark, _ rule: String, _ log: FileLog
    ) {
        guard let kind = type.inline else { return }
        refuse(kind, mark, rule, found: "\(kind.article) \(kind.noun) in place", log)
    }

    private static func refuse(
        _ kind: TypeSpec.Kind, _ mark: SourceMark, _ rule: String, found: String, _ log: FileLog
    ) {
        log.error(
            mark, rule, found: found, write: "the \(kind.noun) under 'types', and its name here")
    }
}

extension TypeSpec.Kind {
    var noun: String {
        switch self {
        case .object: "object"
        case .enumeration: "enum"
        case .union: "union"
        case .tuple: "tuple"
        case .wrapper, .foreign, .refused: "type"
        }
    }

    fileprivate var article: String {
        switch self {
        case .object, .enumeration: "an"
        case .union, .tuple, .wrapper, .foreign, .refused: "a"
        }
    }
}
