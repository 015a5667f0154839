internal import FoundationEssentials
@_spi(Generated) internal import PosthornCore
internal import PosthornSamples
@_spi(Generated) internal import PosthornServer
internal import PosthornSpec

/// A request to an endpoint: its values by name, and what is not as the spec says.
struct RequestReading: Sendable {
    /// A complaint about a request.
    struct Complaint: Sendable {
        /// What is wrong, in one sentence, without received values.
        var text: String
        /// The place of the rule in the spec; `nil` if the spec does not name what was received.
        var mark: SourceMark?
        /// The name or the path of what is wrong; empty for the whole body.
        var member = ""
    }

    /// The values of parameters by place and name, such as `query limit`.
    private(set) var values: [String: JSONValue] = [:]
    /// The members of the body, or the whole body.
    private(set) var body: JSONValue?
    private(set) var problems: [Complaint] = []
    /// The status for the problems.
    private(set) var status = 400

    private let endpoint: MockEndpoint
    private let checker: ValueChecker

    init(_ call: ServerCall, of endpoint: MockEndpoint, knownQuery: Set<String>) {
        self.endpoint = endpoint
        checker = ValueChecker(endpoint.table, .request)
        readPath(call)
        readQuery(call, knownQuery)
        readHeaders(call)
        let bytes = call.request.body?.data ?? Data()
        readBody(bytes, call.request.headers[.contentType] ?? "")
    }

    /// Creates the reading of a call of JSON-RPC.
    init(params: JSONValue?, of endpoint: MockEndpoint) {
        self.endpoint = endpoint
        checker = ValueChecker(endpoint.table, .request)
        readJSON(params ?? .object([:]), isEmpty: params == nil)
    }

    subscript(place: ParameterSpec.Place, name: String) -> JSONValue? {
        values["\(place.rawValue) \(name)"]
    }

    // MARK: Parameters

    private mutating func readPath(_ call: ServerCall) {
        for field in endpoint.fields(.path) {
            let text = call.pathValues[field.wireName]
            var value = text.map { endpoint.table.value(ofText: $0, as: field.type) }
            if let text, case .array(let item) = endpoint.table.unwrapped(field.type).type {
                let texts = text.split { $0 == "/" || $0 == "," }
                value = .array(texts.map { endpoint.table.value(ofText: String($0), as: item) })
            }
            take(value, field, .path, "the path parameter")
        }
    }

    private mutating func readQuery(_ call: ServerCall, _ known: Set<String>) {
        var items = WireItems(call.items)
        for name in known { items.know(name) }
        for field in endpoint.fields(.query) {
            if field.traits.isFlag {
                let isSet = items.unknown.contains(field.wireName)
                items.know(field.wireName)
                take(isSet ? .bool(true) : nil, field, .query, "the query parameter")
                continue
            }
            let style = field.style ?? endpoint.spec.rules.style
            let value = items.value(of: field, style: style, endpoint.table)
            take(value, field, .query, "the query parameter")
        }
        complain(of: items.unknown, "query parameter", among: endpoint.fields(.query))
    }

    private mutating func complain(
        of unknown: Set<String>, _ what: String, among fields: [FieldSpec]
    ) {
        for name in unknown.sorted() {
            let write = Suggestion.write(
                for: name, among: fields.map(\.wireName),
                else: fields.isEmpty
                    ? "no such parameter" : quotedList(fields.prefix(12).map(\.wireName)))
            problems.append(
                Complaint(
                    text: "the \(what) \(quoted(name)) is not in the spec; write \(write)",
                    mark: nil, member: name))
        }
    }

