internal import PosthornSpec

/// Finds the modules that the public declarations of a file need; an import of more is a warning.
struct ImportList {
    private var needsFoundation = false
    private var needsPosthorn = false
    private var foreign: Set<String> = []
    private var policies: Set<String> = []
    private let context: GeneratorContext

    init(_ file: SpecFile, context: GeneratorContext) {
        self.context = context
        if file.hasService {
            needsPosthorn = true
            for parameter in context.service.common { add(parameter.field.type) }
            if let policy = context.service.response?.builtIn { policies.insert(policy.module) }
        }
        for endpoint in file.endpoints {
            needsPosthorn = true
            for parameter in endpoint.parameters { add(parameter.field.type) }
            for type in endpoint.answer.types { add(type) }
            if let items = endpoint.pages?.items, let page = endpoint.answer.types.first,
                let field = context.field(items, of: page)
            {
                add(field.type)
            }
            for field in endpoint.returnedHeaders { add(field.type) }
            for type in endpoint.errors.compactMap(\.type) { add(type) }
            if let policy = endpoint.ownResponse(in: context.service)?.builtIn {
                policies.insert(policy.module)
            }
        }
        for type in file.types { add(type.kind) }
    }

    private mutating func add(_ kind: TypeSpec.Kind) {
        if case .foreign(let spec) = kind {
            if let module = spec.module { foreign.insert(module) }
            return
        }
        needsPosthorn = true
        switch kind {
        case .object(let own, let includes):
            for field in context.fields(own, includes) { add(field.type) }
        case .union(let union): for union in union.cases { add(union.type) }
        case .wrapper(let type, _): add(type)
        case .enumeration, .foreign, .refused: break
        }
    }

    private mutating func add(_ type: TypeExpression) {
        switch type.innermost {
        case .inline(let kind): add(kind)
        case let type:
            needsFoundation = needsFoundation || type.scalar?.isFromFoundation == true
            if case .foreign(let spec) = context.kind(of: type), let module = spec.module {
                foreign.insert(module)
            }
        }
    }

    /// The modules of policies, which are named in bodies of functions alone.
    var internalModules: [String] { policies.subtracting(modules).sorted() }

    var modules: [String] {
        let own = (needsFoundation ? ["Foundation"] : []) + (needsPosthorn ? ["Posthorn"] : [])
        return (own + foreign.subtracting(own)).sorted()
    }
}
