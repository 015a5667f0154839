/// A field of a multipart body: one part, or a value that is written as several parts.
struct MultipartField: Sendable {
    enum Content: Sendable {
        case part(FormPart)
        /// A scalar or an array of scalars.
        ///
        /// The style is applied when the request is built.
        case entry(QueryEntry)
        /// A common field: a scalar or an array in the request's style, any other value as JSON.
        case common(any Encodable & Sendable)
    }

    /// A part with its name.
    ///
    /// `nil` if its own header fields contain the name.
    typealias Part = (name: String?, part: FormPart)

    var name: String?
    var content: Content

    /// Returns the parts of the field.
    ///
    /// An array yields zero or more parts, named by the style.
    ///
    /// - Throws: An ``APIError/Cause`` if the style or JSON can't represent the value.
    func parts(_ style: QueryStyle?) throws -> [Part] {
        let items: [QueryItem]
        switch content {
        case .part(let part): return [(name, part)]
        case .entry(let entry): items = try Self.items(entry, style)
        case .common(let value): items = try Self.items(name ?? "", value, style)
        }
        return items.map { ($0.name, FormPart(text: $0.value ?? "")) }
    }

    /// Returns a field as texts: a scalar or an array in a style, any other value as JSON.
    static func items(
        _ name: String, _ value: any Encodable & Sendable, _ style: QueryStyle?
    ) throws -> [QueryItem] {
        func text(_ value: some ParameterValue) throws -> String {
            try items(QueryEntry(name, value), style).first?.value ?? ""
        }
        if let value = value as? any FormattedContent, let content = try value.content() {
            return try items(QueryEntry(name, content), style)
        }
        switch value {
        case let value as any ParameterValue: return [QueryItem(name: name, value: try text(value))]
        case let values as [any ParameterValue]:
            return try items(QueryEntry(name, .texts(values.map { try text($0) })), style)
        case let value:
            let json = try BodySerializer.json.bytes(of: value)
            return [QueryItem(name: name, value: String(decoding: json, as: UTF8.self))]
        }
    }

    /// Returns an entry as in a form, but without escaping.
    ///
    /// - Throws: An ``APIError/Cause`` if an array's text contains the separator of the style.
    private static func items(_ entry: QueryEntry, _ style: QueryStyle?) throws -> [QueryItem] {
        var items: [QueryItem] = []
        try entry.add(to: &items, style ?? QueryStyle(), in: .part)
        return items
    }
}
