/// Parameters that go with every call of a client or a scope.
///
/// As ``ClientConfiguration/defaults`` they are what an app sends with all of its calls: what a spec,
/// an endpoint or the call site sets by the same name wins. Body parameters join the bodies of POST,
/// PUT and PATCH calls, and bodies that an endpoint sends by another method.
extension CallOptions {
    /// Sets a header field.
    ///
    /// The value is checked when the request is built.
    public mutating func header(_ name: String, _ value: some ParameterValue) {
        set(.header(name)) { $0.header(name, value) }
    }

    /// Sets a query parameter, written by the style of the request.
    public mutating func query(_ name: String, _ value: some ParameterValue) {
        set(.query(name)) { $0.query(name, value) }
    }

    /// Sets a query parameter of any value.
    ///
    /// - Parameter style: How it is written; `nil` takes that of the request.
    public mutating func query(
        _ name: String, encoding value: some Encodable & Sendable, style: QueryStyle? = nil
    ) {
        set(.query(name)) { $0.query(name, encoding: value, style: style) }
    }

    /// Sets a cookie of the request.
    public mutating func cookie(_ name: String, _ value: some ParameterValue) {
        set(.cookie(name)) { $0.cookie(name, value) }
    }

    /// Sets a field of the body, whatever kind it is: JSON, a form, a multipart body, or what a
    /// serializer of your own writes.
    ///
    /// Options of a scope or a call take the place of an endpoint's own field of a form or part of that
    /// name. Where the body is one value, that value's own member of the name wins.
    public mutating func body(_ name: String, _ value: some Encodable & Sendable) {
        set(.body(name)) { $0.replaceBody(name, value) }
    }

    /// Asks for a header field at each call.
    ///
    /// - Parameter provider: Runs in the calling task, before the request is built; `nil` sends none.
    ///   What it throws fails the call with ``APIError/Code/invalidParameter``, and in a cancelled
    ///   task with ``APIError/Code/cancelled``.
    public mutating func header<Value: ParameterValue>(
        _ name: String, from provider: @escaping @Sendable () async throws -> Value?
    ) {
        ask(.header(name), provider) { $1.header(name, $0) }
    }

    /// Asks for a query parameter at each call, as for ``header(_:from:)``.
    public mutating func query<Value: ParameterValue>(
        _ name: String, from provider: @escaping @Sendable () async throws -> Value?
    ) {
        ask(.query(name), provider) { $1.query(name, $0) }
    }

    /// Asks for a cookie of the request at each call, as for ``header(_:from:)``.
    public mutating func cookie<Value: ParameterValue>(
        _ name: String, from provider: @escaping @Sendable () async throws -> Value?
    ) {
        ask(.cookie(name), provider) { $1.cookie(name, $0) }
    }

    /// Asks for a field of the body at each call, as for ``header(_:from:)``.
    public mutating func body<Value: Encodable & Sendable>(
        _ name: String, from provider: @escaping @Sendable () async throws -> Value?
    ) {
        ask(.body(name), provider) { $1.replaceBody(name, $0) }
    }

    /// Leaves out a parameter that an earlier layer has set: the client's defaults, the spec, or a
    /// scope around this one.
    ///
    /// In a query and in a form that may be a member of a value, too.
    public mutating func omit(_ parameter: CommonParameter) {
        settings.removeAll { $0.parameter.isSame(as: parameter) }
        settings.append(
            CommonSetting(
                parameter: parameter, apply: { $0.remove(parameter) }, isOmission: true))
    }

    private mutating func set(
        _ parameter: CommonParameter, _ change: @escaping CommonSetting.Change
    ) {
        put(CommonSetting(parameter: parameter, apply: change))
    }

    /// Adds a setting in the place of the earlier ones of its parameter, of which none would count; what
    /// has been left out of earlier layers stays left out.
    private mutating func put(_ setting: CommonSetting) {
        settings.removeAll { !$0.isOmission && $0.parameter.isSame(as: setting.parameter) }
        settings.append(setting)
    }

    private mutating func ask<Value: Sendable>(
        _ parameter: CommonParameter,
        _ provider: @escaping @Sendable () async throws -> Value?,
        _ change: @escaping @Sendable (Value, inout RequestBuilder) throws -> Void
    ) {
        var setting = CommonSetting(parameter: parameter) { _ in
            throw APIError.Cause(
                .invalidParameter, "\(parameter.shown) is asked for when a call is made",
                advice: "call `preparedRequest(for:)`, which waits for it")
        }
        setting.provider = {
            guard let value = try await provider() else { return nil }
            return { request in try change(value, &request) }
        }
        put(setting)
    }

    /// Whether a parameter has to be asked for.
    var hasProviders: Bool { settings.contains { $0.provider != nil } }

    /// The same options with all values at hand.
    func resolved() async throws -> CallOptions {
        guard hasProviders else { return self }
        var options = self
        options.settings = []
        for setting in settings {
            if let setting = try await setting.resolved() { options.settings.append(setting) }
        }
        return options
    }
}

extension RequestBuilder {
    mutating func remove(_ parameter: CommonParameter) {
        switch parameter {
        case .query(let name): query.remove(name)
        case .header(let name): if let name = HTTPField.Name(name) { headers[name] = nil }
        case .cookie(let name): cookies.removeAll { $0.name == name }
        case .body(let name):
            body.remove(name)
            switch content {
            case .form(var entries):
                entries.remove(name)
                content = .form(entries)
            case .multipart(let parts): content = .multipart(parts.filter { $0.name != name })
            case .json, .upload: break
            }
        }
    }

    /// Sets a field of the body, in the place of the endpoint's own field or part of that name.
    mutating func replaceBody(_ name: String, _ value: any Encodable & Sendable) {
        switch content {
        case .form(var entries):
            let entry = QueryEntry(name, .value(value))
            if let index = entries.lastIndex(where: { $0.name == name }) {
                entries[index] = entry
            } else if entries.contains(where: \.name.isEmpty) {
                entries.append(entry)
            }
            content = .form(entries)
        case .multipart(let fields):
            if let index = fields.firstIndex(where: { $0.name == name }) {
                // One field until the request is built: its style may give its parts other names then.
                let own = MultipartField(name: name, content: .common(value))
                let others = fields[index...].filter { $0.name != name }
                content = .multipart(fields[..<index] + [own] + others)
            }
        case .json, .upload: break
        }
        body.set(name, value, ofEndpoint: false)
    }
}
