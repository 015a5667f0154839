import FoundationEssentials

/// A parameter of a query or a form as it was set.
///
/// Its style is resolved when the request is built.
struct QueryEntry: Sendable {
    enum Content: Sendable {
        case text(String)
        case texts([String])
        case value(any Encodable & Sendable)
        /// The name alone, without a value.
        case flag
        /// Removes the parameter and earlier ones of its name, except common ones.
        case nothing
    }

    /// The name; empty if the members of the value are the parameters.
    var name: String
    var content: Content
    /// The style of this parameter; `nil` inherits.
    var style: QueryStyle?
    /// Whether it is sent as the body by methods that do not have their parameters in the URL.
    var isFree = false
    /// Whether it is a service's field, which is added to forms and is not removed with their fields.
    var isCommon = false

    init(_ name: String, _ content: Content, style: QueryStyle? = nil) {
        self.name = name
        self.content = content
        self.style = style
    }

    /// Creates an entry for a scalar.
    ///
    /// Booleans, dates and data are kept as values, because the style chooses their form.
    init<Value: ParameterValue>(_ name: String, _ value: Value) throws {
        self.name = name
        if let value = Self.styled(value, of: Value.self) {
            content = .value(value)
        } else {
            content = .text(try value.parameterText())
        }
    }

    /// Creates an entry for an array of scalars.
    init<Value: ParameterValue>(_ name: String, _ values: [Value]) throws {
        self.name = name
        if let values = Self.styled(values, of: Value.self) {
            content = .value(values)
        } else {
            var texts: [String] = []
            texts.reserveCapacity(values.count)
            for value in values { texts.append(try value.parameterText()) }
            content = .texts(texts)
        }
    }

    /// Returns a scalar, or an array of them, if a style chooses among several text formats of the scalar.
    ///
    /// Returns `nil` for other types. They are not cast, because that takes as long as the rest of the initializer.
    private static func styled<Value>(
        _ value: Value, of scalar: any ParameterValue.Type
    ) -> (any Encodable & Sendable)? {
        guard scalar == Bool.self || scalar == Date.self || scalar == Data.self else { return nil }
        return switch value {
        case let value as Bool: value
        case let value as Date: value
        case let value as Data: value
        case let values as [Bool]: values
        case let values as [Date]: values
        case let values as [Data]: values
        default: nil
        }
    }

    /// Whether both entries are for the same parameter.
    fileprivate func hasName(of other: QueryEntry) -> Bool {
        ByteEqualName(name) == ByteEqualName(other.name)
    }

    /// Appends the entry's items.
    func add(to items: inout [QueryItem], _ inherited: QueryStyle, in place: QueryEscaping) throws {
        let style = style ?? inherited
        switch content {
        case .nothing: break
        case .flag: items.append(QueryItem(name: name, value: nil))
        case .text(let text) where style.hasPlainEscaping:
            items.append(QueryItem(name: name, value: text))
        case .texts(let texts) where style.hasPlainEscaping && style.arrays == .repeated:
            for text in texts { items.append(QueryItem(name: name, value: text)) }
        case .text(let text): items += try style.items(name, of: text, in: place)
        case .texts(let texts): items += try style.items(name, of: texts, in: place)
        case .value(let value):
            items += try style.items(name.isEmpty ? nil : name, of: value, in: place)
        }
    }
}

extension [QueryEntry] {
    /// Returns the items of all entries.
    ///
    /// A later entry, or a member of a later entry, replaces the parameter of the same name.
    func items(_ style: QueryStyle?, in place: QueryEscaping) throws -> [QueryItem] {
        let inherited = style ?? QueryStyle()
        var items: [QueryItem] = []
        items.reserveCapacity(count)
        if !inherited.sortsKeys, isPlain {
            for (index, entry) in enumerated()
            where !self[(index + 1)...].contains(where: { $0.hasName(of: entry) }) {
                try entry.add(to: &items, inherited, in: place)
            }
            return items
        }
        // In reverse order, the first occurrence of each parameter is the one that counts.
        var taken: Set<ByteEqualName> = []
        var takenBack: Set<ByteEqualName> = []
        for entry in reversed() {
            let name = ByteEqualName(entry.name)
            guard
                entry.name.isEmpty
                    || !(taken.contains(name) || (takenBack.contains(name) && !entry.isCommon))
            else { continue }
            if case .nothing = entry.content {
                takenBack.insert(name)
                continue
            }
            var own: [QueryItem] = []
            try entry.add(to: &own, inherited, in: place)
            if entry.name.isEmpty {
                own.removeAll {
                    let name = ByteEqualName($0.parameter)
                    return taken.contains(name) || takenBack.contains(name)
                }
                taken.formUnion(own.map { ByteEqualName($0.parameter) })
            } else {
                taken.insert(name)
            }
            items += own.reversed()
        }
        items.reverse()
        guard inherited.sortsKeys else { return items }
        return items.enumerated()
            .sorted { ($0.element.parameter, $0.offset) < ($1.element.parameter, $1.offset) }
            .map(\.element)
    }

    /// Whether there are few entries, each with a name, so that a linear search suffices.
    private var isPlain: Bool {
        count <= 16
            && allSatisfy {
                if case .nothing = $0.content { false } else { !$0.name.isEmpty }
            }
    }

    /// Removes a parameter, even if it is a member of an earlier value.
    mutating func remove(_ name: String) {
        removeAll { ByteEqualName($0.name) == ByteEqualName(name) }
        if contains(where: \.name.isEmpty) { append(QueryEntry(name, .nothing)) }
    }
}
