internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// The part of a list that a request asks for, with what leads to the next part.
struct PageSlice {
    private(set) var items: ArraySlice<JSONValue>
    /// The index of the first item of the next page; `nil` on the last page.
    private(set) var next: Int?
    /// Whether the request asks for a page after the last one.
    let isBeyond: Bool
    let total: Int
    let size: Int

    /// The query parameter with the index of a page's first item, in links to the next page.
    static let linkParameter = "mock-offset"

    /// - Parameter usual: The number of items of a page if the request and the spec name none.
    init(
        _ items: [JSONValue], _ pages: PagesSpec, _ reading: RequestReading,
        _ endpoint: EndpointSpec, linkOffset: Int?, usual: Int
    ) {
        let given = { (name: TypeName) -> JSONValue? in
            reading[.query, name.text] ?? reading[.form, name.text] ?? reading.body?[name.text]
        }
        func standard(_ name: TypeName) -> Int? {
            guard case .text(let text)? = endpoint.pageParameter(name)?.defaultValue?.value else {
                return nil
            }
            return Int(text)
        }
        let asked = pages.limit.flatMap { given($0)?.int ?? standard($0) }
        size = min(max(asked ?? usual, 1), 1_000)
        let start: Int
        switch pages.step {
        case .cursor(_, let name):
            let value = given(name)
            start = value?.int ?? value?.string.flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
        case .page(let name):
            let first = standard(name) ?? 1
            start = min(max((given(name)?.int ?? first) - first, 0), 1 << 20) * size
        case .offset(let name): start = given(name)?.int ?? 0
        case .link, .url: start = linkOffset ?? 0
        }
        let from = min(max(start, 0), items.count)
        let end = min(from + size, items.count)
        self.items = items[from..<end]
        next = end < items.count ? end : nil
        isBeyond = start > 0 && from >= items.count
        total = items.count
    }
}

extension PageSlice {
    /// Sets the members of a page that lead to the next one and tell the size of the list.
    func fill(
        _ page: inout JSONValue, _ pages: PagesSpec, _ type: TypeExpression, url: String,
        _ table: TypeTable
    ) {
        if let path = pages.items { page.set(.array(Array(items)), at: Self.path(path)) }
        if let total = pages.total { page.set(.number(.init(self.total)), at: Self.path(total)) }
        if let count = pages.count {
            page.set(.number(.init((total + size - 1) / size)), at: Self.path(count))
        }
        let link = next.map { Self.link(to: $0, url) }
        switch pages.step {
        case .cursor(let name, _): set(next.map { "offset-\($0)" }, next, name, &page, type, table)
        case .url(let name): set(link, nil, name, &page, type, table)
        case .page, .offset, .link: break
        }
    }

    /// The field `Link` with the next page; `nil` if none follows.
    func linkField(_ relation: String, url: String) -> String? {
        next.map { "<\(Self.link(to: $0, url))>; rel=\"\(relation)\"" }
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