    private mutating func readHeaders(_ call: ServerCall) {
        for field in endpoint.fields(.header) {
            if let prefix = field.prefix?.lowercased() {
                let names = call.request.headers.filter {
                    $0.name.canonicalName.hasPrefix(prefix)
                }
                if !names.isEmpty { values["header \(field.wireName)"] = .object([:]) }
                continue
            }
            let lines =
                HTTPField.Name(field.wireName).map { call.request.headers[values: $0] } ?? []
            var value = lines.first.map { endpoint.table.value(ofText: $0, as: field.type) }
            if !lines.isEmpty, case .array(let item) = endpoint.table.unwrapped(field.type).type {
                value = .array(lines.map { endpoint.table.value(ofText: $0, as: item) })
            }
            take(value, field, .header, "the header field")
        }
        for field in endpoint.fields(.cookie) {
            let text = CredentialCheck.cookie(field.wireName, of: call.request)
            take(
                text.map { endpoint.table.value(ofText: $0, as: field.type) }, field, .cookie,
                "the cookie")
        }
    }

    private mutating func take(
        _ value: JSONValue?, _ field: FieldSpec, _ place: ParameterSpec.Place, _ what: String
    ) {
        let name = "\(what) \(field.wireName)"
        guard let value else {
            let isMissing =
                !field.isOptional && !field.traits.isFlag
                && (field.isConstant || field.defaultValue == nil) && field.prefix == nil
            // A list without elements has no item.
            if isMissing, !endpoint.table.unwrapped(field.type).type.isList {
                problems.append(
                    Complaint(
                        text: "\(name) is missing", mark: field.mark, member: field.wireName))
            }
            return
        }
        values["\(place.rawValue) \(field.wireName)"] = value
        check(value, of: field, name)
    }

    private mutating func check(_ value: JSONValue, of field: FieldSpec, _ name: String) {
        if field.isConstant, let constant = endpoint.table.constant(field) {
            if constant != value {
                problems.append(
                    Complaint(
                        text: "\(name) is not the constant of the spec", mark: field.mark,
                        member: field.wireName))
            }
            return
        }
        for deviation in checker.deviations(of: value, from: field.type, limits: field.limits) {
            problems.append(
                Complaint(
                    text: deviation.sentence(of: name), mark: field.mark, member: field.wireName))
        }
    }

    // MARK: The body

    private mutating func readBody(_ bytes: Data, _ contentType: String) {
        // Common fields join the body of the endpoint, whatever its form.
        let common = endpoint.parameters.lazy.map(\.place).first(where: \.isInBody)
        guard let place = endpoint.spec.bodyPlace ?? common else { return }
        guard !bytes.isEmpty else { return readMissing(place) }
        guard let format = format(of: contentType, place) else { return }
        switch format {
        case .json:
            guard let json = try? JSONValue(document: bytes, depth: 200) else {
                problems.append(
                    Complaint(
                        text: "the body is not JSON, or has a member twice",
                        mark: endpoint.spec.mark))
                return
            }
            readJSON(json, isEmpty: false)
        case .form: readForm(bytes, place)
        case .lines: readLines(bytes)
        case .text, .bytes, .xml: body = nil
        }
    }

    private mutating func readMissing(_ place: ParameterSpec.Place) {
        let fields = endpoint.parameters.lazy.filter { $0.place.isInBody }.map(\.field)
        if place == .text || place == .bytes || place == .lines || place == .upload { return }
        guard let field = fields.first(where: { !$0.mayBeLeftOut || $0.isConstant }) else { return }
        problems.append(Complaint(text: "the body is missing", mark: field.mark))
    }

    /// Returns the format of a body, or complains about its media type.
    private mutating func format(
        of contentType: String, _ place: ParameterSpec.Place
    ) -> ContentTypeSpec.Format? {
        let essence = Self.essence(contentType)
        var wanted = endpoint.spec.contentTypes(in: endpoint.service).map(\.mediaType)
        if wanted.isEmpty {
            switch place {
            case .form: wanted = ["application/x-www-form-urlencoded"]
            case .part: wanted = ["multipart/form-data"]
            case .upload, .text, .bytes, .lines:
                wanted = endpoint.parameters.filter { $0.place == place }.map(\.field.wireName)
            default:
                let isPatch = endpoint.parameters.contains { $0.field.traits.isPatch }
                wanted = [isPatch ? "application/merge-patch+json" : "application/json"]
            }
        }
        let isTaken = wanted.contains { type in
            let type = Self.essence(type)
            return type == essence || type.hasSuffix("/*")
                || type == "application/json" && essence.hasSuffix("+json")
        }
        guard isTaken else {
            status = 415
            problems.append(
                Complaint(
                    text:
                        "the body has the media type \(essence.isEmpty ? "of none" : quoted(essence)), "
                        + "and should have \(quotedList(wanted))", mark: endpoint.spec.mark))
            return nil
        }
        switch place {
        case .part, .upload, .text, .bytes: return .bytes
        case .lines: return .lines
        case .form: return .form
        default: return ContentTypeSpec.Format(of: essence)
        }
    }

