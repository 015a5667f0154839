internal import PosthornSpec

/// A comparison of two specs, which collects their changes.
package final class Comparison {
    /// The direction in which a message is sent.
    enum Direction: Hashable {
        case request, response

        var words: String { self == .request ? " in requests" : " in responses" }
    }

    /// Two declared types that stand in the same place.
    struct Pair: Hashable {
        var old: String
        var new: String
        var direction: Direction
    }

    /// What holds a part: an endpoint, a type or the service.
    struct Owner {
        var subject: String
        var endpoints: (old: EndpointSpec, new: EndpointSpec)?
        var pair: Pair?
    }

    /// A part of both specs.
    struct Site {
        var owner: Owner
        /// The part as messages name it, and its last name in messages.
        var member = ""
        var wireName = ""
        var old: Change.Place
        var new: Change.Place

        /// Returns the site of a part.
        func inner(_ name: String, wireName: String? = nil) -> Site {
            var site = self
            site.member = member.isEmpty ? name : name == "[]" ? member + name : "\(member).\(name)"
            site.wireName = wireName ?? self.wireName
            return site
        }

        /// Returns the site of a part whose name follows a space, such as `query limit`.
        func part(_ name: String, _ wireName: String = "") -> Site {
            var site = self
            (site.member, site.wireName) = (name, wireName)
            return site
        }

        /// Returns the site with other marks in the same files.
        func at(_ old: SourceMark?, _ new: SourceMark?) -> Site {
            var site = self
            if let old { site.old.mark = old }
            if let new { site.new.mark = new }
            return site
        }
    }

    let old: SpecIndex
    let new: SpecIndex
    private var changes: [Change] = []
    private var indices: [[String]: Int] = [:]
    /// The pairs of types that have each change, by its index.
    private var holders: [Int: Set<Pair>] = [:]
    private var known: Set<Pair> = []
    private var queue: [Pair] = []
    /// The pairs in each pair, and in each endpoint.
    private var inner: [Pair: Set<Pair>] = [:]
    private var roots: [String: Set<Pair>] = [:]
    private var seenTypes: Set<String> = []
    /// What stands before the names of endpoints: the service, if there are several.
    let prefix: String
    /// The types that other services of the target use.
    private let usedElsewhere: Set<String>

    private init(_ old: DiffedSpec, _ new: DiffedSpec, prefix: String, usedElsewhere: Set<String>) {
        (self.old, self.new) = (SpecIndex(old), SpecIndex(new))
        (self.prefix, self.usedElsewhere) = (prefix, usedElsewhere)
    }

    /// Returns what changes from one spec to another: the service first, then endpoints, then types.
    ///
    /// - Parameters:
    ///   - prefix: What stands before the names of endpoints; nothing by default.
    ///   - usedElsewhere: The types that other services of the target use; none by default.
    package static func changes(
        from old: DiffedSpec, to new: DiffedSpec, prefix: String = "",
        usedElsewhere: Set<String> = []
    ) -> [Change] {
        let comparison = Comparison(old, new, prefix: prefix, usedElsewhere: usedElsewhere)
        comparison.compareServices()
        comparison.compareEndpoints()
        comparison.compareQueue()
        comparison.compareOtherTypes()
        return comparison.result
    }

    // MARK: Changes

    /// Adds a change.
    ///
    /// A type that requests and responses have can change in the same way in both.
    func add(_ rule: ChangeRule, _ site: Site, _ message: String) {
        let key = [rule.rawValue, site.owner.subject, site.member, message]
        let index = indices[key] ?? changes.count
        if let pair = site.owner.pair { holders[index, default: []].insert(pair) }
        guard indices.updateValue(index, forKey: key) == nil else { return }
        changes.append(
            Change(
                rule: rule, subject: site.owner.subject, member: site.member, message: message,
                old: place(site, old, site.old, isOld: true),
                new: place(site, new, site.new, isOld: false)))
    }

    private func place(
        _ site: Site, _ spec: SpecIndex, _ place: Change.Place, isOld: Bool
    ) -> Change.Place {
        guard let locate = spec.spec.locate else { return place }
        if let endpoints = site.owner.endpoints {
            return locate(
                .endpoint(isOld ? endpoints.old : endpoints.new, member: site.wireName))
        }
        guard let pair = site.owner.pair else { return locate(.service) }
        return locate(.type(isOld ? pair.old : pair.new, member: site.wireName))
    }

    /// The changes, with the endpoints that each change of a type concerns.
    private var result: [Change] {
        var concerned: [Pair: Set<String>] = [:]
        let changed = holders.values.reduce(into: Set()) { $0.formUnion($1) }
        for (endpoint, pairs) in changed.isEmpty ? [:] : roots {
            var seen = pairs
            var open = Array(pairs)
            while let pair = open.popLast() {
                if changed.contains(pair) { concerned[pair, default: []].insert(endpoint) }
                for next in inner[pair] ?? [] where seen.insert(next).inserted { open.append(next) }
            }
        }
        var all = changes
        for (index, pairs) in holders {
            all[index].endpoints = Set(pairs.flatMap { concerned[$0] ?? [] }).sorted()
        }
        return all
    }

    // MARK: Types

    /// Notes that a site has two declared types, which are compared once in each direction.
    func compare(_ pair: Pair, in owner: Owner) {
        if let holder = owner.pair {
            inner[holder, default: []].insert(pair)
        } else if let endpoint = owner.endpoints?.new {
            roots[prefix + endpoint.fullName, default: []].insert(pair)
        }
        guard known.insert(pair).inserted else { return }
        queue.append(pair)
        seenTypes.insert(pair.old)
    }

    private func compareQueue() {
        while let pair = queue.popLast() {
            guard let before = old.types[pair.old], let after = new.types[pair.new] else {
                continue
            }
            let site = Site(
                owner: Owner(subject: "type \(new.shown(pair.new))", pair: pair),
                old: .init(path: before.path, mark: before.spec.mark),
                new: .init(path: after.path, mark: after.spec.mark))
            if pair.old != pair.new, new.types[pair.old] == nil {
                add(.renamed, site, "was named \(pair.old)")
            }
            compareDeprecation(before.spec.deprecated, after.spec.deprecated, site)
            compare(before.spec.kind, after.spec.kind, site, pair.direction)
        }
    }

    /// Compares the types that no call uses.
    private func compareOtherTypes() {
        let uses = old.document.typeUses(old.types.mapValues(\.spec))
        let service = serviceSite
        let nested = old.document.nestedTypes
        let used = uses.sent.union(uses.returned).union(uses.failed)
            .union(usedElsewhere.subtracting(nested)).union(seenTypes)
        for (name, type) in old.types.sorted(by: { $0.key < $1.key }) where !used.contains(name) {
            if new.types[name] != nil {
                for direction in [Direction.request, .response] {
                    compare(Pair(old: name, new: name, direction: direction), in: service.owner)
                }
            } else {
                var site = service
                site.owner.subject = "type \(old.shown(name))"
                site.old = .init(path: type.path, mark: type.spec.mark)
                add(.typeRemoved, site, "is removed")
            }
        }
        compareQueue()
    }

    /// The site of both services.
    var serviceSite: Site {
        Site(
            owner: Owner(subject: "service \(new.service.name)"),
            old: .init(path: old.service.path, mark: old.service.mark),
            new: .init(path: new.service.path, mark: new.service.mark))
    }
}

