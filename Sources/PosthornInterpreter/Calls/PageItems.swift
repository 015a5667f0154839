@_spi(Generated) internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// The pages of a list: the items of each, and the request for the next.
struct PageItems {
    private let pages: PagesSpec
    private let endpoint: InterpretedEndpoint

    init(_ pages: PagesSpec, _ endpoint: InterpretedEndpoint) {
        (self.pages, self.endpoint) = (pages, endpoint)
    }

    /// Returns the items of a page.
    static func items(of page: JSONValue, _ pages: PagesSpec) -> [JSONValue] {
        guard let name = pages.items else { return page.array ?? [] }
        return member(name.text, of: page)?.array ?? []
    }

    /// Returns the items of a page in the order of the spec.
    static func items(of page: OrderedJSON, _ pages: PagesSpec) -> [OrderedJSON] {
        let list = pages.items.map { member($0.text, of: page) } ?? page
        if case .array(let items)? = list { return items }
        return []
    }

    /// Returns the value at a path; a name that contains a dot takes precedence.
    static func member(_ path: String, of value: JSONValue) -> JSONValue? {
        value[path] ?? value.value(at: path.split(separator: ".").map(String.init))
    }

    /// Returns the value at a path, with its members in the order of the spec.
    static func member(_ path: String, of value: OrderedJSON) -> OrderedJSON? {
        value.member(path)
            ?? path.split(separator: ".").reduce(Optional(value)) { $0?.member(String($1)) }
    }

    func next(after page: APIResponse<InterpretedResponse>) -> NextPage<InterpretedEndpoint> {
        let value = page.value.value ?? .null
        let count = page.value.items.count
        func number(_ name: TypeName?) -> Int? {
            name.flatMap { Self.member($0.text, of: value)?.int }
        }
        let more = pages.more.flatMap { Self.member($0.text, of: value)?.bool }
        switch pages.step {
        case .cursor(let next, let into):
            return .cursor(
                Self.member(next.text, of: value)?.cursor, more: more,
                into: \.[parameter: into.text], of: endpoint)
        case .last(let name, let into):
            let last = page.value.items.last.flatMap { Self.member(name.text, of: $0) }
            return .cursor(
                last?.cursor, more: more, into: \.[parameter: into.text], of: endpoint)
        case .page(let name):
            return .number(
                after: count, limit: limit, total: number(pages.total),
                pages: number(pages.count), more: more, first: first(name),
                in: \.[number: name.text], of: endpoint)
        case .offset(let name):
            return .offset(
                by: count, limit: limit, total: number(pages.total), more: more,
                in: \.[number: name.text], of: endpoint)
        case .url(let name): return .url(Self.member(name.text, of: value)?.string)
        case .link(let relation): return .link(relation, in: page.raw.headers)
        }
    }

    private var limit: Int? { pages.limit.flatMap { endpoint[number: $0.text] } }

    /// Returns the number of the first page, if the spec implies it.
    private func first(_ name: TypeName) -> Int? {
        guard pages.total != nil || pages.count != nil,
            let value = endpoint.request.plan.endpoint.pageParameter(name)?.defaultValue?.value
        else { return nil }
        return value == .text("0") ? 0 : 1
    }
}

extension InterpretedEndpoint {
    private func index(_ name: String) -> Int? {
        request.plan.endpoint.parameters.firstIndex { $0.field.wireName == name }
    }

    /// The value of a parameter as text.
    fileprivate subscript(parameter name: String) -> String? {
        get {
            index(name).flatMap { request.arguments.values[$0]?.json?.json.cursor }
        }
        set { set(name, newValue.map { .string($0) }) }
    }

    /// The value of a parameter that counts.
    fileprivate subscript(number name: String) -> Int? {
        get { index(name).flatMap { request.arguments.values[$0]?.json?.json.int } }
        set { set(name, newValue.map { .number(JSONValue.Number($0)) }) }
    }

    private mutating func set(_ name: String, _ value: JSONValue?) {
        guard let index = index(name) else { return }
        let type = request.plan.endpoint.parameters[index].field.type
        // A cursor that is a number stays one in a body.
        let typed = value?.string.map { request.plan.spec.table.value(ofText: $0, as: type) }
        request.arguments.values[index] = (typed ?? value).map { .json(.value($0)) }
    }
}

extension JSONValue {
    /// The text of a cursor, which may be a number.
    fileprivate var cursor: String? { string ?? number?.text }
}
