internal import FoundationEssentials
@_spi(Generated) package import PosthornCore
package import PosthornSpec
internal import PosthornXML

/// The steps that build the request of an interpreted call, in the order of generated code.
struct RequestPlan: Sendable {
    let plan: CallPlan
    var arguments: BoundArguments

    private var endpoint: EndpointSpec { plan.endpoint }
    private var service: ServiceSpec { plan.spec.service }

    func build(_ request: inout RequestBuilder) {
        let path = endpoint.call == nil ? endpoint.path : service.rpc ?? endpoint.path
        request.method(HTTPRequest.Method(endpoint.method.rawValue) ?? .get, path)
        addStrategies(to: &request)
        if endpoint.takesRedirects { request.redirects = .never }
        if case .statuses(let statuses) = endpoint.output {
            request.acceptedStatuses = Set(statuses.filter { !$0.isSuccess }.map(\.status))
        }
        addRules(to: &request)
        if let type = arguments.contentType { addFormat(type, to: &request) }
        for (index, parameter) in endpoint.parameters.enumerated() {
            guard let content = arguments.values[index] else { continue }
            add(content, parameter, to: &request)
        }
        if let file = arguments.wholeFile {
            let type = arguments.contentType?.mediaType ?? "application/octet-stream"
            request.upload(file, as: type)
        }
        if let tag = arguments.eTag { request.header("If-Match", tag) }
        if let call = endpoint.call { request.rpc(call.text) }
    }

    /// Sets the rules of the call for a poll of its operation.
    func preparePoll(_ request: inout RequestBuilder) {
        addStrategies(to: &request)
        addRules(to: &request, isPoll: true)
    }

    // MARK: Strategies

    private func addStrategies(to request: inout RequestBuilder) {
        switch endpoint.rules.omitted {
        case .nothing: break
        case .everything: if !service.common.isEmpty { request.removeCommon() }
        case .named(let names):
            for parameter in service.common {
                let name = parameter.field.wireName
                guard names.contains(where: { $0.text == name }) else { continue }
                switch parameter.place {
                case .query: request.removeCommon(.query(name))
                case .header: request.removeCommon(.header(name))
                case .cookie: request.removeCommon(.cookie(name))
                default: request.removeCommon(.body(name))
                }
            }
        }
        if let ciphers = endpoint.ciphers {
            let choices = ciphers.map { CipherChoice.named($0) }
            request.cipher =
                choices.isEmpty ? .plaintext : choices.count == 1 ? choices[0] : .chain(choices)
        }
        if let signers = endpoint.signers {
            let choices = signers.map { SignerChoice.named($0) }
            request.signer =
                choices.isEmpty ? .none : choices.count == 1 ? choices[0] : .chain(choices)
        }
        addSealedFields(to: &request)
        for name in plan.spec.secrets.names(of: endpoint) { request.hideValues(name) }
        request.refreshStatuses = endpoint.refreshStatuses.map { Set($0) }
        request.refreshCodes = Set(endpoint.refreshCodes.map { EnvelopeCode($0) })
        if let response = endpoint.ownResponse(in: service) {
            request.use(response, accepting: endpoint.accepted(by: response, in: service))
        }
    }

    private func addSealedFields(to request: inout RequestBuilder) {
        let sealed = (try? endpoint.sealed(by: plan.spec.sealed)) ?? SealedMessages()
        for field in sealed.request { request.sealFields(field) }
        for response in sealed.responses {
            let kind: SealedFieldPaths.Kind =
                switch response.scope {
                case .response(let status): .accepted(status.map { $0...$0 } ?? 0...999)
                case .failure(.code(let code)): .refused(EnvelopeCode(code))
                case .failure(.exact(let status)): .failed(status...status)
                case .failure(.hundred(let first)): .failed(first * 100...first * 100 + 99)
                case .failure(.others): .failed(0...999)
                }
            request.open(response.fields, of: kind)
        }
    }

    // MARK: Rules

    private func addRules(to request: inout RequestBuilder, isPoll: Bool = false) {
        let rules = endpoint.rules
        if let requires = rules.requires { request.auth = service.auth(for: requires) }
        let isRemoved = if case .everything = rules.omitted { true } else { false }
        if let version = service.version, isRemoved || rules.version != nil {
            request.ask(for: rules.version?.text ?? version.value, version)
        }
        if let host = rules.host { request.host = host.text }
        if !isPoll, let style = rules.style.flatMap(QueryStyle.init) { request.queryStyle = style }
        if let timeout = rules.timeout { request.timeouts.total = timeout.duration }
        switch rules.retry {
        case .never: request.retry = .never
        case .rule(let rule): request.retry = rule.rule
        case nil: break
        }
        if !isPoll, rules.idempotentMark != nil { request.sendsIdempotencyKey = true }
    }

