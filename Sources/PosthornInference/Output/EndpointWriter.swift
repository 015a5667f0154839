internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// Writes an endpoint with what its samples have in common.
struct EndpointWriter {
    private let group: EndpointGroup
    private let envelope: Envelope?
    private var body: Shape?
    private var result: Shape?
    private var events: Shape?
    private var failures: [Int: Shape?] = [:]
    private var codes: [Envelope.Code: Int] = [:]
    private var statuses: [Int: Int] = [:]
    private var isEmpty = 0

    init(_ group: EndpointGroup, _ envelope: Envelope?) {
        (self.group, self.envelope) = (group, envelope)
        for sample in group.samples {
            if case .json(let node)? = sample.body { Self.add(Shape(node), to: &body) }
            guard let response = sample.response else { continue }
            statuses[response.status, default: 0] += 1
            if response.status / 100 == 2 {
                readSuccess(response)
            } else if response.status > 399, response.status < 600 {
                var shape = failures[response.status] ?? nil
                if case .json(let node)? = response.body, node.kind == .mapping {
                    Self.add(Shape(node), to: &shape)
                }
                failures.updateValue(shape, forKey: response.status)
            }
        }
    }

    private static func add(_ shape: Shape, to sum: inout Shape?) {
        sum = sum.map { $0.merged(with: shape) } ?? shape
    }

    private mutating func readSuccess(_ response: Sample.Response) {
        switch response.body {
        case .json(let node):
            guard let envelope else { return Self.add(Shape(node), to: &result) }
            if let code = envelope.refusal(node) {
                codes[code, default: 0] += 1
            } else if let payload = node[envelope.payload] {
                Self.add(Shape(payload), to: &result)
            } else {
                isEmpty += 1
            }
        case .events(let nodes):
            for node in nodes.compactMap({ $0 }) { Self.add(Shape(node), to: &events) }
        case nil: if response.status == 204 || response.status == 205 { isEmpty += 1 }
        case .form, .multipart, .text, .bytes, .broken: break
        }
    }

    /// Names the types of the endpoint.
    func nameTypes(_ types: inout TypeWriter) {
        let title = SwiftName.uppercasingStart(group.name)
        if let result {
            let isPage = group.isList && result.form == .object
            types.name(
                result,
                isPage
                    ? group.noun + "Page"
                    : group.method == "GET" || !group.isAction
                        ? group.noun : title + "Response", parent: title)
        }
        if let events { types.name(events, title + "Event", parent: title) }
        for (_, failure) in failures.sorted(by: { $0.key < $1.key }) {
            if let failure { types.name(failure, "Problem", parent: title) }
        }
        guard let body else { return }
        if isInline(body, types), let object = body.object {
            types.nameMembers(of: object, parent: title)
        } else {
            types.name(body, title + "Body", parent: title)
        }
    }

    private func isInline(_ body: Shape, _ types: TypeWriter) -> Bool {
        guard body.form == .object, body.nulls == 0, let object = body.object else { return false }
        return object.name == nil && types.hasOnlyNames(object)
    }

    func member(
        _ types: inout TypeWriter, requires: SpecValue?, common: Set<String>
    ) -> SpecMember {
        var taken: Set<String> = []
        let total = group.samples.count
        var members = [SpecMember(group.method, .text(group.path))]
        if let requires { members.append(SpecMember("requires", requires)) }
        if group.isIdempotent, group.hasBody {
            members.append(
                SpecMember(
                    "idempotent", .plain("true"),
                    comment: "Idempotency-Key in \(total) of \(total) samples"))
        }
        let path = group.variables.map { variable in
            let kind = types.text(variable.shape, allowsWords: false)
            taken.insert(variable.name)
            return SpecMember(
                variable.name,
                .plain(kind.type == "Int" || kind.type == "UUID" ? kind.type : "String"),
                comment: "\(variable.shape.known) of \(total) samples")
        }
        if !path.isEmpty { members.append(SpecMember("path", .block(path))) }
        func add(_ key: String, _ fields: [EndpointGroup.Field], _ ending: String, of total: Int) {
            guard !fields.isEmpty else { return }
            let list = types.members(
                fields, of: total, reserved: ReservedNames.parameters, taken: &taken,
                ending: ending, isText: true)
            members.append(SpecMember(key, .map(list)))
        }
        add("query", group.query, "Query", of: total)
        let headers = group.samples.map { sample in
            EndpointGroup.headers(of: sample).filter { !common.contains($0.name) }
        }
        add("headers", EndpointGroup.fields(headers), "Header", of: total)
        if group.hasBody { members += bodyMembers(&types, &taken) }
        members += results(&types)
        return SpecMember(
            group.name, .block(members), isSeparated: true,
            comment: "\(total) \(total == 1 ? "sample" : "samples")")
    }

