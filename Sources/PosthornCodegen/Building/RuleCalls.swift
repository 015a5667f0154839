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
        switch rules.auth {
        case .anonymous: lines.append(.text("request.auth = nil"))
        case .named(let name):
            lines += service.auth.first { $0.name == name }.map { [auth($0)] } ?? []
        case nil: break
        }
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

    static func auth(_ auth: AuthSpec) -> Statement {
        let name = literal(auth.name)
        switch auth.scheme {
        case .bearer: return .text("request.auth = .bearer(\(name))")
        case .basic: return .text("request.auth = .basic(\(name))")
        case .header(let header):
            return .text("request.auth = .header(\(literal(header)), credential: \(name))")
        }
    }

    private static func retry(_ rule: RetrySpec) -> Call {
        var arguments: [Call.Argument] = []
        if let attempts = rule.attempts { arguments.append(.init("attempts", "\(attempts)")) }
        if let statuses = rule.statuses { arguments.append(.init("on", "\(statuses)")) }
        if let delay = rule.delay { arguments.append(.init("baseDelay", duration(delay))) }
        if let limit = rule.timeout { arguments.append(.init("attemptTimeout", duration(limit))) }
        return Call("RetryRule", arguments)
    }

    static func duration(_ time: DurationSpec) -> String {
        time.milliseconds.isMultiple(of: 1000)
            ? ".seconds(\(time.milliseconds / 1000))" : ".milliseconds(\(time.milliseconds))"
    }
}
