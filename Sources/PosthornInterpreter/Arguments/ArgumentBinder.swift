internal import FoundationEssentials
internal import PosthornCore
internal import PosthornSpec

/// Assigns arguments to the parameters of an endpoint, and checks them.
struct ArgumentBinder {
    let spec: InterpretedSpec
    let endpoint: EndpointSpec
    /// Returns the value of a common parameter that has no argument; `nil` for none.
    let commonValue: (String) -> String?
    private let shapes: ObjectShapes
    var errors: [InterpretationError] = []
    var bound = BoundArguments()
    /// The values so far, before their check.
    var values: [Slot: JSONValue] = [:]

    enum Slot: Hashable {
        case own(Int)
        case common(Int)
    }

    init(
        _ spec: InterpretedSpec, _ endpoint: EndpointSpec,
        commonValue: @escaping (String) -> String?
    ) {
        (self.spec, self.endpoint, self.commonValue) = (spec, endpoint, commonValue)
        shapes = ObjectShapes(spec.types)
    }

    var types: [String: TypeSpec] { spec.types }

    /// Returns the parameters with their values, or throws all that is wrong with the arguments.
    mutating func bind(
        _ arguments: CallArguments
    ) throws(InterpretationErrors) -> BoundArguments {
        if let body = arguments.body { bind(body: body) }
        for (path, value) in arguments.items { bind(value, path) }
        addCommonValues()
        finish(isChecked: !arguments.areUnchecked)
        guard errors.isEmpty else { throw InterpretationErrors(all: errors) }
        return bound
    }

    // MARK: Finding parameters

    /// The common parameters that the endpoint sends.
    var common: [(offset: Int, element: ParameterSpec)] {
        spec.service.common.enumerated().filter { _, parameter in
            !parameter.field.isConstant && !endpoint.rules.omits(parameter)
        }
    }

    private var whole: Int? { endpoint.parameters.firstIndex { $0.place == .wholeBody } }

    private func own(named name: String) -> Int? {
        func index(_ matches: (FieldSpec) -> Bool) -> Int? {
            endpoint.parameters.firstIndex { parameter in
                !parameter.field.isConstant && parameter.place != .original
                    && matches(parameter.field)
            }
        }
        return index { $0.wireName == name } ?? index { $0.swiftName == name }
    }

    /// Returns the map of header fields or query parameters whose names start like a name.
    private func map(for name: String) -> Int? {
        endpoint.parameters.firstIndex { parameter in
            guard let prefix = parameter.field.prefix, !prefix.isEmpty else { return false }
            return name.count > prefix.count && name.lowercased().hasPrefix(prefix.lowercased())
        }
    }

    private func common(named name: String) -> Int? {
        let found =
            common.first { $0.element.field.wireName.lowercased() == name.lowercased() }
            ?? common.first { $0.element.field.swiftName == name }
        return found?.offset
    }

    private mutating func bind(_ value: CallArguments.Value, _ path: ArgumentPath) {
        guard case .member(let name) = path.steps.first else { return }
        let rest = path.steps.dropFirst()
        if let index = own(named: name) ?? own(named: path.text) {
            let isWholeName = own(named: name) == nil
            return set(value, isWholeName ? [] : rest, path, .own(index))
        }
        if let index = map(for: name) {
            let prefix = endpoint.parameters[index].field.prefix ?? ""
            let key = ArgumentPath.Step.member(String(name.dropFirst(prefix.count)))
            return set(value, [key] + rest, path, .own(index))
        }
        let isMember = whole.map { hasMember(name, endpoint.parameters[$0].field.type) }
        if let whole, isMember == true { return set(value, path.steps[...], path, .own(whole)) }
        if let index = common(named: name) { return set(value, rest, path, .common(index)) }
        if let whole, isMember == nil || takesAnyMember(endpoint.parameters[whole].field.type) {
            return set(value, path.steps[...], path, .own(whole))
        }
        if name == "If-Match", endpoint.parameters.contains(where: \.field.isTagged),
            case .text(let tag) = value
        {
            return bound.eTag = tag
        }
        refuseUnknown(name)
    }

    private func hasMember(_ name: String, _ type: TypeExpression) -> Bool {
        guard let shape = shapes.shape(of: type.limited(types).type) else { return false }
        return shape.places[name] != nil || shape.fields.contains { $0.path.first == name }
    }

    private func takesAnyMember(_ type: TypeExpression) -> Bool {
        let type = type.limited(types).type
        switch type.kind(in: types) {
        case .object: return shapes.shape(of: type)?.holdsOthers ?? false
        case .union, .foreign: return true
        default: return type.isMap || type.scalar == .json
        }
    }

    private mutating func refuseUnknown(_ name: String) {
        var names = endpoint.parameters.filter { !$0.field.isConstant && $0.place != .original }
            .filter { $0.place != .wholeBody }.map(\.field.wireName)
        if let whole {
            let type = endpoint.parameters[whole].field.type
            names += shapes.shape(of: type.limited(types).type)?.fields.map(\.shownName) ?? ["body"]
        }
        names += common.map(\.element.field.wireName)
        refuse(
            "unknown parameter", found: quoted(name),
            write: Suggestion.write(
                for: name, among: names,
                else: names.isEmpty
                    ? "no parameters" : quotedList(Array(names.prefix(20)))))
    }

