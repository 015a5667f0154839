internal import FoundationEssentials
internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// The check of arguments, and the values that are sent without one.
extension ArgumentBinder {
    mutating func addCommonValues() {
        for (index, parameter) in common where values[.common(index)] == nil {
            guard let text = commonValue(parameter.field.wireName) else { continue }
            set(.text(text), [], ArgumentPath(name: parameter.field.wireName), .common(index))
        }
    }

    /// Whether the request has the common members of bodies.
    private var sendsCommonBody: Bool {
        endpoint.bodyPlace != nil || ["POST", "PUT", "PATCH"].contains(endpoint.method.rawValue)
    }

    mutating func finish(isChecked: Bool) {
        for (index, parameter) in endpoint.parameters.enumerated() {
            if let content = finished(parameter, .own(index), isChecked) {
                bound.values[index] = content
            }
        }
        let sent = Set(common.map(\.offset))
        for (index, parameter) in spec.service.common.enumerated() {
            guard sent.contains(index) || parameter.field.isConstant else { continue }
            let isSent = !parameter.place.isInBody || sendsCommonBody
            if let content = finished(parameter, .common(index), isChecked && isSent) {
                bound.common[index] = content
            }
        }
        let types = endpoint.contentTypes(in: spec.service)
        if bound.contentType == nil { bound.contentType = types.first }
    }

    private mutating func finished(
        _ parameter: ParameterSpec, _ slot: Slot, _ isChecked: Bool
    ) -> BoundArguments.Content? {
        let field = parameter.field
        if parameter.place == .original || parameter.place == .contentType { return nil }
        if case .own(let index) = slot, let content = bound.values[index] { return content }
        if bound.wholeFile != nil, parameter.place.isInBody { return nil }
        let value = values[slot]
        if parameter.place == .upload || parameter.place == .bytes || field.type.isFiles {
            if let bytes = value?.string { return content(of: bytes, parameter) }
            if isChecked, !field.isOptional { refuseMissing(field) }
            return nil
        }
        if isChecked, value != nil, let name = foreignType(in: field.type) {
            errors.append(
                InterpretationError(
                    .needsSwift, endpoint.fullName,
                    "a call from the command line has values of the spec's types",
                    found:
                        "\(quoted(field.wireName)) of the type \(quoted(name)), which is written in Swift",
                    write: "a program that calls the generated code"))
            return nil
        }
        if isChecked { check(value, field) }
        let arranging = Arranging(table: spec.table, isPartial: field.traits.isPatch)
        if value?.isNull == true, !field.type.isNullable, isChecked { return nil }
        return arranging.value(value, of: field).map { .json($0) }
    }

    /// Returns the bytes of a text, for a parameter that takes a file.
    private func content(
        of text: String, _ parameter: ParameterSpec
    ) -> BoundArguments.Content {
        guard parameter.place == .part else { return .body(HTTPBody(Data(text.utf8))) }
        return .parts([FormPart(Data(text.utf8), filename: parameter.field.wireName)])
    }

    private mutating func check(_ value: JSONValue?, _ field: FieldSpec) {
        guard let value else {
            if !field.isOptional, field.defaultValue == nil, !field.traits.isFlag {
                refuseMissing(field)
            }
            return
        }
        var checker = ValueChecker(spec.table, field.traits.isPatch ? .patch : .request)
        checker.lacksConstants = true
        let isBody = field.wireName == "body" && field.swiftName == "body"
        let place: [Deviation.Step] = isBody ? [] : [.member(field.wireName)]
        for deviation in checker.deviations(of: value, from: field, at: place) {
            let name = deviation.path.isEmpty ? "the body" : quoted(deviation.place)
            refuse(
                "\(name) \(deviation.rule)", found: deviation.shown, write: deviation.write)
        }
    }

    private mutating func refuseMissing(_ field: FieldSpec) {
        let isFile = field.type.isFiles
        refuse(
            "\(quoted(field.wireName)) is required", found: "nothing",
            write: isFile
                ? "'\(field.wireName)=@' with the path of a file"
                : "'\(field.wireName)=' with \(field.type.words)")
    }

    /// Returns the name of a type that is written in Swift and that values of a type may contain.
    private func foreignType(in type: TypeExpression) -> String? {
        var open = [type]
        var known: Set<String> = []
        while let next = open.popLast() {
            let innermost = next.innermost
            if let name = innermost.name?.text, !known.insert(name).inserted { continue }
            guard let kind = innermost.kind(in: types) else { continue }
            if case .foreign(let spec) = kind { return spec.name }
            kind.forEachPart { open.append($0) }
        }
        return nil
    }
}
