internal import PosthornSpec

extension Comparison {
    private typealias Found = (spec: EndpointSpec, place: Change.Place)

    /// Compares endpoints: those with one name and one route first, then one route, then one name.
    func compareEndpoints() {
        let before = Self.endpoints(old)
        let after = Self.endpoints(new)
        let others = Self.matches(before, after)
        let taken = Set(others.values)
        let leftOut = Self.endpoints(new, \.leftOut)
        let missing = before.indices.filter { others[$0] == nil }
        let unselected = Self.matches(missing.map { before[$0] }, leftOut)
        for (index, found) in before.enumerated() {
            if let other = others[index] {
                compare(found.spec, after[other].spec, site(found, after[other]))
            } else if let other = missing.firstIndex(of: index).flatMap({ unselected[$0] }) {
                add(
                    .endpointLeftOut, site(found, leftOut[other]),
                    "\(found.spec.shownRoute) is not selected")
            } else {
                var site = self.site(found, found)
                site.new = serviceSite.new
                add(.endpointRemoved, site, "\(found.spec.shownRoute) is removed")
            }
        }
        for (index, found) in after.enumerated() where !taken.contains(index) {
            var site = self.site(found, found)
            site.old = serviceSite.old
            add(.endpointAdded, site, "\(found.spec.shownRoute) is added")
            guard haveProtocol, found.spec.rules.access == nil else { continue }
            add(.protocolChanged, site, "is a new method of a protocol")
        }
    }

    /// Whether both clients have protocols, to which fakes conform.
    private var haveProtocol: Bool {
        old.service.protocolMark != nil && new.service.protocolMark != nil
    }

    /// Returns the places of the endpoints that are the same, by the places of the others.
    private static func matches(_ before: [Found], _ after: [Found]) -> [Int: Int] {
        var rest = Array(after.indices)
        var others: [Int: Int] = [:]
        let keys: [(EndpointSpec) -> String] = [
            { "\($0.route) \($0.fullName)" }, { $0.route }, { $0.fullName },
        ]
        for key in keys {
            var found = Dictionary(grouping: rest) { key(after[$0].spec) }
            for index in before.indices where others[index] == nil {
                let name = key(before[index].spec)
                guard let place = found[name]?.first else { continue }
                found[name]?.removeFirst()
                others[index] = place
            }
            let taken = Set(others.values)
            rest.removeAll { taken.contains($0) }
        }
        return others
    }

    private static func endpoints(
        _ spec: SpecIndex, _ endpoints: KeyPath<SpecFile, [EndpointSpec]> = \.endpoints
    ) -> [Found] {
        spec.document.files.flatMap { file in
            file[keyPath: endpoints].map { ($0, Change.Place(path: file.path, mark: $0.mark)) }
        }
    }

    private func site(_ old: Found, _ new: Found) -> Site {
        let subject = "endpoint \(prefix)\(new.spec.fullName)"
        return Site(
            owner: Owner(subject: subject, endpoints: (old.spec, new.spec)), old: old.place,
            new: new.place)
    }

    private func compare(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        if old.fullName != new.fullName { add(.renamed, site, "was named \(old.fullName)") }
        compare(.methodChanged, old.method.rawValue, new.method.rawValue, site)
        if old.address != new.address { add(.pathChanged, site, "was \(quoted(old.path))") }
        compareDeprecation(old.rules.deprecated, new.rules.deprecated, site)
        compareAccess(old, new, site)
        compareRequests(old, new, site)
        compareMediaTypes(old, new, site)
        compareReturns(old, new, site)
        compareErrors(old, new, site)
        compareSecurity(old, new, site)
        func steps<Step>(_ name: String, _ step: Step?, _ mark: SourceMark?) -> [Part<Step>] {
            step.map { [Part(name: name, mark: mark, value: $0)] } ?? []
        }
        match(
            steps("pages", old.pages, old.pages?.mark), steps("pages", new.pages, new.pages?.mark),
            site, (.pagesRemoved, .pagesAdded)
        ) { if !isSame($0, $1) { add(.pagesChanged, $2, "work in another way") } }
        match(
            steps("poll", old.poll, old.poll?.mark), steps("poll", new.poll, new.poll?.mark),
            site, (.pollRemoved, .pollAdded)
        ) { if !isSame($0, $1) { add(.pollChanged, $2, "works in another way") } }
        let settings = [
            "timeout": "timeout", "retry": "retry", "cache": "cache",
            "idempotentMark": "idempotent", "coalesceMark": "coalesce", "omitted": "common",
            "outbox": "outbox",
        ]
        let rules = [old.rules, new.rules].map { Mirror(reflecting: $0).children }
        for (before, after) in zip(rules[0], rules[1]) {
            guard let name = settings[before.label ?? ""], !isSame(before.value, after.value) else {
                continue
            }
            add(.settingChanged, site.part(name), "changes")
        }
    }

