internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The spec of a service in the making.
struct Draft {
    private let service: String
    private let filter: SampleFilter
    private let envelope: Envelope?
    private var secrets: Set<String>
    private var groups: [EndpointGroup] = []
    private var base: [String] = []
    /// The credentials of each sample.
    private var credentials: [Set<CredentialPlace>] = []

    init(_ filter: SampleFilter, service: String, secrets: Set<String>) {
        (self.service, self.filter, self.secrets) = (service, filter, secrets)
        envelope = Envelope(filter.samples)
        for sample in filter.samples {
            credentials.append(CredentialPlace.all(of: sample, secrets: &self.secrets))
            for body in [sample.body, sample.response?.body] {
                switch body {
                case .json(let node): Secrets.collect(node, into: &self.secrets)
                case .form(let pairs), .multipart(let pairs):
                    for pair in pairs {
                        Secrets.collect(pair.value ?? "", name: pair.name, into: &self.secrets)
                    }
                case .text, .events, .bytes, .broken, nil: break
                }
            }
        }
        self.secrets = self.secrets.filter { PlainValue($0) == .text }
        readPaths()
    }

    private mutating func readPaths() {
        let tree = PathTree()
        let ids = Set(filter.samples.flatMap { self.ids(in: $0) })
        for sample in filter.samples {
            let members = payload(of: sample).flatMap { $0.kind == .mapping ? Set($0.keys) : nil }
            tree.insert(sample, secrets: secrets, ids: ids, members: members)
        }
        tree.generalize()
        var found: [String: (template: [(literal: String?, name: String?)], samples: [Sample])] =
            [:]
        for sample in filter.samples {
            let template = tree.template(of: sample.url.path)
            let key =
                template.map { $0.literal ?? "{}" }.joined(separator: "/") + " " + sample.method
            found[key, default: (template, [])].samples.append(sample)
        }
        base = Self.base(found.values.map(\.template))
        for (_, entry) in found.sorted(by: { $0.key < $1.key }) {
            groups.append(
                EndpointGroup(
                    method: entry.samples[0].method, template: entry.template,
                    samples: entry.samples, base: base.count, secrets: &secrets))
        }
    }

    /// Returns what a successful response has within its envelope.
    private func payload(of sample: Sample) -> Node? {
        guard let response = sample.response, response.status / 100 == 2,
            case .json(let node)? = response.body
        else { return nil }
        return envelope.flatMap { node[$0.payload] } ?? node
    }

    /// Returns the ids and names that a response says its objects have, each after the segment that such an id follows.
    private func ids(in sample: Sample) -> [[String]] {
        let path = sample.url.path.map(\.text)
        guard sample.method == "GET", let last = path.last, let value = payload(of: sample) else {
            return []
        }
        if let parent = path.dropLast().last {
            let own = Self.ids(of: value, parent).contains { $0.lowercased() == last.lowercased() }
            if own { return [[parent, last]] }
        }
        let lists = [value.list] + value.entries.map(\.value.list)
        return lists.joined().flatMap { Self.ids(of: $0, last) }.map { [last, $0] }
    }

    /// Returns the ids and names of an object.
    private static func ids(of object: Node, _ parent: String) -> [String] {
        let names = idNames.union([Noun.singular(parent).lowercased()])
        return object.entries.compactMap { name, value in
            names.contains(name.lowercased()) ? value.string : nil
        }
    }

    private static let idNames: Set<String> = [
        "id", "uid", "name", "login", "username", "user_name", "slug", "key", "sku", "code",
        "handle",
        "email",
    ]

    /// Returns the segments that all paths start with, such as `api` and `v1`.
    private static func base(_ templates: [[(literal: String?, name: String?)]]) -> [String] {
        var result: [String] = []
        while let first = templates.first, first.count > result.count + 1,
            let word = first[result.count].literal, isBase(word),
            templates.allSatisfy({ $0.count > result.count + 1 && $0[result.count].literal == word }
            )
        {
            result.append(word)
        }
        return result
    }

    private static func isBase(_ word: String) -> Bool {
        if ["api", "rest", "services"].contains(word) { return true }
        return word.first == "v" && word.count > 1
            && word.dropFirst().allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    }

