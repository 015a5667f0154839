internal import FoundationEssentials
internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// Makes the value of a response: from the example, a sample, or the resources that clients have made.
struct ValueMaker {
    /// What a request leads to.
    enum Outcome {
        /// A value, and the field `Link` of a page.
        case value(JSONValue?, link: String? = nil)
        /// A failure with a status, for which the spec may have a type.
        case failure(status: Int, detail: String)
    }

    let call: MockContext.Call
    let maker: SampleMaker
    /// The resources, or `nil` if none are kept.
    let resources: ResourceStore?
    let roles: ResourceRoles
    let seed: UInt64

    /// The number of items of a list without pages, and of a page if neither the request nor the spec names it.
    private static let (items, page, storedPage) = (5, 3, 50)

    private var spec: EndpointSpec { call.endpoint.spec }
    private var table: TypeTable { maker.table }
    private var echo: ValueEcho { ValueEcho(table: table) }

    func outcome(
        _ result: ResponseMaker.Result, _ random: inout SampleRandom
    ) throws -> Outcome {
        guard let resources else { return try plain(result, &random) }
        guard hasParents(in: resources) else { return Self.missing }
        guard let role = roles[call.endpoint.name] else { return try plain(result, &random) }
        switch role {
        case .create(let key): return create(key, result, resources, &random)
        case .list: return list(result, resources.list(path), &random)
        case .get:
            guard let stored = resources.get(id, in: collection) else { return Self.missing }
            return .value(value(of: stored, result, &random))
        case .delete:
            if let failure = try changed(resources.get(id, in: collection)) { return failure }
            guard resources.remove(id, in: collection) else { return Self.missing }
            return .value(result.type.map { sample($0, &random) })
        case .update(let replaces):
            let stored = resources.get(id, in: collection)
            guard stored != nil || replaces else { return Self.missing }
            return try update(stored, id, collection, result, resources, &random)
        case .single(isChange: false):
            guard let stored = resources.get("", in: path) else {
                return try plain(result, &random)
            }
            return .value(value(of: stored, result, &random))
        case .single(isChange: true):
            return try update(resources.get("", in: path), "", path, result, resources, &random)
        }
    }

    private static let missing = Outcome.failure(
        status: 404, detail: "no client has made such a resource")

    /// Returns whether clients have made all resources that the path of the request names above its own.
    private func hasParents(in resources: ResourceStore) -> Bool {
        segments.indices.dropLast().allSatisfy { index in
            let above = segments[..<index].map { "/" + $0 }.joined()
            guard segments[index].hasPrefix("{"), roles.keeps(above) else { return true }
            let id = call.pathValues[ResourceRole.key(of: String(segments[index]))] ?? ""
            return resources.get(id, in: filled(above)) != nil
        }
    }

    // MARK: Paths

    /// The path of the request with its values.
    private var path: String { filled(spec.path) }

    private var segments: [Substring] { spec.path.split(separator: "/") }

    /// The path of the collection that holds the resource of the request.
    private var collection: String { filled(segments.dropLast().map { "/" + $0 }.joined()) }

    private var idName: String { ResourceRole.key(of: spec.path) }

    private var id: String { call.pathValues[idName] ?? "" }

