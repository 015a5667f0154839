internal import PosthornSpec

/// Finds the modules that the public declarations of a file need; an import of more is a warning.
struct ImportList {
    private(set) var needsFoundation = false
    private(set) var needsPosthorn = false

    init(_ file: SpecFile, service: ServiceSpec) {
        if file.hasService {
            needsPosthorn = true
            for parameter in service.common { add(parameter.field.type) }
        }
        for endpoint in file.endpoints {
            needsPosthorn = true
            for parameter in endpoint.parameters { add(parameter.field.type) }
            for type in endpoint.answer.types { add(type) }
            for field in endpoint.returnedHeaders { add(field.type) }
            for error in endpoint.errors { add(error.type) }
        }
        for type in file.types {
            switch type.kind {
            case .object(let fields): for field in fields { add(field.type) }
            case .openEnum: needsPosthorn = true
            case .refused: break
            }
        }
    }

    private mutating func add(_ type: TypeExpression) {
        switch type.innermost {
        case .openEnum: needsPosthorn = true
        case let type: needsFoundation = needsFoundation || type.scalar?.isFromFoundation == true
        }
    }

    var modules: [String] {
        (needsFoundation ? ["Foundation"] : []) + (needsPosthorn ? ["Posthorn"] : [])
    }
}