    /// Returns the text of the spec, and the number of its endpoints.
    func spec(of files: Int) -> (text: String, endpoints: Int) {
        var groups = groups
        var types = TypeWriter(service: service, secrets: secrets)
        for index in groups.indices {
            groups[index].name = types.endpoint(groups[index].suggestedName)
        }
        let writers = groups.map { EndpointWriter($0, envelope) }
        for writer in writers { writer.nameTypes(&types) }

        let total = filter.samples.count
        var members = [SpecMember("service", .plain(service))]
        if filter.host != Inference.unknownHost {
            let url = ([filter.origin] + base).joined(separator: "/")
            members.append(
                SpecMember("server", .text(url), comment: "\(total) of \(filter.total) samples"))
        }
        let (auth, names, usual) = credentials(groups)
        members += auth
        let common = commonHeaders
        if !common.isEmpty {
            var taken: Set<String> = []
            let list = types.members(
                common, of: total, reserved: ReservedNames.parameters, taken: &taken,
                ending: "Header", isText: true
            ).map {
                SpecMember($0.key, $0.value, comment: $0.comment ?? "\(total) of \(total) samples")
            }
            members.append(
                SpecMember(
                    "common", .block([SpecMember("headers", .block(list))]), isSeparated: true))
        }
        if let envelope { members.append(envelope.member) }
        let left = Set(common.map(\.name))
        let endpoints = zip(groups, writers).map { group, writer in
            writer.member(
                &types,
                requires: group.credentials == usual
                    ? nil : Self.requires(group.credentials, names),
                common: left)
        }
        members.append(
            SpecMember(
                "endpoints",
                .block(
                    endpoints.enumerated().map { index, member in
                        var member = member
                        member.isSeparated = index > 0
                        return member
                    }), isSeparated: true))
        let declarations = types.declarations()
        if !declarations.isEmpty {
            members.append(SpecMember("types", .block(declarations), isSeparated: true))
        }
        let head =
            "# A draft from \(total) samples of traffic by posthorn. Check each guess; the comments are the evidence.\n"
        return (head + SpecPrinter.text(of: members), endpoints.count)
    }

    /// The header fields that all samples have.
    private var commonHeaders: [EndpointGroup.Field] {
        guard filter.samples.count > 1, groups.count > 1 else { return [] }
        return EndpointGroup.fields(filter.samples.map(EndpointGroup.headers)).filter {
            !$0.isOptional
        }
    }

    /// Returns `auth` and `requires`, the names of credentials, and those that most endpoints need.
    private func credentials(
        _ groups: [EndpointGroup]
    ) -> ([SpecMember], [CredentialPlace: String], Set<CredentialPlace>) {
        var counts: [Set<CredentialPlace>: Int] = [:]
        for group in groups { counts[group.credentials, default: 0] += 1 }
        let usual =
            counts.min { left, right in
                if left.value != right.value { return left.value > right.value }
                return right.key.sorted().lexicographicallyPrecedes(left.key.sorted())
            }?.key ?? []
        let all = Set(groups.flatMap(\.credentials)).sorted()
        let names = CredentialPlace.names(all)
        guard !all.isEmpty else { return ([], [:], usual) }
        var uses: [CredentialPlace: Int] = [:]
        for place in credentials.joined() { uses[place, default: 0] += 1 }
        let auth = all.compactMap { place in
            names[place].map {
                SpecMember(
                    $0, place.value,
                    comment: "\(uses[place] ?? 0) of \(filter.samples.count) samples")
            }
        }
        return (
            [
                SpecMember("auth", .block(auth), isSeparated: true),
                SpecMember("requires", Self.requires(usual, names)),
            ], names, usual
        )
    }

    private static func requires(
        _ places: Set<CredentialPlace>, _ names: [CredentialPlace: String]
    ) -> SpecValue {
        let list = places.sorted().compactMap { names[$0] }
        if list.isEmpty { return .plain("none") }
        return list.count == 1 ? .plain(list[0]) : .list([.list(list.map { .plain($0) })])
    }
}
