public import FoundationEssentials

/// A parameter of a query or a form, as it was set: its style is known when the request is built.
struct QueryEntry: Sendable {
    enum Content: Sendable {
        case text(String)
        case texts([String])
        case value(any Encodable & Sendable)
        /// None, and no earlier one either, but for a common one.
        case nothing
    }

    /// Empty if the members of the value are the parameters.
    var name: String
    var content: Content
    /// A style of its own.
    var style: QueryStyle?
    /// Whether it is the body of a method that has its parameters there.
    var isFree = false
    /// Whether it is a service's field, which joins those of a form and is not taken back with them.
    var isCommon = false

    init(_ name: String, _ content: Content, style: QueryStyle? = nil) {
        self.name = name
        self.content = content
        self.style = style
    }

    /// A scalar.
    ///
    /// Truth, dates and bytes have several forms, of which the style chooses.
    init(_ name: String, _ value: some ParameterValue) throws {
        self.name = name
        switch value {
        case let value as any Encodable & StyledScalar: content = .value(value)
        default: content = .text(try value.parameterText())
        }
    }

    /// An array of scalars.
    init<Value: ParameterValue>(_ name: String, _ values: [Value]) throws {
        self.name = name
        switch values {
        case let values as any Encodable & Sendable where Value.self is any StyledScalar.Type:
            content = .value(values)
        default: content = .texts(try values.map { try $0.parameterText() })
        }
    }

    /// Whether it is for the same parameter.
    fileprivate func hasName(of other: QueryEntry) -> Bool {
        ByteEqualName(name) == ByteEqualName(other.name)
    }

    /// Adds the items.
    func add(to items: inout [QueryItem], _ inherited: QueryStyle, in place: QueryEscaping) throws {
        let style = style ?? inherited
        switch content {
        case .nothing: break
        case .text(let text) where style.hasPlainEscaping:
            items.append(QueryItem(name: name, value: text))
        case .texts(let texts) where style.hasPlainEscaping && style.arrays == .repeated:
            for text in texts { items.append(QueryItem(name: name, value: text)) }
        case .text(let text):
            items += try style.items(name, of: text, in: place)
        case .texts(let texts):
            items += try style.items(name, of: texts, in: place)
        case .value(let value):
            items += try style.items(name.isEmpty ? nil : name, of: value, in: place)
        }
    }
}

extension [QueryEntry] {
    /// The items of all entries; what belongs to a parameter gives way to a later entry of its name, or
    /// to a member of a later one.
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
        // From the end on, each parameter is met first where it counts.
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

    /// Whether there are few of them, each with a name, in the order in which they are sent.
    private var isPlain: Bool {
        count <= 16
            && allSatisfy {
                if case .nothing = $0.content { false } else { !$0.name.isEmpty }
            }
    }

    /// Takes a parameter back, as a member of an earlier value too.
    mutating func remove(_ name: String) {
        removeAll { ByteEqualName($0.name) == ByteEqualName(name) }
        if contains(where: \.name.isEmpty) { append(QueryEntry(name, .nothing)) }
    }
}

/// A scalar with several forms as text.
private protocol StyledScalar: Sendable {}
extension Bool: StyledScalar {}
extension Date: StyledScalar {}
extension Data: StyledScalar {}
