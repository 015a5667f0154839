/// A type declared in place gets a name of its own that hides no declared one.
enum InlineTypeNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachField { path, field, place in
            guard case .inline(let kind) = field.type.innermost else { return }
            let name = SwiftName.nestedType(of: field.swiftName)
            if place == .wholeBody {
                refuse(path, field, kind, "a body of one type names the type", "one in place", log)
            } else if types[name] != nil {
                refuse(
                    path, field, kind, "a declared type has this name",
                    "\(quoted(name)) for the \(kind.noun) in place", log)
            } else {
                switch kind {
                case .wrapper, .foreign:
                    refuse(
                        path, field, kind, "a type with 'wraps' or 'swift' is declared by name",
                        "one in place", log)
                default: break
                }
            }
        }
        draft.forEachKind { path, kind in
            switch kind {
            case .union(let union):
                for union in union.cases {
                    refuse(path, union.type, union.typeMark, "a union has named types", log)
                }
            case .wrapper(let type, let mark):
                refuse(path, type, mark, "a type wraps a named type", log)
            default: break
            }
        }
        for file in draft.files {
            for endpoint in file.endpoints {
                for returns in endpoint.answer.types {
                    refuse(
                        file.path, returns, endpoint.returnsMark,
                        "an endpoint returns a named type", log)
                }
                for error in endpoint.errors {
                    guard let type = error.type else { continue }
                    refuse(file.path, type, error.typeMark, "an error has a named type", log)
                }
            }
        }
    }

    private static func refuse(
        _ path: String, _ type: TypeExpression, _ mark: SourceMark, _ rule: String,
        _ log: DiagnosticLog
    ) {
        guard case .inline(let kind) = type.innermost else { return }
        log.error(
            path, mark, rule, found: "\(kind.article) \(kind.noun) in place",
            write: "the \(kind.noun) under 'types', and its name here")
    }

    private static func refuse(
        _ path: String, _ field: FieldSpec, _ kind: TypeSpec.Kind, _ rule: String,
        _ found: String, _ log: DiagnosticLog
    ) {
        log.error(
            path, field.typeMark, rule, found: found,
            write: "the \(kind.noun) under 'types', and its name here")
    }
}

extension TypeSpec.Kind {
    /// What the type is, for a diagnostic.
    var noun: String {
        switch self {
        case .object: "object"
        case .enumeration: "enum"
        case .union: "union"
        case .wrapper, .foreign, .refused: "type"
        }
    }

    fileprivate var article: String {
        switch self {
        case .object, .enumeration: "an"
        case .union, .wrapper, .foreign, .refused: "a"
        }
    }
}