    private static func essence(_ mediaType: String) -> String {
        mediaType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    }

    private mutating func readJSON(_ json: JSONValue, isEmpty: Bool) {
        body = json
        let fields = endpoint.fields(.body)
        guard let whole = endpoint.parameters.first(where: { $0.place == .wholeBody })?.field else {
            if !fields.isEmpty { complain(checker.deviations(of: json, from: fields), fields) }
            return
        }
        // A merge patch has any of the members.
        if whole.traits.isPatch || isEmpty && whole.isOptional { return }
        // Common fields join the body's own.
        var own = json
        if let object = json.object, let known = endpoint.table.fields(of: whole.type) {
            let names = Set(known.map(\.wireName))
            let common = fields.filter { !names.contains($0.wireName) }
            for field in common where object[field.wireName] != nil { own[field.wireName] = nil }
        }
        complain(
            checker.deviations(of: own, from: whole.type, limits: whole.limits),
            endpoint.table.fields(of: whole.type) ?? [whole])
    }

    private mutating func readForm(_ bytes: Data, _ place: ParameterSpec.Place) {
        guard var items = WireItems(text: String(decoding: bytes, as: UTF8.self)) else {
            problems.append(
                Complaint(text: "the body is not percent-encoded UTF-8", mark: endpoint.spec.mark))
            return
        }
        var object = JSONValue.object([:])
        var fields = endpoint.parameters.filter { $0.place.isInBody }.map(\.field)
        if let whole = endpoint.parameters.first(where: { $0.place == .wholeBody })?.field {
            fields = endpoint.table.fields(of: whole.type) ?? []
        }
        for field in fields {
            let style = field.style ?? endpoint.spec.rules.style
            object[field.wireName] = items.value(of: field, style: style, endpoint.table)
        }
        body = object
        // A list without elements has no item.
        let required = fields.filter {
            object[$0.wireName] != nil || !endpoint.table.unwrapped($0.type).type.isList
        }
        complain(checker.deviations(of: object, from: required), fields)
        complain(of: items.unknown, "field of the form", among: fields)
    }

    private mutating func readLines(_ bytes: Data) {
        guard let field = endpoint.fields(.lines).first else { return }
        var type = endpoint.table.unwrapped(field.type).type
        if case .array(let item) = type { type = item }
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let json = try? JSONValue(document: line, depth: 200) else {
                problems.append(
                    Complaint(text: "line \(number + 1) of the body is not JSON", mark: field.mark))
                return
            }
            for deviation in checker.deviations(of: json, from: type) {
                problems.append(
                    Complaint(text: deviation.sentence(of: "line \(number + 1)"), mark: field.mark))
            }
        }
    }

    private mutating func complain(_ deviations: [Deviation], _ fields: [FieldSpec]) {
        for deviation in deviations {
            let field = fields.first { field in
                field.path.first.map { deviation.path.first == .member($0) } ?? false
            }
            let isUnknown = deviation.kind == .unknownMember && field == nil
            let write = isUnknown ? "; write \(deviation.write)" : ""
            problems.append(
                Complaint(
                    text: deviation.sentence(of: "the body") + write,
                    mark: field?.mark ?? endpoint.spec.mark, member: deviation.place))
        }
    }
}
