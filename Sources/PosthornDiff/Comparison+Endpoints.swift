internal import PosthornSpec

extension Comparison {
    private typealias Found = (spec: EndpointSpec, path: String)

    /// Compares endpoints: those with one name and one place first, then one place, then one name.
    func compareEndpoints() {
        let before = old.endpoints
        var rest = new.endpoints
        var others: [Int: Found] = [:]
        let tests: [(EndpointSpec, EndpointSpec) -> Bool] = [
            { $0.route == $1.route && $0.fullName == $1.fullName },
            { $0.route == $1.route }, { $0.fullName == $1.fullName },
        ]
        for (number, test) in tests.enumerated() {
            // All pairs of a large service would be too many.
            let places = Dictionary(
                grouping: rest.indices,
                by: { number == 2 ? rest[$0].spec.fullName : rest[$0].spec.route })
            var taken: Set<Int> = []
            for (index, found) in before.enumerated() where others[index] == nil {
                let key = number == 2 ? found.spec.fullName : found.spec.route
                let place = places[key]?.first {
                    !taken.contains($0) && test(found.spec, rest[$0].spec)
                }
                guard let place else { continue }
                taken.insert(place)
                others[index] = rest[place]
            }
            rest = rest.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
        }
        for (index, found) in before.enumerated() {
            if let other = others[index] {
                compare(found, other)
            } else {
                var site = site(found, found)
                (site.new.path, site.new.mark) = (new.service.path, new.service.mark)
                add(.endpointRemoved, site, "\(found.spec.shownRoute) is removed")
            }
        }
        for found in rest {
            var site = site(found, found)
            (site.old.path, site.old.mark) = (old.service.path, old.service.mark)
            add(.endpointAdded, site, "\(found.spec.shownRoute) is added")
        }
    }

    private func site(_ old: Found, _ new: Found) -> Site {
        Site(
            owner: Owner(
                subject: "endpoint \(new.spec.fullName)", endpoints: (old.spec, new.spec)),
            old: .init(path: old.path, mark: old.spec.mark),
            new: .init(path: new.path, mark: new.spec.mark))
    }

    private func compare(_ found: Found, _ other: Found) {
        let (old, new, site) = (found.spec, other.spec, site(found, other))
        if old.fullName != new.fullName { add(.renamed, site, "was named \(old.fullName)") }
        if old.method != new.method {
            add(.methodChanged, site, "\(old.method.rawValue) became \(new.method.rawValue)")
        }
        if old.address != new.address {
            add(.pathChanged, site, "\(quoted(old.path)) became \(quoted(new.path))")
        }
        if old.rules.deprecated == nil, new.rules.deprecated != nil {
            add(.deprecated, site, "is deprecated")
        }
        compareRequests(old, new, site)
        compareMediaTypes(old, new, site)
        compareReturns(old, new, site)
        compareErrors(old, new, site)
        compareSecurity(old, new, site)
        compareSteps(old, new, site)
        for (name, before, after) in [
            ("timeout", old.rules.timeout as Any, new.rules.timeout as Any),
            ("retry", old.rules.retry as Any, new.rules.retry as Any),
            ("cache", old.rules.cache as Any, new.rules.cache as Any),
            ("idempotent", old.rules.idempotentMark != nil, new.rules.idempotentMark != nil),
            ("coalesce", old.rules.coalesceMark != nil, new.rules.coalesceMark != nil),
            ("common", old.rules.omitted, new.rules.omitted),
            ("limits", old.limits as Any, new.limits as Any),
        ] where !isSame(before, after) {
            add(.settingChanged, site.part(name), "changes")
        }
    }

    // MARK: Requests

