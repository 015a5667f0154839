/// What a builder collects for a multipart body: one part, or a value that is written as several.
struct MultipartField: Sendable {
    enum Content: Sendable {
        case part(FormPart)
        /// A scalar or an array of them, whose style is known when the request is built.
        case entry(QueryEntry)
        /// A field that is set beside the endpoint: a scalar or an array in a style, any other value as JSON.
        case common(any Encodable & Sendable)
    }

    /// A part with its name; `nil` if its own header fields name it.
    typealias Part = (name: String?, part: FormPart)

    var name: String?
    var content: Content

    /// The parts that it is written as; an array becomes none, one or several of them, named as a style says.
    /// - Throws: an ``APIError/Cause`` for a value that a style or JSON does not have.
    func parts(_ style: QueryStyle?) throws -> [Part] {
        let items: [QueryItem]
        switch content {
        case .part(let part): return [(name, part)]
        case .entry(let entry): items = try Self.items(entry, style)
        case .common(let value): items = try Self.items(name ?? "", value, style)
        }
        return items.map { ($0.name, FormPart(text: $0.value ?? "")) }
    }

    /// A field as texts: a scalar or an array in a style, any other value as JSON.
    static func items(
        _ name: String, _ value: any Encodable & Sendable, _ style: QueryStyle?
    ) throws -> [QueryItem] {
        func text(_ value: some ParameterValue) throws -> String {
            try items(QueryEntry(name, value), style).first?.value ?? ""
        }
        switch value {
        case let value as any ParameterValue:
            return [QueryItem(name: name, value: try text(value))]
        case let values as [any ParameterValue]:
            return try items(QueryEntry(name, .texts(values.map { try text($0) })), style)
        case let value:
            let json = try JSONSerializer().bytes(of: value)
            return [QueryItem(name: name, value: String(decoding: json, as: UTF8.self))]
        }
    }

    /// An entry as a form would have it; nothing is escaped in a part.
    /// - Throws: an ``APIError/Cause`` for a text that holds what separates those of an array.
    private static func items(_ entry: QueryEntry, _ style: QueryStyle?) throws -> [QueryItem] {
        var items: [QueryItem] = []
        try entry.add(to: &items, style ?? QueryStyle(), in: .part)
        return items
    }
}
