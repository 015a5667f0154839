internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSamples
internal import PosthornSpec

/// Makes the requests that test an endpoint.
struct CasePlanner {
    let endpoint: EndpointSpec
    let parameters: [ParameterSpec]
    let table: TypeTable
    /// Returns the text that the user has given for a parameter; `nil` for none.
    let given: (ParameterSpec) -> String?
    var random: SampleRandom

    init(
        _ endpoint: EndpointSpec, _ parameters: [ParameterSpec], _ table: TypeTable, seed: UInt64,
        given: @escaping (ParameterSpec) -> String?
    ) {
        (self.endpoint, self.table, self.given) = (endpoint, table, given)
        self.parameters = parameters.filter(\.isSupplied)
        random = SampleRandom(seed: seed, endpoint.fullName)
    }

    private static let texts = "posthorn"

    private mutating func argument(
        _ parameter: ParameterSpec, _ optionals: SampleMaker.Optionals
    ) -> RequestCase.Argument {
        if let text = given(parameter) {
            return RequestCase.Argument(parameter: parameter, value: .string(text), isGiven: true)
        }
        var maker = SampleMaker(table, .request)
        maker.optionals = optionals
        let isBytes =
            [.upload, .bytes, .text].contains(parameter.place) || parameter.field.type.isFiles
        let value =
            isBytes ? .string(Self.texts) : maker.value(of: parameter.field, &random)
        return RequestCase.Argument(parameter: parameter, value: value)
    }

    /// Returns a request with all required parameters, and those that are chosen.
    private mutating func request(
        _ purpose: RequestCase.Purpose, _ optionals: SampleMaker.Optionals
    ) -> RequestCase {
        var arguments: [RequestCase.Argument] = []
        for parameter in parameters {
            let isChosen: Bool =
                switch optionals {
                case .none: false
                case .all: true
                case .some: random.next() % 2 == 0
                }
            // An optional URL can't be invented.
            if parameter.place == .url, given(parameter) == nil { continue }
            guard parameter.isRequired || isChosen || given(parameter) != nil else { continue }
            arguments.append(argument(parameter, optionals))
        }
        return RequestCase(purpose: purpose, arguments: arguments)
    }

    /// Returns the least request.
    mutating func base() -> RequestCase { request(.valid, .none) }

    /// Returns the requests with usual values, the least one first.
    mutating func valid(_ count: Int) -> [RequestCase] {
        var cases = [base()]
        let hasMore = parameters.contains { !$0.isRequired || $0.place.isInBody }
        if hasMore { cases.append(request(.valid, .all)) }
        let repeats = hasMore ? 3 : 1
        for _ in 0..<repeats { cases.append(request(.valid, .some)) }
        return Array(cases.prefix(max(count, 1)))
    }

    /// Returns requests with one value at the edge of its type.
    mutating func boundaries(_ count: Int) -> [RequestCase] {
        let base = request(.boundary, .none)
        var cases: [RequestCase] = []
        for parameter in parameters where given(parameter) == nil {
            cases += variants(.boundary, of: parameter, base).filter {
                Self.isUsual($0, parameter, table)
            }
        }
        return Self.spread(cases, count)
    }

    /// Returns requests with one value that the spec excludes, or without a required one.
    mutating func wrongs(_ count: Int) -> [RequestCase] {
        let base = request(.wrong, .none)
        var cases: [RequestCase] = []
        for parameter in parameters where given(parameter) == nil {
            cases += variants(.wrong, of: parameter, base)
            guard parameter.isRequired, parameter.place != .path, parameter.place != .url else {
                continue
            }
            var missing = base
            missing.arguments.removeAll { $0.name == parameter.field.wireName }
            (missing.place, missing.difference) = (parameter.field.wireName, RequestCase.missing)
            cases.append(missing)
        }
        return Self.spread(cases, count)
    }

    private mutating func variants(
        _ purpose: SampleVariants.Purpose, of parameter: ParameterSpec, _ base: RequestCase
    ) -> [RequestCase] {
        switch parameter.place {
        case .upload, .text, .bytes, .lines, .url: return []
        case _ where parameter.field.type.isFiles: return []
        default: break
        }
        let variants = SampleVariants(SampleMaker(table, .request), purpose)
        return variants.variants(of: parameter.field, &random).compactMap { variant in
            let argument = RequestCase.Argument(parameter: parameter, value: variant.value)
            // A text can be anything but the values that only JSON has.
            if argument.isText, !variant.value.isTextual { return nil }
            if parameter.place == .path, !variant.value.isSegment { return nil }
            if purpose == .wrong, isAbsence(variant, of: parameter) { return nil }
            var changed = base.replacing(argument)
            changed.place = Self.place(parameter, variant.path)
            changed.difference = variant.description
            return changed
        }
    }

    /// Whether a variant has `null` in place of what may be left out, which servers read as absent.
    private func isAbsence(
        _ variant: SampleVariants.Variant, of parameter: ParameterSpec
    ) -> Bool {
        guard variant.description == "null" else { return false }
        guard !variant.path.isEmpty else { return !parameter.isRequired }
        var value = variant.value
        value.set(nil, at: variant.path.split(separator: ".").map(String.init)[...])
        return value != variant.value
            && ValueChecker(table, .request).deviations(of: value, from: parameter.field.type)
                .isEmpty
    }

    private static func place(_ parameter: ParameterSpec, _ path: String) -> String {
        if parameter.place == .wholeBody { return path.isEmpty ? "body" : path }
        let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
        return parameter.field.wireName + separator + path
    }

    /// Whether a server that follows the spec should accept a value at the edge.
    private static func isUsual(
        _ variant: RequestCase, _ parameter: ParameterSpec, _ table: TypeTable
    ) -> Bool {
        switch parameter.place {
        // Paths have names of what exists.
        case .path:
            if case .enumeration? = table.kind(of: parameter.field.type) { return true }
            return false
        case .header, .cookie:
            let text = variant.arguments.last?.value.scalarText
            return text?.utf8.allSatisfy { (0x21...0x7e).contains($0) } ?? true
        default: return true
        }
    }

    /// Returns a number of elements from all parts of a list.
    private static func spread(_ cases: [RequestCase], _ count: Int) -> [RequestCase] {
        guard cases.count > count, count > 0 else { return Array(cases.prefix(max(count, 0))) }
        return (0..<count).map { cases[$0 * cases.count / count] }
    }
}

extension JSONValue {
    fileprivate var isTextual: Bool {
        switch self {
        case .string, .number, .bool: true
        case .array(let items): items.allSatisfy { $0.scalarText != nil }
        case .null, .object: false
        }
    }

    /// Whether the value can be a segment of a path.
    fileprivate var isSegment: Bool {
        guard let text = scalarText else { return false }
        return !text.isEmpty && text != "." && text != ".." && !text.contains("/")
    }
}