    /// Returns a template with the values of the path, without the parameters of a query.
    private func filled(_ template: String) -> String {
        var (result, rest) = ("", template[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let inner = rest[rest.index(after: open)..<close]
            let name = inner.drop { "+./".contains($0) }.prefix { !"*:".contains($0) }
            result += rest[..<open]
            if inner.first == "/" { result += "/" }
            if !"?&".contains(inner.prefix(1)) { result += call.pathValues[String(name)] ?? "" }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    // MARK: Samples

    private func plain(
        _ result: ResponseMaker.Result, _ random: inout SampleRandom
    ) throws -> Outcome {
        guard let type = result.type else { return .value(nil) }
        let isLimited = pageParameters.limit != nil && table.unwrapped(type).type.isArray
        if spec.pages != nil || isLimited { return list(result, nil, &random) }
        var value = sample(type, &random)
        if spec.rules.example == nil {
            if ["POST", "PUT", "PATCH"].contains(spec.method.rawValue) {
                echo.echo(call.reading.body, into: &value, type)
            }
            // The `id` within a path is that of another resource.
            for (name, text) in call.pathValues where name == idName || name != "id" {
                echo.setKey(name, text, in: &value, type)
            }
        }
        if let poll = spec.poll { finish(&value, poll, type) }
        return .value(value)
    }

    private func sample(_ type: TypeExpression, _ random: inout SampleRandom) -> JSONValue {
        if let example = spec.rules.example, !spec.output.isStreamed {
            return table.value(example.value, of: type)
        }
        return maker.value(of: type, &random)
    }

    /// Sets the members of an operation to those of its end.
    private func finish(_ value: inout JSONValue, _ poll: PollSpec, _ type: TypeExpression) {
        if case .present(let name)? = poll.fails {
            value.set(nil, at: name.text.split(separator: ".").map(String.init)[...])
        }
        guard let until = poll.until, let end = until.values.first else { return }
        let path = until.member.text.split(separator: ".").map(String.init)
        let field = table.fields(of: type)?.first { $0.path == path }
        value.set(
            table.value(end.value, of: field?.type ?? .named(TypeName("JSON", mark: .start))),
            at: path[...])
    }

    // MARK: Lists

    private var pageParameters: PageParameters {
        PageParameters(endpoint: call.endpoint, reading: call.reading)
    }

    /// Returns a list, or the page of it that the request asks for.
    ///
    /// - Parameter stored: The resources; `nil` for samples.
    private func list(
        _ result: ResponseMaker.Result, _ stored: [JSONValue]?, _ random: inout SampleRandom
    ) -> Outcome {
        guard let type = result.type?.wrapped else { return .value(nil) }
        var page = sample(type, &random)
        guard let (item, place) = itemType(of: type) else { return .value(page) }
        let items =
            stored?.map { echo.projected($0, on: maker.value(of: item, &random), item) }
            ?? (spec.rules.example == nil ? nil : page.value(at: place)?.array)
        let parameters = pageParameters
        func set(_ items: [JSONValue]) {
            if place.isEmpty {
                page = .array(items)
            } else {
                page.set(.array(items), at: place[...])
            }
        }
        guard let pages = spec.pages else {
            let most = max(parameters.limit ?? .max, 0)
            set(
                items.map { Array($0.prefix(most)) }
                    ?? (0..<min(most, Self.items)).map { self.item(at: $0, of: item) })
            return .value(page)
        }
        let usual = stored == nil ? Self.page : Self.storedPage
        let slice = PageSlice(
            pages, parameters, linkOffset: linkOffset,
            size: min(max(parameters.limit ?? usual, 1), 1_000), of: items
        ) { self.item(at: $0, of: item) }
        if slice.isBeyond, case .status(let status)? = pages.end {
            return .failure(status: status, detail: "the list has no such page")
        }
        let url = call.request.url
        if pages.items == nil { set(slice.items) }
        slice.fill(&page, pages, type, url: url, table)
        if case .link(let relation) = pages.step {
            return .value(page, link: slice.linkField(relation, url: url))
        }
        return .value(page)
    }

    /// Returns a sample of an item, which is the same on all pages that have it.
    private func item(at index: Int, of type: TypeExpression) -> JSONValue {
        var random = SampleRandom(seed: seed, "\(call.endpoint.name) \(path) \(index)")
        return maker.value(of: type, &random)
    }

    /// The index in the query of a link to a page.
    private var linkOffset: Int? {
        let query = call.request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return WireItems(text: query)?.items.first { $0.name == PageSlice.linkParameter }
            .flatMap { Int($0.value) }
    }

    /// Returns the type of a list's elements, and the path of the list in a page.
    private func itemType(of type: TypeExpression) -> (TypeExpression, place: [String])? {
        let inner = table.unwrapped(type).type
        if case .array(let item) = inner { return (item, []) }
        let fields = table.fields(of: inner) ?? []
        if let name = spec.pages?.items {
            let path = name.text.split(separator: ".").map(String.init)
            var (found, members): (FieldSpec?, [FieldSpec]) = (nil, fields)
            for part in path {
                found = members.first { $0.wireName == part }
                members = found.flatMap { table.fields(of: table.unwrapped($0.type).type) } ?? []
            }
            guard let found, case .array(let item) = table.unwrapped(found.type).type else {
                return nil
            }
            return (item, path)
        }
        let lists = fields.filter { table.unwrapped($0.type).type.isArray }
        guard lists.count == 1, case .array(let item) = table.unwrapped(lists[0].type).type else {
            return nil
        }
        return (item, lists[0].path)
    }

    // MARK: Resources

    private func value(
        of stored: JSONValue, _ result: ResponseMaker.Result, _ random: inout SampleRandom
    ) -> JSONValue? {
        result.type.map { echo.projected(stored, on: maker.value(of: $0, &random), $0) }
    }

    private func create(
        _ name: String, _ result: ResponseMaker.Result, _ resources: ResourceStore,
        _ random: inout SampleRandom
    ) -> Outcome {
        var value = result.type.map { maker.value(of: $0, &random) } ?? .object([:])
        if let type = result.type {
            echo.echo(call.reading.body, into: &value, type)
        } else {
            value = call.reading.body ?? value
        }
        guard value.object != nil else { return .value(value) }
        let key = result.type.flatMap { echo.key(name, in: $0)?.path } ?? [name]
        if let type = result.type {
            removeUnsent(from: &value, type, key: key) { field in
                field.traits.isReadOnly || table.unwrapped(field.type).type.scalar == .date
            }
        }
        if let id = call.reading.body?.value(at: key)?.scalarText {
            guard resources.get(id, in: path) == nil else {
                return .failure(status: 409, detail: "a resource with this key exists")
            }
        } else if value.value(at: key)?.number != nil {
            value.set(.number(.init(resources.nextNumber(in: path))), at: key[...])
        }
        let id = value.value(at: key)?.scalarText ?? String(resources.nextNumber(in: path))
        resources.set(value, id, in: path)
        return .value(result.type == nil ? nil : value)
    }

    /// Stores a changed resource.
    private func update(
        _ stored: JSONValue?, _ id: String, _ path: String, _ result: ResponseMaker.Result,
        _ resources: ResourceStore, _ random: inout SampleRandom
    ) throws -> Outcome {
        if let failure = try changed(stored) { return failure }
        var value = stored ?? result.type.map { maker.value(of: $0, &random) } ?? .object([:])
        if !id.isEmpty, let type = result.type { echo.setKey(idName, id, in: &value, type) }
        let isPatch = spec.method.rawValue == "PATCH"
        if isPatch, let body = call.reading.body {
            value.merge(body)
        } else if let type = result.type {
            echo.echo(call.reading.body, into: &value, type)
            if spec.method.rawValue == "PUT" {
                let key = echo.key(idName, in: type)?.path
                removeUnsent(from: &value, type, key: key) { _ in true }
            }
        } else if let body = call.reading.body {
            value.merge(body)
        }
        resources.set(value, id, in: path)
        return .value(self.value(of: value, result, &random))
    }

    /// Removes optional members that the request could have sent and did not, and others unless a server makes them.
    private func removeUnsent(
        from value: inout JSONValue, _ type: TypeExpression, key: [String]?,
        unless isMade: (FieldSpec) -> Bool
    ) {
        let sendable = call.endpoint.parameters.filter { $0.place.isInBody }.flatMap { parameter in
            parameter.place == .wholeBody
                ? table.fields(of: table.unwrapped(parameter.field.type).type) ?? []
                : [parameter.field]
        }
        let names = Set(sendable.filter { !$0.traits.isReadOnly }.map(\.wireName))
        for field in table.fields(of: table.unwrapped(type).type) ?? []
        where field.isOptional && field.path != key
            && (names.contains(field.wireName) || !isMade(field))
            && call.reading.body?.value(at: field.path) == nil
        {
            value.set(nil, at: field.path[...])
        }
    }

    /// Returns the failure of a change whose condition the resource no longer meets.
    private func changed(_ stored: JSONValue?) throws -> Outcome? {
        guard let wanted = call.request.headers[.ifMatch], wanted != "*", let stored else {
            return nil
        }
        guard try ResponseMaker.tag(of: stored) != wanted else { return nil }
        return .failure(status: 412, detail: "the resource has changed")
    }
}
