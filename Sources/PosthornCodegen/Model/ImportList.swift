internal import PosthornSpec

/// The modules that the public declarations of a file need.
///
/// An unnecessary public import would cause a warning.
struct ImportList {
    private var needsFoundation = false
    private var needsCore = false
    private var foreign: Set<String> = []
    private var policies: Set<String> = []
    /// The modules of endpoints that only the package sees.
    private var package: Set<String> = []
    private let context: GeneratorContext
    private var isServer = false

    init(_ file: SpecFile, context: GeneratorContext) {
        self.context = context
        if file.hasService {
            needsCore = true
            if !context.service.strategiesWithSchemes.isEmpty { foreign.insert(schemeModule) }
            if !context.service.credentialsOfEndpoints.isEmpty { foreign.insert(oauthModule) }
            for parameter in context.service.common { add(parameter.field.type) }
            if let policy = context.service.response?.builtIn { policies.insert(policy.module) }
            add(context.service.errors)
            if !context.service.webhooks.isEmpty { foreign.insert("PosthornCrypto") }
            foreign.formUnion(
                context.service.webhooks.compactMap {
                    $0.type.name.flatMap { context.module(of: $0.text) }
                })
            for endpoint in context.injected.endpoints { addSignature(of: endpoint) }
        }
        for endpoint in file.endpoints {
            guard let level = endpoint.rules.access?.level, level != .public else {
                add(endpoint)
                continue
            }
            var own = ImportList(context: context)
            own.add(endpoint)
            policies.formUnion(own.policies)
            if level == .package {
                package.formUnion(own.modules)
            } else {
                policies.formUnion(own.modules)
            }
        }
        for type in file.types { add(type.kind) }
    }

    /// Creates the list of a file with a server.
    init(serverOf endpoints: [EndpointSpec], context: GeneratorContext) {
        self.context = context
        needsCore = true
        isServer = true
        for parameter in context.service.common { add(parameter.field.type) }
        for endpoint in endpoints {
            switch endpoint.output {
            case .bytes, .file: needsFoundation = true
            case .value, .lines, .events: for type in endpoint.output.types { add(type) }
            case .nothing, .statuses, .headers: break
            }
        }
        // The types of bodies are private.
        var bodies = ImportList(context: context)
        for parameter in endpoints.lazy.flatMap(\.parameters) where parameter.place == .body {
            bodies.add(parameter.field.type)
        }
        let own = bodies.foreign.union(bodies.needsFoundation ? ["Foundation"] : [])
        policies = own
    }

    private init(context: GeneratorContext) { self.context = context }

    private mutating func add(_ endpoint: EndpointSpec) {
        needsCore = true
        for parameter in endpoint.parameters { add(parameter.field.type) }
        for type in endpoint.resultTypes { add(type) }
        // The destination of the file is a URL.
        if case .file = endpoint.output { needsFoundation = true }
        if let items = endpoint.pages?.items, let page = endpoint.output.types.first,
            case let fields = context.shapes.fields(along: items.text[...], of: page)
        {
            for field in fields { add(field.type) }
        }
        for field in endpoint.resultHeaders.joined() { add(field.type) }
        // An alias of the service's enum names none of its types.
        if !SharedFailures.areThoseOfService(endpoint, context) { add(endpoint.errors) }
        if case .statuses(let statuses) = endpoint.output {
            policies.formUnion(statuses.compactMap { $0.response?.builtIn?.module })
        }
        if endpoint.contentTypes(in: context.service).contains(where: { $0.format == .xml }) {
            policies.insert("PosthornFormats")
        }
        if let policy = endpoint.ownResponse(in: context.service)?.builtIn {
            policies.insert(policy.module)
        }
    }

    /// Adds what the signature of an endpoint's method names.
    private mutating func addSignature(of endpoint: EndpointSpec) {
        var types = endpoint.parameters.filter { !$0.field.isConstant }.map(\.field.type)
        switch endpoint.output {
        case .value, .events, .lines: if endpoint.poll == nil { types += endpoint.output.types }
        case .file: needsFoundation = true
        case .nothing, .bytes, .statuses, .headers: break
        }
        // The signature names an inline type, and not what it consists of.
        for type in types where type.inline == nil { add(type) }
    }

    private mutating func add(_ kind: TypeSpec.Kind) {
        switch kind {
        case .foreign(let spec):
            if let module = spec.module { foreign.insert(module) }
            return
        case .object(let own, let includes):
            for field in context.shapes.fields(own, includes) { add(field.type) }
            // The protocol of included members is in the module of their type.
            let shared = context.shapes.includedNames(includes).intersection(context.shared)
            foreign.formUnion(shared.compactMap(context.module))
        case .union(let union):
            kind.forEachPart { add($0) }
            // The union has the members that its types share.
            for field in context.shapes.fields([], union.includes) { add(field.type) }
        case .enumeration, .tuple, .wrapper, .refused: kind.forEachPart { add($0) }
        }
        needsCore = true
    }

    private mutating func add(_ errors: [ErrorSpec]) {
        for error in errors {
            for field in error.headers { add(field.type) }
            if let type = error.type { add(type) }
            if let policy = error.response?.builtIn { policies.insert(policy.module) }
        }
    }

    private mutating func add(_ type: TypeExpression) {
        if let kind = type.inline { return add(kind) }
        let type = type.innermost
        if let module = type.name.flatMap({ context.module(of: $0.text) }) {
            foreign.insert(module)
            return
        }
        needsFoundation = needsFoundation || type.scalar?.isFromFoundation == true
        if case .foreign(let spec) = context.kind(of: type), let module = spec.module {
            foreign.insert(module)
        }
    }

    /// The modules of response policies and of private types, which no public declaration uses.
    var internalModules: [String] {
        policies.subtracting(modules).subtracting(packageModules).sorted()
    }

    /// The modules that, beside the public ones, declarations of the package use.
    var packageModules: [String] { package.subtracting(modules).sorted() }

    var modules: [String] {
        let own = (needsFoundation ? ["Foundation"] : []) + (needsCore ? ["PosthornCore"] : [])
        return (own + (isServer ? ["PosthornServer"] : []) + foreign.subtracting(own)).sorted()
    }
}
