internal import PosthornSpec

/// The generator of the calls that apply an endpoint's rules to the request builder.
enum RuleCalls {
    /// Returns the assignment that has responses checked for limits; none without a rule.
    static func limits(_ limits: ResponseLimits?, beside other: ResponseLimits) -> [Statement] {
        guard let limits, limits != other else { return [] }
        let value =
            switch limits {
            case .off: "nil"
            case .report: "false"
            case .refuse: "true"
            }
        return [.text("request.refusesBrokenLimits = \(value)")]
    }

    /// Returns the statements that remove common parameters, which must precede all others in `build`.
    static func omitting(_ omitted: RulesSpec.OmittedCommon, of common: [ParameterSpec])
        -> [Statement]
    {
        switch omitted {
        case .nothing: return []
        case .everything: return common.isEmpty ? [] : [.text("request.removeCommon()")]
        case .named(let names):
            let texts = names.map(\.text)
            return common.filter { texts.contains($0.field.wireName) }.map { parameter in
                let place = parameter.place == .wholeBody ? "body" : parameter.place.rawValue
                let value = ".\(place)(\(literal(parameter.field.wireName)))"
                return .call(Call("request.removeCommon", texts: [value]))
            }
        }
    }

    static func rules(_ rules: RulesSpec, of service: ServiceSpec) -> [Statement] {
        var lines: [Statement] = []
        if let requires = rules.requires { lines.append(auth(requires, of: service)) }
        // Without the common parameters, that of the service is removed too.
        let isRemoved = if case .everything = rules.omitted { true } else { false }
        if let version = service.version, isRemoved || rules.version != nil {
            lines.append(self.version(rules.version?.text ?? version.value, version))
        }
        if let host = rules.host { lines.append(.text("request.host = \(literal(host.text))")) }
        // Each parameter has this style itself.
        if let style = rules.style, style != .json {
            lines.append(.text("request.queryStyle = \(BuilderCalls.swift(style))"))
        }
        if let timeout = rules.timeout {
            lines.append(.text("request.timeouts.total = \(duration(timeout))"))
        }
        switch rules.retry {
        case .never: lines.append(.text("request.retry = .never"))
        case .rule(let rule): lines.append(.call(prefix: "request.retry = ", retry(rule)))
        case nil: break
        }
        if let cache = rules.cache {
            let arguments =
                [("maxAge", cache.maxAge), ("staleIfError", cache.staleIfError)]
                .compactMap { label, time in time.map { Call.Argument(label, duration($0)) } }
                + (cache.by == nil ? [] : [Call.Argument("key", literal(""))])
            lines.append(.call(prefix: "request.cache = ", Call("CachePolicy", arguments)))
        }
        if rules.coalesceMark != nil { lines.append(.text("request.coalesces = true")) }
        if rules.idempotentMark != nil { lines.append(.text("request.sendsIdempotencyKey = true")) }
        return lines
    }

    /// Returns the statement that asks for a version of the API.
    static func version(_ text: String, _ spec: VersionSpec) -> Statement {
        .call(
            Call(
                spec.isHeader ? "request.header" : "request.query",
                texts: [literal(spec.name), literal(text)]))
    }

    /// Returns the assignment of the credentials of a call.
    static func auth(_ requires: RequiresSpec, of service: ServiceSpec) -> Statement {
        let alternatives = requires.alternatives.map { needs, _ in
            needs.compactMap { need in
                service.auth.first { $0.name == need.name }.map { scheme($0, need.scopes) }
            }
        }
        let prefix = "request.auth = "
        guard requires.isComposed else {
            let scheme = alternatives.first?.first
            return scheme.map { .call(prefix: prefix, $0) } ?? .text(prefix + "nil")
        }
        let choices = alternatives.map { schemes in
            schemes.count == 1 ? schemes[0] : Call(".all", schemes.map { .init($0) })
        }
        return .call(
            prefix: prefix,
            choices.count == 1 ? choices[0] : Call(".any", choices.map { .init($0) }))
    }

    private static func scheme(_ auth: AuthSpec, _ scopes: [TypeName]) -> Call {
        let name = literal(auth.name)
        func place(_ kind: String, _ place: String, _ prefix: String = "") -> Call {
            Call(
                kind,
                [.init(literal(place))] + (prefix.isEmpty ? [] : [.init("prefix", literal(prefix))])
                    + [.init("credential", name)])
        }
        switch auth.scheme {
        case .bearer:
            let list = scopes.map { literal($0.text) }.joined(separator: ", ")
            return Call(
                ".bearer",
                [.init(name)] + (scopes.isEmpty ? [] : [.init("scopes", "[\(list)]")]))
        case .basic: return Call(".basic", texts: [name])
        case .digest: return Call(".digest", texts: [name])
        case .certificate: return Call(".certificate", texts: [name])
        case .header(let header, let prefix): return place(".header", header, prefix)
        case .query(let parameter): return place(".query", parameter)
        case .cookie(let cookie): return place(".cookie", cookie)
        }
    }

    private static func retry(_ rule: RetrySpec) -> Call {
        var arguments: [Call.Argument] = []
        if let attempts = rule.attempts { arguments.append(.init("attempts", "\(attempts)")) }
        if let statuses = rule.statuses { arguments.append(.init("on", "\(statuses)")) }
        if let delay = rule.delay { arguments.append(.init("baseDelay", duration(delay))) }
        if let after = rule.after {
            let format = after.format == "millis" ? "milliseconds" : after.format
            arguments.append(.init("bodyDelay", ".\(format)(\(literal(after.path)))"))
        }
        if let limit = rule.timeout { arguments.append(.init("attemptTimeout", duration(limit))) }
        return Call("RetryRule", arguments)
    }

    static func duration(_ time: DurationSpec) -> String {
        time.milliseconds.isMultiple(of: 1000)
            ? ".seconds(\(time.milliseconds / 1000))" : ".milliseconds(\(time.milliseconds))"
    }
}