    private func bodyMembers(
        _ types: inout TypeWriter, _ taken: inout Set<String>
    ) -> [SpecMember] {
        var (forms, parts): ([[Sample.Pair]], [[Sample.Pair]]) = ([], [])
        var (upload, isBroken): (String?, Bool) = (nil, false)
        for sample in group.samples {
            switch sample.body {
            case .form(let pairs): forms.append(pairs)
            case .multipart(let pairs): parts.append(pairs)
            case .bytes(let type): upload = min(upload ?? type, type)
            case .text: upload = min(upload ?? "text/plain", "text/plain")
            case .broken: isBroken = true
            case .json, .events, nil: break
            }
        }
        if let body {
            guard isInline(body, types), let object = body.object else {
                let text = types.text(body, allowsWords: false)
                return [
                    SpecMember(
                        "body", TypeWriter.value(text.type + (text.isOptional ? "?" : "")),
                        comment: text.guess)
                ]
            }
            let fields = types.fields(of: object)
            let list = types.members(
                fields, of: object.count, reserved: ReservedNames.parameters, taken: &taken,
                ending: "Body")
            let group: SpecValue =
                TypeWriter.areAmbiguous(fields) || list.first?.key.first?.isUppercase == true
                ? .block([SpecMember("fields", .block(list))]) : .map(list)
            return [SpecMember("body", group)]
        }
        if !forms.isEmpty {
            let list = types.members(
                EndpointGroup.fields(forms), of: forms.count, reserved: ReservedNames.parameters,
                taken: &taken, ending: "Form", isText: true)
            return list.isEmpty ? [] : [SpecMember("form", .map(list))]
        }
        if !parts.isEmpty {
            let fields = EndpointGroup.fields(parts)
            var list = types.members(
                fields, of: parts.count, reserved: ReservedNames.parameters, taken: &taken,
                ending: "Part", isText: true)
            for (index, field) in fields.enumerated() {
                let isList = field.shape.form == .list
                guard (isList ? field.shape.items.first?.form : field.shape.form) == .unknown else {
                    continue
                }
                let type = SpecMember("type", .plain(isList ? "[File]" : "File"))
                if case .map(let details) = list[index].value {
                    list[index].value = .map([type] + details.filter { $0.key == "name" })
                } else {
                    list[index].value = type.value
                }
                list[index].comment = field.isOptional ? list[index].comment : nil
            }
            return list.isEmpty ? [] : [SpecMember("multipart", .map(list))]
        }
        if let upload { return [SpecMember("upload", .text(upload))] }
        return isBroken ? [SpecMember("body", .plain("JSON"), comment: "no readable sample")] : []
    }

    private func results(_ types: inout TypeWriter) -> [SpecMember] {
        var members: [SpecMember] = []
        var (isText, isBytes, isBroken, isStream) = (0, 0, 0, 0)
        for sample in group.samples {
            guard let response = sample.response, response.status / 100 == 2 else { continue }
            switch response.body {
            case .text: isText += 1
            case .bytes: isBytes += 1
            case .broken: isBroken += 1
            case .events: isStream += 1
            case .json, .form, .multipart, nil: break
            }
        }
        if group.method == "HEAD" {
            // A response to HEAD has no body.
        } else if let result, result.form != .null {
            let text = types.text(result, allowsWords: false)
            let isOptional = text.isOptional || isEmpty > 0
            let type = text.type + (isOptional && text.type != "JSON" ? "?" : "")
            var guess = text.guess
            if isOptional { guess = "nothing in \(isEmpty + result.nulls) samples" }
            members.append(SpecMember("returns", TypeWriter.value(type), comment: guess))
            if text.type == "String", envelope == nil {
                members.append(SpecMember("response", .plain("json")))
            }
        } else if isStream > 0 {
            let type = events.map { types.text($0, allowsWords: false).type } ?? "String"
            let value = "events of \(type)"
            members.append(
                SpecMember(
                    "returns", type.hasPrefix("[") ? .quoted(value) : .plain(value),
                    comment: "\(isStream) of \(group.samples.count) samples"))
        } else if isText > 0 {
            members.append(SpecMember("returns", .plain("String")))
            members.append(SpecMember("response", .plain("text")))
        } else if isBytes > 0 {
            members.append(SpecMember("returns", .plain("Data")))
        } else if isBroken > 0 {
            members.append(
                SpecMember("returns", .plain("JSON"), comment: "no readable sample"))
        }
        var errors: [SpecMember] = []
        for (status, shape) in failures.sorted(by: { $0.key < $1.key }) {
            var type = SpecValue.nothing
            if let shape, group.method != "HEAD" {
                let text = types.text(shape, allowsWords: false)
                if text.type.first?.isUppercase == true, text.type != "JSON" {
                    type = .plain(text.type)
                }
            }
            errors.append(SpecMember("\(status)", type, comment: samples(statuses[status] ?? 0)))
        }
        for (code, count) in codes.sorted(by: { $0.key < $1.key }) {
            if code.isText, !Vocabulary.isWord(code.text) || PlainValue(code.text) != .text {
                continue
            }
            errors.append(SpecMember("code \(code.text)", .nothing, comment: samples(count)))
        }
        if !errors.isEmpty, members.first?.key != "returns" || isStream == 0 || codes.isEmpty {
            members.append(SpecMember("errors", .block(errors)))
        }
        return members
    }

    private func samples(_ count: Int) -> String {
        "\(count) of \(group.samples.count) samples"
    }
}
