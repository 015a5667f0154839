package import PosthornJSON
package import PosthornSpec

/// A comparison of values with types of a spec.
package struct ValueChecker: Sendable {
    /// Who sends the values.
    package enum Direction: Sendable {
        case request
        /// A merge patch, which lacks the members that stay as they are.
        case patch
        case response
    }

    package let table: TypeTable
    /// Who sends the values, which decides about members that are only read or only written.
    package let direction: Direction
    /// Whether paths have `[]` for each element of an array and `{}` for each entry of a map.
    ///
    /// Each deviation is found once, and no path has a key of a map.
    package var usesGeneralPaths = false
    /// Whether values may lack constants, because they are added later.
    package var lacksConstants = false
    /// Whether generated clients refuse a response that breaks a limit.
    package var refusesLimits = false

    /// The largest number of deviations that are found in one value.
    package static let most = 100

    package init(_ table: TypeTable, _ direction: Direction) {
        (self.table, self.direction) = (table, direction)
    }

    /// Returns the deviations of a value from a type, in the order of the spec.
    ///
    /// - Parameters:
    ///   - limits: The limits of the value; none by default.
    ///   - isLossy: Whether clients leave out the elements of the value that are not as the spec says.
    package func deviations(
        of value: JSONValue, from type: TypeExpression, limits: [LimitSpec] = [],
        isLossy: Bool = false
    ) -> [Deviation] {
        run { $0.check(value, type, ValueLimits(limits), isLossy: isLossy) }
    }

    /// Returns the deviations of an object's members from fields.
    package func deviations(of object: JSONValue, from fields: [FieldSpec]) -> [Deviation] {
        run { $0.checkObject(object, fields, tag: nil) }
    }

    /// Returns the deviations of a field's value.
    ///
    /// - Parameter path: The way to the value, with which all paths begin.
    package func deviations(
        of value: JSONValue, from field: FieldSpec, at path: [Deviation.Step] = []
    ) -> [Deviation] {
        run { run in
            run.path = path
            run.check(value, field)
        }
    }

    /// Returns the deviations of a header field's text.
    package func deviations(ofText text: String, from field: FieldSpec) -> [Deviation] {
        let type = table.unwrapped(field.type).type
        let value = table.value(ofText: text, as: type)
        // The elements of a list are separated by commas, which dates contain, too.
        if case .array(let item) = type {
            guard item.wrapped.scalar != .date else { return [] }
            return text.split(separator: ",").flatMap { part in
                let text = String(part.drop { $0 == " " })
                return deviations(of: table.value(ofText: text, as: item), from: item)
            }
        }
        // Which form a field has tells the way in which clients read it.
        if table.fields(of: type) != nil { return [] }
        return deviations(of: value, from: type, limits: field.limits)
    }

    private func run(_ check: (inout ValueCheckRun) -> Void) -> [Deviation] {
        var run = ValueCheckRun(checker: self)
        check(&run)
        return run.found
    }
}

/// One comparison of a value with its type.
struct ValueCheckRun {
    let checker: ValueChecker
    var found: [Deviation] = []
    var path: [Deviation.Step] = []
    /// Whether what is found is harmless, as in the elements of a lossy list.
    private var isLenient = false
    private var depth = 0

    init(checker: ValueChecker) { self.checker = checker }

    var table: TypeTable { checker.table }
    var isResponse: Bool { checker.direction == .response }

    mutating func add(
        _ kind: Deviation.Kind, _ expected: String, _ value: JSONValue?, found words: String? = nil,
        listed: [String] = [], advice: String? = nil, isHarmless: Bool = false
    ) {
        guard found.count < ValueChecker.most,
            !checker.usesGeneralPaths
                || !found.contains(where: { $0.kind == kind && $0.path == path })
        else { return }
        found.append(
            Deviation(
                path: path, kind: kind, expected: expected,
                found: words ?? value?.kindWords ?? "nothing", value: value, listed: listed,
                advice: advice, isHarmless: isHarmless || isLenient))
    }

    mutating func mismatch(_ value: JSONValue, _ expected: String, advice: String? = nil) {
        add(value.isNull ? .null : .wrongType, expected, value, advice: advice)
    }

    /// Checks what is at a step.
    mutating func at(_ step: Deviation.Step, _ body: (inout ValueCheckRun) -> Void) {
        path.append(step)
        body(&self)
        path.removeLast()
    }

    /// Checks what clients leave out if it is not as the spec says.
    mutating func leniently(_ isLenient: Bool, _ body: (inout ValueCheckRun) -> Void) {
        let old = self.isLenient
        self.isLenient = old || isLenient
        body(&self)
        self.isLenient = old
    }

    // MARK: Types

