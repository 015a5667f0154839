internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// The part of a list that a request asks for, with what leads to the next part.
struct PageSlice {
    let items: [JSONValue]
    /// The index of the first item of the next page; `nil` on the last page.
    let next: Int?
    /// Whether the request asks for a page after the last one.
    let isBeyond: Bool
    let total: Int
    let size: Int

    /// The query parameter with the index of a page's first item, in links to the next page.
    static let linkParameter = "mock-offset"

    /// - Parameters:
    ///   - size: The number of items of a page.
    ///   - items: The items; `nil` for two and a half pages of samples.
    ///   - sample: Returns the sample at an index.
    init(
        _ pages: PagesSpec, _ parameters: PageParameters, linkOffset: Int?, size: Int,
        of items: [JSONValue]?, sample: (Int) -> JSONValue
    ) {
        let total = items?.count ?? 2 * size + (size + 1) / 2
        let start: Int
        switch pages.step {
        case .cursor(_, let name): start = parameters.value(name).flatMap(Self.number) ?? 0
        case .last(let key, let name):
            start =
                parameters.value(name).map { cursor in
                    items.map { Self.index(after: cursor, key, in: $0) } ?? Self.number(cursor)
                        ?? total
                } ?? 0
        case .page(let name):
            let usual = parameters.standard(name) ?? 1
            let page = (parameters.value(name)?.int ?? usual) - (usual == 0 ? 0 : 1)
            start = min(max(page, 0), 1 << 20) * size
        case .offset(let name): start = parameters.value(name)?.int ?? 0
        case .link, .url: start = linkOffset ?? 0
        }
        let from = min(max(start, 0), total)
        let end = min(from + size, total)
        self.items =
            items.map { Array($0[from..<end]) }
            ?? (from..<end).map { index in
                var item = sample(index)
                if case .last(let key, _) = pages.step { Self.number(&item, index + 1, at: key) }
                return item
            }
        next = end < total ? end : nil
        isBeyond = start > 0 && from >= total
        (self.total, self.size) = (total, size)
    }

    /// Returns the number in a cursor, such as 3 of `offset-3`.
    private static func number(_ cursor: JSONValue) -> Int? {
        cursor.int ?? cursor.string.flatMap { Int($0.drop { !$0.isNumber }) }
    }
}

/// The parameters of a request that choose a part of a list.
struct PageParameters {
    let endpoint: MockEndpoint
    let reading: RequestReading

    /// The names of parameters that count the items of a page.
    private static let sizes: Set = [
        "limit", "pagesize", "perpage", "size", "count", "maxresults", "maxitems", "maxkeys",
        "first", "top", "take", "rows",
    ]

    func value(_ name: TypeName) -> JSONValue? {
        reading[.query, name.text] ?? reading[.form, name.text] ?? reading.body?[name.text]
    }

    /// Returns the default of a parameter that counts.
    func standard(_ name: TypeName) -> Int? {
        guard case .text(let text)? = endpoint.spec.pageParameter(name)?.defaultValue?.value else {
            return nil
        }
        return Int(text)
    }

    /// The number of items that the request asks for, or else the default of its parameter; `nil` without one.
    var limit: Int? {
        guard let name = endpoint.spec.pages?.limit ?? impliedLimit else { return nil }
        return value(name)?.int ?? standard(name)
    }

    private var impliedLimit: TypeName? {
        let places: [ParameterSpec.Place] = [.query, .body, .form]
        let field = places.flatMap(endpoint.fields).first { field in
            Self.sizes.contains(ValueEcho.folded(field.wireName))
                && endpoint.table.unwrapped(field.type).type.scalar?.isNumber == true
        }
        return field.map { TypeName($0.wireName, mark: $0.mark) }
    }
}

extension PageSlice {
    /// Sets the members of a page that lead to the next one and tell the size of the list.
    func fill(
        _ page: inout JSONValue, _ pages: PagesSpec, _ type: TypeExpression, url: String,
        _ table: TypeTable
    ) {
        if let path = pages.items { page.set(.array(items), at: Self.path(path)) }
        if let total = pages.total { page.set(.number(.init(self.total)), at: Self.path(total)) }
        if let count = pages.count {
            page.set(.number(.init((total + size - 1) / size)), at: Self.path(count))
        }
        if let more = pages.more { page.set(.bool(next != nil), at: Self.path(more)) }
        let link = next.map { Self.link(to: $0, url) }
        switch pages.step {
        case .cursor(let name, _): set(next.map { "offset-\($0)" }, next, name, &page, type, table)
        case .url(let name): set(link, nil, name, &page, type, table)
        case .last, .page, .offset, .link: break
        }
    }

    /// The field `Link` with the next page; `nil` if none follows.
    func linkField(_ relation: String, url: String) -> String? {
        next.map { "<\(Self.link(to: $0, url))>; rel=\"\(relation)\"" }
    }

    private static func number(_ item: inout JSONValue, _ number: Int, at key: TypeName) {
        let old = path(key).reduce(Optional(item)) { $0?[$1] }
        let value: JSONValue =
            old?.number == nil ? .string("item-\(number)") : .number(.init(number))
        item.set(value, at: path(key))
    }

    /// Returns the index of the item after that with a cursor; the end of the list if there is none.
    private static func index(
        after cursor: JSONValue, _ key: TypeName, in items: [JSONValue]
    ) -> Int {
        let text = cursor.string ?? cursor.number?.text
        let index = items.firstIndex { item in
            let value = path(key).reduce(Optional(item)) { $0?[$1] }
            return text == value?.string ?? value?.number?.text
        }
        return index.map { $0 + 1 } ?? items.count
    }

    private static func path(_ name: TypeName) -> ArraySlice<String> {
        name.text.split(separator: ".").map(String.init)[...]
    }

    private static func link(to offset: Int, _ url: String) -> String {
        let parts = url.split(separator: "?", maxSplits: 1)
        let kept = (parts.count > 1 ? parts[1] : "").split(separator: "&")
            .filter { !$0.hasPrefix(linkParameter + "=") }.map(String.init)
        return parts[0] + "?" + (kept + ["\(linkParameter)=\(offset)"]).joined(separator: "&")
    }

    private func set(
        _ text: String?, _ number: Int?, _ name: TypeName, _ page: inout JSONValue,
        _ type: TypeExpression, _ table: TypeTable
    ) {
        let path = Self.path(name)
        var (field, fields) = (FieldSpec?.none, table.fields(of: table.unwrapped(type).type))
        for part in path {
            field = fields?.first { $0.wireName == part }
            fields = field.flatMap { table.fields(of: table.unwrapped($0.type).type) }
        }
        let isNumber = field.map { table.unwrapped($0.type).type.scalar?.isNumber == true } ?? false
        let value: JSONValue? =
            isNumber ? number.map { .number(.init($0)) } : text.map { .string($0) }
        var end = JSONValue?.none
        if let field, !field.isOptional { end = field.type.isNullable ? .null : .string("") }
        page.set(value ?? end, at: path)
    }
}
