/// Parameters sent with every call of a client or a scope.
///
/// In ``ClientConfiguration/defaults`` they apply to all calls of an app. A parameter of the same name set by
/// the spec, an endpoint or the call site wins over them. Body parameters are added to POST, PUT and PATCH
/// requests, and to other requests whose endpoint sends a body.
extension CallOptions {
    /// Sets a header field.
    ///
    /// The value is checked when the request is built.
    public mutating func header(_ name: String, _ value: some ParameterValue) {
        set(.header(name)) { $0.header(name, value) }
    }

    /// Sets a query parameter, written in the request's query style.
    public mutating func query(_ name: String, _ value: some ParameterValue) {
        set(.query(name)) { $0.query(name, value) }
    }

    /// Sets a query parameter to any encodable value.
    ///
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - value: The value.
    ///   - style: The style in which the value is written. `nil`, the default, uses the request's style.
    public mutating func query(
        _ name: String, encoding value: some Encodable & Sendable, style: QueryStyle? = nil
    ) {
        set(.query(name)) { $0.query(name, encoding: value, style: style) }
    }

    /// Sets a cookie of the request.
    public mutating func cookie(_ name: String, _ value: some ParameterValue) {
        set(.cookie(name)) { $0.cookie(name, value) }
    }

    /// Sets a field of the body.
    ///
    /// The field is written in the format of the body: JSON, a form, a multipart body, or the format of a
    /// custom serializer.
    ///
    /// In the options of a scope or a call, the field replaces the endpoint's own form field or part of the
    /// same name. If the body is a single value, that value's own member of the same name wins.
    public mutating func body(_ name: String, _ value: some Encodable & Sendable) {
        set(.body(name)) { $0.replaceBody(name, value) }
    }

    /// Sets a header field to a value requested at each call.
    ///
    /// - Parameters:
    ///   - name: The name of the header field.
    ///   - provider: Returns the value. Runs in the calling task before the request is built. If it returns
    ///     `nil`, the field is not sent. If it throws, the call fails with
    ///     `APIError.Code.invalidParameter`, or with `APIError.Code.cancelled` in a cancelled task.
    public mutating func header<Value: ParameterValue>(
        _ name: String, from provider: @escaping @Sendable () async throws -> Value?
    ) {
        ask(.header(name), provider) { $1.header(name, $0) }
    }

    /// Sets a query parameter to a value requested at each call, like ``header(_:from:)``.
    public mutating func query<Value: ParameterValue>(
        _ name: String, from provider: @escaping @Sendable () async throws -> Value?
    ) {
        ask(.query(name), provider) { $1.query(name, $0) }
    }

    /// Sets a cookie of the request to a value requested at each call, like ``header(_:from:)``.
    public mutating func cookie<Value: ParameterValue>(
        _ name: String, from provider: @escaping @Sendable () async throws -> Value?
    ) {
        ask(.cookie(name), provider) { $1.cookie(name, $0) }
    }

    /// Sets a field of the body to a value requested at each call, like ``header(_:from:)``.
    public mutating func body<Value: Encodable & Sendable>(
        _ name: String, from provider: @escaping @Sendable () async throws -> Value?
    ) {
        ask(.body(name), provider) { $1.replaceBody(name, $0) }
    }

    /// Removes a parameter set by an earlier layer: the client's defaults, the spec or an enclosing scope.
    ///
    /// In a query or a form, it also removes a member of that name from a value that is encoded as a whole.
    public mutating func remove(_ parameter: RequestBuilder.CommonParameter) {
        settings.removeAll { $0.parameter.isSame(as: parameter) }
        settings.append(
            CommonSetting(
                parameter: parameter, apply: { $0.remove(parameter) }, isRemoval: true))
    }

    private mutating func set(
        _ parameter: RequestBuilder.CommonParameter, _ change: @escaping CommonSetting.Change
    ) {
        put(CommonSetting(parameter: parameter, apply: change))
    }

    /// Adds a setting in place of earlier ones for the same parameter.
    ///
    /// Keeps removals, which apply to earlier layers.
    private mutating func put(_ setting: CommonSetting) {
        settings.removeAll { !$0.isRemoval && $0.parameter.isSame(as: setting.parameter) }
        settings.append(setting)
    }

    private mutating func ask<Value: Sendable>(
        _ parameter: RequestBuilder.CommonParameter,
        _ provider: @escaping @Sendable () async throws -> Value?,
        _ change: @escaping @Sendable (Value, inout RequestBuilder) throws -> Void
    ) {
        var setting = CommonSetting(parameter: parameter) { _ in
            throw APIError.Cause(
                .invalidParameter,
                "\(parameter.shown) has a provider, which runs when a call is made",
                advice: "call `preparedRequest(for:)`, which runs the providers")
        }
        setting.provider = {
            guard let value = try await provider() else { return nil }
            return { request in try change(value, &request) }
        }
        put(setting)
    }

    /// Whether any parameter has a provider that must run first.
    var hasProviders: Bool { settings.contains { $0.provider != nil } }

    /// Runs the providers and returns the options with their values.
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
    /// Applies the options and the parameters of a layer.
    mutating func apply(_ layer: CallOptions) throws {
        options.merge(layer)
        for setting in layer.settings { try setting.apply(&self) }
    }

    mutating func remove(_ parameter: RequestBuilder.CommonParameter) {
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

    /// Sets a field of the body and replaces the endpoint's own field or part of that name.
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
                // Stays one field until the request is built, because the style may give its parts other
                // names.
                let own = MultipartField(name: name, content: .common(value))
                let others = fields[index...].filter { $0.name != name }
                content = .multipart(fields[..<index] + [own] + others)
            }
        case .json, .upload: break
        }
        body.set(name, value, ofEndpoint: false)
    }
}
