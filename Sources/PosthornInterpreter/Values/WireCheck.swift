package import PosthornCore
package import PosthornSpec

/// A comparison of JSON values with the types of a spec.
package struct WireCheck {
    /// The direction in which a value travels.
    package enum Direction: Sendable {
        case request
        /// A merge patch, which lacks the members that stay as they are.
        case patch
        case response
    }

    let types: [String: TypeSpec]
    let shapes: ObjectShapes
    let direction: Direction
    /// Whether broken limits of a response are errors.
    var refusesLimits = true
    var deviations: [Deviation] = []
    var path: [JSONValue.Step] = []
    /// Whether the deviations that are found are no errors, as those of the elements of a lossy list.
    private var isLenient = false

    package init(_ spec: InterpretedSpec, _ direction: Direction) {
        self.init(types: spec.types, direction)
    }

    init(types: [String: TypeSpec], _ direction: Direction) {
        (self.types, self.direction) = (types, direction)
        shapes = ObjectShapes(types)
    }

    var isResponse: Bool { direction == .response }

    /// Returns the deviations of a value from a type, in the order of the value.
    package mutating func deviations(
        of value: JSONValue, from type: TypeExpression, at place: [JSONValue.Step] = [],
        isLossy: Bool = false
    ) -> [Deviation] {
        (deviations, path, isLenient) = ([], place, false)
        if isLossy { checkLossy(value, type) } else { check(value, type) }
        return deviations
    }

    /// Returns the deviations of a field's value, limits included.
    package mutating func deviations(
        of value: JSONValue, from field: FieldSpec, at place: [JSONValue.Step]
    ) -> [Deviation] {
        (deviations, path, isLenient) = ([], place, false)
        check(value, field)
        return deviations
    }

    mutating func check(_ value: JSONValue, _ type: TypeExpression) {
        switch type {
        case .optional(let wrapped): if !value.isNull { check(value, wrapped) }
        case .array(let item): checkList(value) { $0.check($1, item) }
        case .map(let item): checkMap(value) { $0.check($1, item) }
        case .inline(let kind): check(value, kind, type)
        case .named(let name):
            if let kind = types[name.text]?.kind { return check(value, kind, type) }
            guard let scalar = type.scalar else { return }
            guard !ScalarForm.reads(value, scalar, form: name.form) else { return }
            let hint = value.scalarText.flatMap {
                ScalarDefault.problem($0, scalar, form: name.form)
            }
            mismatch(value, "is \(Self.words(for: type))", hint ?? Self.example(scalar))
        }
    }

    private mutating func check(
        _ value: JSONValue, _ kind: TypeSpec.Kind, _ type: TypeExpression
    ) {
        switch kind {
        case .object: checkObject(value, type)
        case .enumeration(let spec): check(value, spec)
        case .union(let union): check(value, union)
        case .tuple(let tuple): check(value, tuple)
        case .wrapper(let type, _): check(value, type)
        // Only Swift code knows the values of a foreign type.
        case .foreign, .refused: break
        }
    }

    private mutating func checkList(
        _ value: JSONValue, _ body: (inout WireCheck, JSONValue) -> Void
    ) {
        guard let items = value.array else { return mismatch(value, "is a list", "'[…]'") }
        for (index, item) in items.enumerated() {
            at(.element(index)) { body(&$0, item) }
        }
    }

    private mutating func checkMap(
        _ value: JSONValue, _ body: (inout WireCheck, JSONValue) -> Void
    ) {
        // PHP writes an empty map as an empty list, which the library reads.
        if isResponse, value.array?.isEmpty == true { return }
        guard let members = value.object else {
            return mismatch(value, "is an object", "'{\"name\": …}'")
        }
        for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            at(.member(name)) { body(&$0, member) }
        }
    }

    mutating func checkLossy(_ value: JSONValue, _ type: TypeExpression) {
        let old = isLenient
        defer { isLenient = old }
        switch type.wrapped {
        case .array(let item):
            checkList(value) {
                $0.isLenient = true
                $0.check($1, item)
            }
        case .map(let item):
            checkMap(value) {
                $0.isLenient = true
                $0.check($1, item)
            }
        default: check(value, type)
        }
    }

    private mutating func check(_ value: JSONValue, _ spec: EnumSpec) {
        let isNumber = spec.isInteger || spec.isFraction
        guard let text = isNumber ? value.number?.text : value.string else {
            let example = spec.cases.first.map { quoted($0.rawValue) } ?? "another value"
            return mismatch(value, isNumber ? "is a number" : "is a text", example)
        }
        let isListed = spec.cases.contains { known in
            known.rawValue == text
                || isNumber && Double(known.rawValue).map { $0 == Double(text) } == true
        }
        guard !isListed else { return }
        let values = spec.cases.map(\.rawValue)
        add(
            .value, "is one of the values that the spec lists", found: quoted(text),
            write: Suggestion.write(
                for: text, among: values, else: quotedList(Array(values.prefix(20)))),
            isRefused: !spec.isOpen || !isResponse)
    }

    private mutating func check(_ value: JSONValue, _ tuple: TupleSpec) {
        guard let items = value.array else { return mismatch(value, "is a list", "'[…]'") }
        let count = tuple.positions.count
        guard items.count >= count else {
            return add(
                .missing, "is a list of \(count) values", found: "\(items.count)",
                write: "\(count) values")
        }
        for (index, item) in items.enumerated() {
            guard index < count else {
                guard let rest = tuple.rest else { break }
                guard case .array(let type) = rest.type.wrapped else { break }
                at(.element(index)) { $0.check(item, type) }
                continue
            }
            at(.element(index)) { $0.check(item, tuple.positions[index]) }
        }
    }

    mutating func at(
        _ step: JSONValue.Step?, isLenient: Bool = false, _ body: (inout WireCheck) -> Void
    ) {
        let old = self.isLenient
        if let step { path.append(step) }
        if isLenient { self.isLenient = true }
        body(&self)
        if step != nil { path.removeLast() }
        self.isLenient = old
    }

    /// Leaves out that the spec does not name the discriminator of a union as a member of its type.
    mutating func ignoring(
        _ place: [JSONValue.Step], _ body: (inout WireCheck) -> Void
    ) {
        let count = deviations.count
        body(&self)
        let whole = path + place
        let new = deviations[count...].filter { $0.kind != .member || $0.path != whole }
        deviations.replaceSubrange(count..., with: new)
    }

    mutating func undeclared(_ name: String, among known: [String]) {
        add(
            .member, "is not a member that the spec names", found: quoted(name),
            write: Suggestion.write(
                for: name, among: known,
                else: known.isEmpty ? "no members" : quotedList(Array(known.prefix(20)))),
            isRefused: !isResponse)
    }

    mutating func missing(_ write: String) {
        add(.missing, "is required", found: "nothing", write: write)
    }

    mutating func mismatch(_ value: JSONValue, _ rule: String, _ write: String) {
        if value.isNull {
            return add(.null, "is not nullable", found: "null", write: write)
        }
        add(.type, rule, found: Self.summary(value), write: write)
    }

    mutating func add(
        _ kind: Deviation.Kind, _ rule: String, found: String, write: String,
        isRefused: Bool = true
    ) {
        deviations.append(
            Deviation(
                kind: kind, path: path, rule: rule, found: found, write: write,
                isRefused: isRefused && !isLenient))
    }

    static func summary(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): String(bool)
        case .number(let number): quoted(number.text)
        case .string(let text): text.isEmpty ? "an empty text" : quoted(text)
        case .array(let items): items.isEmpty ? "an empty list" : "a list of \(items.count)"
        case .object: "an object"
        }
    }

    /// Returns a type in the words of an error.
    static func words(for type: TypeExpression) -> String {
        if case .enumeration(let spec)? = type.inline, !type.wrapped.isList {
            return "one of " + quotedList(Array(spec.cases.prefix(20).map(\.rawValue)))
        }
        let text = type.description
        let isVowel = "AEIOaeio".contains(text.first ?? "x")
        return isVowel ? "an \(text)" : "a \(text)"
    }

    private static func example(_ scalar: ScalarType) -> String {
        switch scalar {
        case .string: "a text"
        case .bool: "'true' or 'false'"
        case .int, .int32, .int64, .uint64: "a whole number"
        case .double, .float, .decimal: "a number"
        case .date: "a date, as in '2026-11-21T10:23:00Z'"
        default: "a \(scalar.rawValue)"
        }
    }
}
