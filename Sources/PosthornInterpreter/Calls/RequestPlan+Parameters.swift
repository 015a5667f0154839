internal import FoundationEssentials
@_spi(Generated) internal import PosthornCore
internal import PosthornSpec

/// The values of parameters in the request.
extension RequestPlan {
    func add(
        _ content: BoundArguments.Content, _ parameter: ParameterSpec,
        to request: inout RequestBuilder
    ) {
        let field = parameter.field
        switch content {
        case .body(let body):
            let type = arguments.contentType.map(\.mediaType) ?? field.wireName
            request.upload(body, as: type)
        case .parts(let parts): request.part(field.wireName, parts)
        case .json(let value): ParameterWriter(plan, field).add(value, parameter.place, &request)
        }
        if parameter.place == .text || parameter.place == .lines, let value = content.json?.json {
            let type = arguments.contentType.map(\.mediaType) ?? field.wireName
            if parameter.place == .text {
                request.text(value.string ?? "", as: type)
            } else {
                request.lines(value.array ?? [], as: type)
            }
        }
    }
}

/// Adds the value of one parameter to a request, in the way of generated code.
struct ParameterWriter {
    let plan: CallPlan
    let field: FieldSpec

    init(_ plan: CallPlan, _ field: FieldSpec) { (self.plan, self.field) = (plan, field) }

    private var name: String { field.wireName }
    private var style: QueryStyle? { field.style.flatMap(QueryStyle.init) }

    func add(
        _ value: OrderedJSON, _ place: ParameterSpec.Place, _ request: inout RequestBuilder
    ) {
        switch place {
        case .path: addPath(value.json, &request)
        case .url:
            if let url = value.json.string.flatMap({ URL(string: $0) }) { request.url(name, url) }
        case .query: addQuery(value, &request)
        case .header: addHeader(value.json, &request)
        case .cookie: request.cookie(name, text(value.json))
        case .body: request.body(name, value)
        case .wholeBody: request.body(value)
        case .form: addItem(value, isForm: true, &request)
        case .part: addPart(value, &request)
        case .upload, .text, .bytes, .lines, .contentType, .original: break
        }
    }

    // MARK: Texts

    /// Returns the text of a scalar; JSON for another value.
    private func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let bool): String(bool)
        case .null: "null"
        case .array, .object:
            (try? JSONWriter.bytes(of: value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    /// Returns the texts of a list of scalars; `nil` for another value.
    private func texts(_ value: JSONValue) -> [String]? {
        guard let items = value.array,
            items.allSatisfy({ $0.array == nil && $0.object == nil })
        else { return nil }
        return items.map(text)
    }

    private func addPath(_ value: JSONValue, _ request: inout RequestBuilder) {
        if field.type.wrapped.scalar == .encodedPath {
            return request.path(name, EncodedPath(text(value)))
        }
        if let texts = texts(value) { return request.path(name, texts) }
        if let members = value.object {
            return request.path(name, members.mapValues { text($0) })
        }
        request.path(name, text(value))
    }

    private func addHeader(_ value: JSONValue, _ request: inout RequestBuilder) {
        if let prefix = field.prefix {
            let values = (value.object ?? [:]).mapValues { text($0) }
            return request.header(prefix: String(prefix), values, besides: declared(.header))
        }
        if let texts = texts(value) { return request.header(name, texts) }
        request.header(name, text(value))
    }

    private func addQuery(_ value: OrderedJSON, _ request: inout RequestBuilder) {
        let json = value.json
        if let prefix = field.prefix {
            let (start, others) = (String(prefix), declared(.query))
            let members = json.object ?? [:]
            if members.values.contains(where: { $0.array != nil }) {
                let lists = members.mapValues { texts($0) ?? [] }
                return request.query(prefix: start, lists, besides: others, style: style)
            }
            return request.query(
                prefix: start, members.mapValues { text($0) }, besides: others, style: style)
        }
        if field.traits.isFlag { return request.query(flag: name, json.bool ?? true) }
        addItem(value, isForm: false, &request)
    }

    /// Adds an item of the query or of a form.
    private func addItem(
        _ value: OrderedJSON, isForm: Bool, _ request: inout RequestBuilder
    ) {
        let json = value.json
        func encode(_ value: some Encodable & Sendable) {
            if isForm {
                request.form(name, encoding: value, style: style)
            } else {
                request.query(name, encoding: value, style: style)
            }
        }
        if writesJSON {
            if isForm { request.form(name, json: value) } else { request.query(name, json: value) }
        } else if let bools = bools(json) {
            encode(bools)
        } else if let bool = json.bool, field.type.form == nil {
            // The style of the request chooses the form of a Boolean.
            if style != nil { return encode(bool) }
            if isForm { request.form(name, bool) } else { request.query(name, bool) }
        } else if let texts = texts(json) {
            encode(texts)
        } else if json.object != nil || json.array != nil {
            encode(value)
        } else if !json.isNull {
            if isForm { request.form(name, text(json)) } else { request.query(name, text(json)) }
        }
    }

    private func addPart(_ value: OrderedJSON, _ request: inout RequestBuilder) {
        let json = value.json
        let isText = isText(field.type)
        if isText, let texts = texts(json) { return request.part(name, texts) }
        if isText, let bool = json.bool, field.type.form == nil { return request.part(name, bool) }
        if isText { return request.part(name, text(json)) }
        request.part(name, json: value)
    }

    /// Whether the parameter is the JSON text of its value.
    private var writesJSON: Bool {
        field.style == .json && (field.type.wrapped.isArray || !isText(field.type.wrapped))
    }

    /// Returns a list of Booleans, which a style may write in another way.
    private func bools(_ value: JSONValue) -> [Bool]? {
        guard let items = value.array, !items.isEmpty else { return nil }
        let bools = items.compactMap(\.bool)
        return bools.count == items.count ? bools : nil
    }

    /// Returns whether a value, or each element of a list, is written as text instead of JSON.
    private func isText(_ type: TypeExpression) -> Bool {
        if case .array(let item) = type { return !item.isArray && isText(item) }
        let limited = type.limited(plan.spec.types).type
        switch limited.kind(in: plan.spec.types) {
        case nil: return limited.scalar.map { $0 != .json } ?? false
        case .enumeration: return true
        default: return false
        }
    }

    /// Returns the names that a map of the place cannot have.
    private func declared(_ place: ParameterSpec.Place) -> [String] {
        let service = plan.spec.service
        var names = (plan.endpoint.parameters + service.common).filter { $0.place == place }
            .map(\.field.wireName)
        for scheme in service.auth.map(\.scheme) {
            switch (scheme, place) {
            case (.header(let name, _), .header), (.query(let name), .query): names.append(name)
            default: break
            }
        }
        let start = String(field.prefix ?? "").lowercased()
        return names.filter { !$0.hasSuffix("*") && $0.lowercased().hasPrefix(start) }
    }
}