    private func compareRequests(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        let forms = (old.bodyForm, new.bodyForm)
        let haveOneForm = forms.0 == forms.1 || forms.0 == nil || forms.1 == nil
        compareFields(
            Slot.parameters(old.parameters, withBody: haveOneForm),
            Slot.parameters(new.parameters, withBody: haveOneForm), site, .request)
        if !haveOneForm {
            add(.bodyFormChanged, site.part("body"), "is passed in another form")
            if let before = old.bodyType.flatMap(self.old.kind),
                let after = new.bodyType.flatMap(self.new.kind)
            {
                compare(before, after, site.part("body"), .request)
            }
        }
        let styles = (old.rules.style ?? .form, new.rules.style ?? .form)
        if styles.0 != styles.1 {
            add(
                .styleChanged, site.part("query"),
                "its style \(styles.0.rawValue) became \(styles.1.rawValue)")
        }
    }

    private func compareMediaTypes(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        if old.bodyForm != nil, new.bodyForm != nil {
            compare(
                old.mediaTypes(in: self.old.service), new.mediaTypes(in: self.new.service),
                site.part("body").at(old.sendsMark(or: site), nil),
                (.requestMediaTypeRemoved, .requestMediaTypeAdded), "of requests")
        }
        let policies = (old.response(in: self.old.service), new.response(in: self.new.service))
        let part = site.part("response")
        if policies.0?.word != policies.1?.word, old.output.hasBody, new.output.hasBody {
            add(
                .responsePolicyChanged, part,
                "the policy \(policies.0?.word ?? "of the client") became "
                    + "\(policies.1?.word ?? "that of the client")")
        }
        guard let before = policies.0, let after = policies.1 else { return }
        compare(
            old.accepted(by: before, in: self.old.service),
            new.accepted(by: after, in: self.new.service), part,
            (.responseMediaTypeRemoved, .responseMediaTypeAdded), "of responses")
    }

    private func compare(
        _ old: [String], _ new: [String], _ site: Site,
        _ rules: (removed: ChangeRule, added: ChangeRule), _ words: String
    ) {
        // Without a list, the type of the body decides.
        guard !old.isEmpty, !new.isEmpty else { return }
        for type in old where !new.contains(type) {
            add(rules.removed, site, "\(quoted(type)) is no media type \(words) any more")
        }
        for type in new where !old.contains(type) {
            add(rules.added, site, "\(quoted(type)) is a media type \(words)")
        }
    }

    // MARK: Steps

    /// Compares pages and the wait for operations.
    private func compareSteps(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        let pages: [ChangeRule] = [.pagesRemoved, .pagesAdded, .pagesChanged]
        let polls: [ChangeRule] = [.pollRemoved, .pollAdded, .pollChanged]
        for (name, before, after, marks, rules) in [
            (
                "pages", old.pages as Any, new.pages as Any, (old.pages?.mark, new.pages?.mark),
                pages
            ),
            ("poll", old.poll as Any, new.poll as Any, (old.poll?.mark, new.poll?.mark), polls),
        ] where !isSame(before, after) {
            let site = site.part(name).at(marks.0, marks.1)
            if marks.1 == nil {
                add(rules[0], site, "is removed")
            } else {
                add(
                    marks.0 == nil ? rules[1] : rules[2], site,
                    marks.0 == nil ? "is added" : "works in another way")
            }
        }
    }
}

extension EndpointSpec {
    /// The host and the path without the names of its parameters, and the method of JSON-RPC.
    fileprivate var address: String {
        var text = (rules.host?.text ?? "") + " " + (call?.text ?? "") + " "
        var depth = 0
        for character in path {
            if character == "}" { depth -= 1 }
            if depth == 0 { text.append(character) }
            if character == "{" { depth += 1 }
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
    fileprivate var bodyType: TypeExpression? {
        let fields = parameters.filter { $0.place.isInBody && $0.place != .original }
        if bodyForm == "fields" {
            return .inline(.object(fields.map(\.field), includes: []))
        }
        return bodyPlace == .wholeBody ? fields.first?.field.type : nil
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

    fileprivate func sendsMark(or site: Comparison.Site) -> SourceMark {
        sends.isEmpty ? site.old.mark : sendsMark
    }
}

extension ReturnsSpec {
    fileprivate var hasBody: Bool { !types.isEmpty }
}