    private func addFormat(_ type: ContentTypeSpec, to request: inout RequestBuilder) {
        switch endpoint.bodyPlace {
        case .body, .wholeBody: break
        default: return
        }
        switch type.format {
        case .form:
            request.serializer =
                endpoint.rules.style.flatMap(QueryStyle.init).map { .form($0) } ?? .form
        case .xml:
            // Without a type, the only field is the root.
            let root = endpoint.parameters.first { $0.place == .wholeBody }?.field.type.name?.text
            request.serializer = .xml(root: root, mediaType: type.mediaType)
        case .json, .lines, .text, .bytes:
            if type.format == .json, service.sends.count == 1, service.sends[0].format == .form {
                request.serializer = .json
            }
            request.bodyMediaType = type.mediaType
        }
    }
}

extension RequestBuilder {
    /// Sets a policy of the spec; a format that only Swift code reads is taken as bytes.
    mutating func use(_ response: ResponseSpec, accepting mediaTypes: [String]) {
        let ranges = mediaTypes.enumerated().map { index, type in
            index == 0 ? type : type + ";q=0.\(max(10 - index, 1))"
        }
        if case .envelope(let spec) = response {
            return use(EnvelopePolicy(spec), accepting: ranges)
        }
        switch response.builtIn?.word {
        case "json": use(JSONPolicy(), accepting: ranges)
        case "text": use(TextPolicy(), accepting: ranges)
        case "xml":
            use(RawPolicy(), accepting: ranges.isEmpty ? ["application/xml", "text/xml"] : ranges)
        default: use(RawPolicy(), accepting: ranges)
        }
    }

    private mutating func use(_ policy: some ResponsePolicy, accepting ranges: [String]) {
        if ranges.isEmpty {
            responsePolicy = policy
        } else {
            responsePolicy(policy, accepting: ranges)
        }
    }

    /// Asks for a version of the API.
    mutating func ask(for text: String, _ version: VersionSpec) {
        if version.isHeader { header(version.name, text) } else { query(version.name, text) }
    }
}

extension EnvelopePolicy {
    /// Creates the policy of an envelope in a spec.
    package init(_ spec: EnvelopeSpec) {
        self.init(payload: spec.payload)
        code = spec.code
        message = spec.message
        error = spec.error
        guard spec.code != nil else { return }
        success = spec.success.first.map { EnvelopeCode($0) }
        alternatives = spec.success.dropFirst().map { EnvelopeCode($0) }
        allowsMissingCode = spec.allowsMissingCode
    }
}

extension QueryStyle {
    /// Creates the style of a spec; `nil` for JSON, which each parameter writes itself.
    init?(_ style: QueryStyleSpec) {
        switch style {
        case .form: self = .form()
        case .comma: self = .form(explode: false)
        case .space: self = .spaceDelimited
        case .pipe: self = .pipeDelimited
        case .deepObject: self = .deepObject
        case .brackets: self = .brackets
        case .indexed: self = .indexed
        case .afNetworking: self = .afNetworking
        case .json: return nil
        }
    }
}

extension DurationSpec {
    var duration: Duration { .milliseconds(milliseconds) }
}

extension RetrySpec {
    fileprivate var rule: RetryRule {
        var rule = RetryRule()
        if let attempts { rule.attempts = attempts }
        if let statuses { rule.statuses = statuses }
        if let delay { rule.baseDelay = delay.duration }
        rule.attemptTimeout = timeout?.duration
        switch after?.format {
        case "seconds": rule.bodyDelay = after.map { .seconds($0.path) }
        case "millis": rule.bodyDelay = after.map { .milliseconds($0.path) }
        case "iso": rule.bodyDelay = after.map { .iso($0.path) }
        case "go": rule.bodyDelay = after.map { .go($0.path) }
        default: break
        }
        return rule
    }
}

extension ServiceSpec {
    /// Returns the scheme of the credentials of a call.
    func auth(for requires: RequiresSpec) -> RequestBuilder.AuthScheme? {
        let alternatives = requires.alternatives.map { needs, _ in
            needs.compactMap { need in
                auth.first { $0.name == need.name }?.callScheme(for: need.scopes.map(\.text))
            }
        }
        guard requires.isComposed else { return alternatives.first?.first }
        let choices = alternatives.map { $0.count == 1 ? $0[0] : .combined($0) }
        return choices.count == 1 ? choices[0] : .alternatives(choices)
    }
}

extension RequestBuilder.AuthScheme {
    /// Returns the part with a credential.
    func scheme(named name: String) -> Self? {
        switch self {
        case .combined(let schemes), .alternatives(let schemes):
            schemes.lazy.compactMap { $0.scheme(named: name) }.first
        default: credential == name ? self : nil
        }
    }
}

extension AuthSpec {
    fileprivate func callScheme(for scopes: [String]) -> RequestBuilder.AuthScheme {
        switch scheme {
        case .bearer: .bearer(name, scopes: scopes)
        case .basic: .basic(name)
        case .digest: .digest(name)
        case .certificate: .certificate(name)
        case .header(let header, let prefix): .header(header, prefix: prefix, credential: name)
        case .query(let parameter): .query(parameter, credential: name)
        case .cookie(let cookie): .cookie(cookie, credential: name)
        }
    }
}