    // MARK: Setting values

    private mutating func bind(body: CallArguments.Value) {
        if let index = endpoint.parameters.firstIndex(where: { $0.place.isRaw }) {
            return bindRaw(body, index)
        }
        if case .file(let url) = body, sendsXML {
            return bound.wholeFile = HTTPBody.file(url)
        }
        guard let json = json(of: body) else { return }
        if let whole {
            values[.own(whole)] = json
            return
        }
        guard let members = json.object else {
            return refuse("the body is a JSON object", found: "another value", write: "'{…}'")
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            bind(.json(value), ArgumentPath(name: name))
        }
    }

    /// Whether the body has a format that only Swift code writes.
    private var sendsXML: Bool {
        endpoint.contentTypes(in: spec.service).contains { $0.format == .xml }
    }

    /// Sets a body that is not JSON.
    private mutating func bindRaw(_ body: CallArguments.Value, _ index: Int) {
        let parameter = endpoint.parameters[index]
        switch body {
        case .file(let url) where parameter.place != .text:
            bound.values[index] = .body(HTTPBody.file(url))
        case .data(let data) where parameter.place != .text:
            bound.values[index] = .body(HTTPBody(data))
        case .data(let data):
            values[.own(index)] = .string(String(decoding: data, as: UTF8.self))
        default: set(body, [], ArgumentPath(name: "body"), .own(index))
        }
    }

    private mutating func json(of value: CallArguments.Value) -> JSONValue? {
        switch value {
        case .json(let json): return json
        case .text(let text): return parsed(Data(text.utf8))
        case .data(let data): return parsed(data)
        case .file(let url):
            guard let data = read(url) else { return nil }
            return parsed(data)
        }
    }

    private mutating func parsed(_ data: Data) -> JSONValue? {
        do { return try JSONValue(document: data, depth: 512) } catch {
            let located = Array(data).withUnsafeBufferPointer { bytes in
                (error as? JSONError).map { "\($0.located(in: bytes))" }
            }
            refuse("the body is JSON", found: oneLine(located ?? "\(error)"), write: "a JSON text")
            return nil
        }
    }

    private mutating func read(_ url: URL) -> Data? {
        do { return try Data(contentsOf: url) } catch {
            refuse(
                "an argument with '@' names a file", found: "none that can be read",
                write: "the path of a file in place of \(quoted(url.path))")
            return nil
        }
    }

    mutating func set(
        _ value: CallArguments.Value, _ steps: ArraySlice<ArgumentPath.Step>, _ path: ArgumentPath,
        _ slot: Slot
    ) {
        let parameter = self.parameter(slot)
        if case .file(let url) = value {
            if steps.isEmpty, setFile(url, parameter, slot) { return }
            guard let data = read(url) else { return }
            guard let text = String(validating: data, as: UTF8.self) else {
                return refuse(
                    "\(quoted(path.text)) takes a text", found: "a file that is no text",
                    write: "another file")
            }
            return set(.text(text), steps, path, slot)
        }
        if parameter.place == .contentType { return choose(value) }
        var json = values[slot] ?? .null
        do throws(InterpretationError) {
            let tree = ArgumentTree(
                table: spec.table, shapes: shapes, endpoint: endpoint.fullName)
            try tree.set(
                value, at: steps, of: &json, parameter.field.type,
                isFirst: values[slot] == nil, path.text)
            values[slot] = json
        } catch {
            errors.append(error)
        }
    }

    private func parameter(_ slot: Slot) -> ParameterSpec {
        switch slot {
        case .own(let index): endpoint.parameters[index]
        case .common(let index): spec.service.common[index]
        }
    }

    /// Sets a body or a part that is sent from a file; returns whether the parameter is one.
    private mutating func setFile(_ url: URL, _ parameter: ParameterSpec, _ slot: Slot) -> Bool {
        guard case .own(let index) = slot else { return false }
        switch parameter.place {
        case .upload, .bytes:
            bound.values[index] = .body(.file(url))
        case .part where parameter.field.type.isFiles:
            var parts: [FormPart] = []
            if case .parts(let earlier) = bound.values[index], parameter.field.type.isArray {
                parts = earlier
            }
            bound.values[index] = .parts(parts + [FormPart(file: url)])
        default: return false
        }
        return true
    }

    private mutating func choose(_ value: CallArguments.Value) {
        let types = endpoint.contentTypes(in: spec.service)
        let text: String
        switch value {
        case .text(let given): text = given
        case .json(let json): text = json.string ?? ""
        case .file, .data: text = ""
        }
        bound.contentType = types.first { $0.mediaType == text || $0.name == text }
        guard bound.contentType == nil else { return }
        let names = types.map(\.mediaType)
        refuse(
            "unknown media type of the body", found: quoted(text),
            write: Suggestion.write(for: text, among: names, else: quotedList(names)))
    }

    mutating func refuse(_ rule: String, found: String, write: String) {
        errors.append(
            InterpretationError(.argument, endpoint.fullName, rule, found: found, write: write))
    }
}
