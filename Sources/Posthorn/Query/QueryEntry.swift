public import FoundationEssentials

/// A parameter of a query or a form, as it was set: its style is known when the request is built.
struct QueryEntry: Sendable {
    enum Content: Sendable {
        case text(String)
        case texts([String])
        case value(any Encodable & Sendable)
    }

    /// Empty if the members of the value are the parameters.
    var name: String
    var content: Content
    /// A style of its own.
    var style: QueryStyle?

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

    /// Adds the items.
    func add(
        to items: inout [QueryItem], _ inherited: QueryStyle, in place: QueryEscaping
    ) throws {
        let style = style ?? inherited
        switch content {
        case .text(let text) where style.space == nil && style.unescaped.isEmpty:
            items.append(QueryItem(name: name, value: text))
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
    /// The items of all entries; a member that is a parameter gives way to a later one of its name.
    func items(_ style: QueryStyle?, in place: QueryEscaping) throws -> [QueryItem] {
        let inherited = style ?? QueryStyle()
        var items: [QueryItem] = []
        items.reserveCapacity(count)
        let hasMembers = contains { $0.name.isEmpty }
        for entry in self {
            let first = items.count
            try entry.add(to: &items, inherited, in: place)
            guard hasMembers else { continue }
            let names = Set(items[first...].map(\.parameter))
            let earlier = items[..<first].filter { !names.contains($0.parameter) }
            items = earlier + items[first...]
        }
        guard inherited.sortsKeys else { return items }
        return items.enumerated()
            .sorted { ($0.element.parameter, $0.offset) < ($1.element.parameter, $1.offset) }
            .map(\.element)
    }

    /// Replaces the parameters of a name.
    mutating func set(_ entry: QueryEntry) {
        removeAll { $0.name == entry.name && !entry.name.isEmpty }
        append(entry)
    }
}

/// A scalar with several forms as text.
private protocol StyledScalar: Sendable {}
extension Bool: StyledScalar {}
extension Date: StyledScalar {}
extension Data: StyledScalar {}