/// The declarations of a spec by their names.
final class SpecIndex {
    let spec: DiffedSpec
    let types: [String: (spec: TypeSpec, path: String)]
    let shapes: ObjectShapes
    /// The files of the fields of declared types.
    private let paths: [ObjectIdentifier: String]

    init(_ spec: DiffedSpec) {
        self.spec = spec
        var types: [String: (spec: TypeSpec, path: String)] = [:]
        var paths: [ObjectIdentifier: String] = [:]
        for file in spec.document.files {
            for type in file.types {
                types[type.name] = (type, file.path)
                type.kind.forEachInner { kind in
                    for field in kind.fields { paths[ObjectIdentifier(field)] = file.path }
                }
            }
        }
        (self.types, self.paths) = (types, paths)
        shapes = ObjectShapes(types.mapValues(\.spec))
    }

    var document: SpecDocument { spec.document }
    var service: ServiceSpec { spec.document.service }

    /// Returns the name of a type, with the service in which it is nested before it.
    func shown(_ type: String) -> String {
        document.nestedTypes.contains(type) ? "\(service.name).\(type)" : type
    }

    /// Returns the file of a field, or `nil` if it is that of its endpoint.
    func path(of field: FieldSpec) -> String? { paths[ObjectIdentifier(field)] }

    /// Returns the kind of a declared or inline type.
    func kind(of type: TypeExpression) -> TypeSpec.Kind? {
        switch type {
        case .named(let name): types[name.text]?.spec.kind
        case .inline(let kind): kind
        case .array, .map, .optional: nil
        }
    }
}