    /// - Parameter isLossy: Whether clients leave out elements that are not as the spec says.
    mutating func check(
        _ value: JSONValue, _ type: TypeExpression, _ limits: ValueLimits = ValueLimits([]),
        isLossy: Bool = false
    ) {
        guard found.count < ValueChecker.most, depth < 200 else { return }
        depth += 1
        defer { depth -= 1 }
        switch type {
        case .optional(let wrapped):
            if !value.isNull { check(value, wrapped, limits, isLossy: isLossy) }
        case .array(let item):
            guard let items = value.array else { return mismatch(value, "an array") }
            checkLimits(value, type, limits)
            leniently(isLossy) { run in
                for (index, element) in items.enumerated() {
                    run.at(run.element(index)) { $0.check(element, item) }
                }
            }
        case .map(let item):
            // PHP writes an empty map as an empty list, which the library reads.
            if isResponse, value.array?.isEmpty == true { return }
            guard let members = value.object else { return mismatch(value, "an object") }
            checkLimits(value, type, limits)
            leniently(isLossy) { run in
                for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                    run.at(run.entry(name)) { $0.check(member, item) }
                }
            }
        case .named, .inline: checkNamed(value, type, limits)
        }
    }

    private func element(_ index: Int) -> Deviation.Step {
        checker.usesGeneralPaths ? .anyElement : .element(index)
    }

    func entry(_ name: String) -> Deviation.Step {
        checker.usesGeneralPaths ? .anyEntry : .member(name)
    }

    private mutating func checkNamed(
        _ value: JSONValue, _ type: TypeExpression, _ limits: ValueLimits
    ) {
        switch table.kind(of: type) {
        case .wrapper(let inner, _)?: check(value, inner, limits)
        case .enumeration(let spec)?: check(value, spec)
        case .tuple(let tuple)?: check(value, tuple)
        case .union(let union)?: check(value, union)
        case .object?:
            guard value.object != nil else { return mismatch(value, "an object") }
            checkObject(value, table.fields(of: type) ?? [], tag: nil)
        // Only Swift code knows the values of a foreign type.
        case .foreign?, .refused?: break
        case nil:
            guard let scalar = type.scalar else { return }
            guard ScalarCheck.isValue(value, scalar, form: type.form) else {
                return mismatch(
                    value, type.words, advice: isResponse ? nil : advice(value, scalar, type.form))
            }
            checkLimits(value, type, limits)
        }
    }

    /// Returns what a user writes instead of a wrong value.
    private func advice(_ value: JSONValue, _ scalar: ScalarType, _ form: String?) -> String? {
        let problem = value.scalarText.flatMap { ScalarDefault.problem($0, scalar, form: form) }
        if let problem { return problem }
        return switch scalar {
        case .string: "a text"
        case .bool: "'true' or 'false'"
        case .int, .int32, .int64, .uint64: "a whole number"
        case .double, .float, .decimal: "a number"
        case .date: "a date, as in '2026-11-21T10:23:00Z'"
        default: nil
        }
    }

    private mutating func checkLimits(
        _ value: JSONValue, _ type: TypeExpression, _ limits: ValueLimits
    ) {
        guard let problem = limits.problem(of: value, type) else { return }
        // Clients check responses only where the spec says so.
        add(
            .limit, problem.expected, value, found: problem.found,
            isHarmless: isResponse && !checker.refusesLimits)
    }

    private mutating func check(_ value: JSONValue, _ spec: EnumSpec) {
        guard !spec.cases.contains(where: { spec.json($0.rawValue) == value }) else { return }
        let isNumber = spec.isInteger || spec.isFraction
        guard isNumber ? value.number != nil : value.string != nil else {
            return mismatch(value, isNumber ? "a number" : "a text")
        }
        addUnknown(value, among: spec.cases.map(\.rawValue), isHarmless: spec.isOpen && isResponse)
    }

    /// Adds that a value is none of those that the spec lists.
    mutating func addUnknown(
        _ value: JSONValue, among listed: [String], isHarmless: Bool = false
    ) {
        let shown = listed.prefix(12).joined(separator: ", ")
        add(
            .unknownValue,
            listed.count == 1 ? shown : "one of \(shown)\(listed.count > 12 ? ", …" : "")", value,
            found: "another value", listed: listed, isHarmless: isHarmless)
    }

    private mutating func check(_ value: JSONValue, _ tuple: TupleSpec) {
        let count = tuple.positions.count
        guard let items = value.array, items.count >= count else {
            return mismatch(value, "an array of at least \(count) elements")
        }
        for (index, item) in items.enumerated() {
            at(element(index)) { run in
                if index < count {
                    run.check(item, tuple.positions[index])
                } else if let type = tuple.type(at: index) {
                    run.check(item, type)
                } else {
                    run.add(.unknownMember, "", item, isHarmless: true)
                }
            }
        }
    }
}

extension TypeExpression {
    /// The type in the words of a message, such as `an Int`.
    package var words: String {
        if case .enumeration(let spec)? = inline, !wrapped.isList {
            return "one of " + quotedList(Array(spec.cases.prefix(20).map(\.rawValue)))
        }
        let text = description
        return ("AEIOaeio".contains(text.first ?? "x") ? "an " : "a ") + text
    }
}