    /// Compares the access of calls, unless the access of the service alone changes.
    private func compareAccess(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        let words = [(old, self.old), (new, self.new)].map { endpoint, spec in
            endpoint.rules.access?.rawValue ?? spec.service.access.rawValue
        }
        let order = ["public", "preview", "package", "internal"]
        let levels = words.compactMap { order.firstIndex(of: $0) }
        guard levels[0] < levels[1], new.rules.access != nil else { return }
        compare(.accessNarrowed, words[0], words[1], site.part("access"))
    }

    private func compareRequests(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        let forms = (old.bodyForm, new.bodyForm)
        let haveOneForm = forms.0 == forms.1 || forms.0 == nil || forms.1 == nil
        compareFields(
            Slot.parameters(old.parameters, withBody: haveOneForm),
            Slot.parameters(new.parameters, withBody: haveOneForm), site, .request)
        if !haveOneForm {
            add(.bodyFormChanged, site.part("body"), "is passed in another form")
            if let before = self.old.kind(of: old.bodyType),
                let after = self.new.kind(of: new.bodyType)
            {
                compare(before, after, site.part("body"), .request)
            }
        }
        let known = Set(old.parameters.map(\.field.swiftName))
        if haveProtocol, old.rules.access == nil, new.rules.access == nil,
            new.parameters.contains(where: { parameter in
                !known.contains(parameter.field.swiftName) && !parameter.field.isConstant
            })
        {
            add(.protocolChanged, site, "has a new parameter in a protocol")
        }
        let styles = [old, new].map { ($0.rules.style ?? .form).rawValue }
        compare(.styleChanged, styles[0], styles[1], site.part("style"))
    }

    private func compareMediaTypes(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        func parts(_ types: [String]) -> [Part<Void>] {
            types.map { Part(name: quoted($0), value: ()) }
        }
        if old.bodyForm != nil, new.bodyForm != nil {
            match(
                parts(old.mediaTypes(in: self.old.service)),
                parts(new.mediaTypes(in: self.new.service)), site.part("body"),
                (.requestMediaTypeRemoved, .requestMediaTypeAdded))
        }
        let policies = (old.response(in: self.old.service), new.response(in: self.new.service))
        if !old.output.types.isEmpty, !new.output.types.isEmpty {
            compare(
                .responsePolicyChanged, policies.0?.word, policies.1?.word, site.part("response"))
        }
        guard let before = policies.0, let after = policies.1 else { return }
        let accepted = (
            old.accepted(by: before, in: self.old.service),
            new.accepted(by: after, in: self.new.service)
        )
        // Without a list, the policy decides.
        guard !accepted.0.isEmpty, !accepted.1.isEmpty else { return }
        match(
            parts(accepted.0), parts(accepted.1), site.part("response"),
            (.responseMediaTypeRemoved, .responseMediaTypeAdded))
    }
}

extension EndpointSpec {
    /// The host and the path without the names of its parameters, and the method of JSON-RPC.
    fileprivate var address: String {
        var text = "\(rules.host?.text ?? "") \(call?.text ?? "") "
        var isName = false
        for character in path {
            if character == "}" { isName = false }
            if !isName { text.append(character) }
            if character == "{" { isName = true }
        }
        return text
    }

    fileprivate var route: String { "\(method.rawValue) \(address)" }
    fileprivate var shownRoute: String { "\(method.rawValue) \(call?.text ?? path)" }

    /// The form in which callers pass the body, or `nil` for none.
    fileprivate var bodyForm: String? {
        switch bodyPlace {
        case nil: nil
        case .body, .form, .part: "fields"
        case let place?: place.rawValue
        }
    }

    /// The type of the body; of one with fields, an object with them.
    fileprivate var bodyType: TypeExpression {
        let fields = parameters.filter { $0.place.isInBody && $0.place != .original }.map(\.field)
        return bodyPlace == .wholeBody && fields.count == 1
            ? fields[0].type : .inline(.object(fields, includes: []))
    }

    fileprivate func mediaTypes(in service: ServiceSpec) -> [String] {
        let declared = contentTypes(in: service).map(\.mediaType)
        if !declared.isEmpty { return declared }
        switch bodyPlace {
        case nil: return []
        case .form: return ["application/x-www-form-urlencoded"]
        case .part: return ["multipart/form-data"]
        case .upload, .text, .bytes, .lines:
            return parameters.filter { $0.place.isInBody }.map(\.field.wireName)
        default: return ["application/json"]
        }
    }
}
