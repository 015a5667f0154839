internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The pages of a list.
struct PageShapes {
    let endpoint: EndpointDraft
    let response: EndpointDraft.Response
    private let members: ResponseMembers
    let items: ResponseMembers.Member?
    let parameters: [FieldDraft]
    /// Whether an empty list may be a 204.
    private let mayBeMissing: Bool

    /// Returns `nil` for an endpoint that returns no list of JSON.
    init?(_ endpoint: EndpointDraft, returns: [EndpointDraft.Response]) {
        let present = returns.filter { !$0.isEmpty }
        guard ["GET", "POST"].contains(endpoint.operation.method), let response = present.only,
            case .json(let type, _) = response.content, !type.isNullable,
            !response.status.hasPrefix("3")
        else { return nil }
        (self.endpoint, self.response) = (endpoint, response)
        mayBeMissing = returns.count > present.count
        members = ResponseMembers(of: type)
        items = members.items
        if case .array = type {
        } else if items == nil {
            return nil
        }
        var parameters = endpoint.query
        if endpoint.operation.method == "POST" {
            switch endpoint.body {
            case .fields(let fields), .form(let fields): parameters += fields
            case .none, .value, .lines, .multipart, .upload: break
            }
        }
        self.parameters = parameters.filter {
            $0.constant == nil && !($0.isOptional && $0.type.isNullable)
        }
    }

    var proposal: Proposal? {
        guard response.headers.isEmpty else { return link }
        if let proposal = cursor ?? last { return proposal }
        guard endpoint.operation.method == "GET" else { return nil }
        return url ?? counted
    }

    func proposal(
        _ evidence: String, _ keys: [SpecMember], returns own: EndpointDraft.Response? = nil
    ) -> Proposal {
        let items = self.items.map { [SpecMember("items", .text($0.text))] } ?? []
        var returns = own
        if mayBeMissing {
            var page = own ?? response
            page.makeOptional()
            returns = page
        }
        return Proposal(
            .pages, evidence, [SpecMember("pages", .map(items + keys))],
            returns: returns.map { [$0] })
    }

    // MARK: Cursors

    private static let cursors: Set<String> = [
        "after", "aftercursor", "afterid", "continuationtoken", "continue", "cursor", "cursormark",
        "marker", "nextcursor", "nextmarker", "nextpagetoken", "nexttoken", "pageafter",
        "pagecursor", "pageid", "pagetoken", "paginationtoken", "pagingtoken", "startcursor",
        "startingafter", "startingtoken", "starttoken",
    ]
    private static let nextCursors: Set<String> = [
        "endcursor", "nextcontinuationtoken", "nextcursor", "nextcursormark", "nextmarker",
        "nextpagecursor", "nextpageid", "nextpagemarker", "nextpagetoken", "nexttoken",
    ]
    private static let nextPlaces: Set<String> = [
        "cursornext", "cursorsafter", "cursorsnext", "metaaftercursor", "nextafter",
        "nextpageoffset",
    ]

    private var cursor: Proposal? {
        let scalars = members.all.filter { $0.has("String") || $0.has("Int") || $0.has("UInt64") }
        var next = scalars.filter {
            Self.nextCursors.contains($0.word) || Self.nextPlaces.contains($0.words)
        }
        if next.isEmpty { next = scalars.filter(isNext) }
        if next.isEmpty { next = scalars.filter { $0.word == "nextpage" } }
        let pairs = next.flatMap { member in
            parameters(for: member).map { (member: member, parameter: $0) }
        }
        guard let pair = pairs.only else { return nil }
        return proposal(
            "pages from '\(pair.member.text)' into '\(pair.parameter.wireName)'",
            [
                SpecMember("next", .text(pair.member.text)),
                SpecMember("into", .text(pair.parameter.wireName)),
            ] + moreKey)
    }

    // MARK: Flags

    private static let flags: Set<String> = [
        "hasadditional", "hasmore", "hasmoreitems", "hasmorepages", "hasmoreresults", "hasnext",
        "hasnextpage", "istruncated", "more", "moreavailable", "moreresults", "truncated",
    ]

    /// The member that tells whether another page follows.
    var more: ResponseMembers.Member? {
        members.all.filter { Self.flags.contains($0.word) && $0.has("Bool") }.only
    }

    var moreKey: [SpecMember] { more.map { [SpecMember("more", .text($0.text))] } ?? [] }

    /// Returns whether a member whose name does not tell has the next cursor.
    private func isNext(_ member: ResponseMembers.Member) -> Bool {
        switch member.word {
        case "lastid": return more != nil
        case "oldestid": return more != nil
        case "next": return member.says("cursor", "token") && !member.says("url", "uri", "link")
        default:
            return Self.cursors.contains(member.word) && member.says("next", "subsequent")
        }
    }

    /// Returns the parameters that can take a cursor: the one of the same name, or all.
    private func parameters(for member: ResponseMembers.Member) -> [FieldDraft] {
        let names: Set<String> =
            switch member.word {
            case "lastid": Self.afterItem
            case "oldestid": Self.beforeItem
            case "nextpage": ["page"]
            default: Self.cursors
            }
        let fitting = parameters.filter { field in
            let word = ResponseMembers.word(field.wireName)
            return (names.contains(word) || member.words == "nextpageoffset" && word == "offset")
                && field.style == nil && member.has(field.type.wrapped.text)
        }
        let same = fitting.filter { field in
            let word = ResponseMembers.word(field.wireName)
            return member.word == word || member.word == "next" + word
        }
        return same.isEmpty ? fitting : same
    }

    // MARK: URLs and links

    private static let nextURLs: Set<String> = [
        "next", "nexthref", "nextlink", "nextpagelink", "nextpageuri", "nextpageurl",
        "nextrecordsurl", "nexturi", "nexturl", "odatanextlink",
    ]

    private var url: Proposal? {
        let next = members.all.filter { member in
            if member.word == "href" { return member.words == "nexthref" && member.path.count > 1 }
            guard Self.nextURLs.contains(member.word) else { return false }
            return member.has("URL") || member.has("String") && isURL(member)
        }
        guard let next = next.only, next.has("URL") || next.has("String") else { return nil }
        return proposal(
            "pages by the URL in '\(next.text)'", [SpecMember("url", .text(next.text))])
    }

    private func isURL(_ member: ResponseMembers.Member) -> Bool {
        guard member.word == "next" else { return true }
        let parents = Set(member.path.dropLast().map(ResponseMembers.word))
        return !parents.isDisjoint(with: ["links"]) || member.says("url", "uri")
    }

    /// The pages of the `Link` field, which the spec reads itself.
    private var link: Proposal? {
        guard endpoint.operation.method == "GET", let header = response.headers.only,
            header.wireName.lowercased() == "link"
        else { return nil }
        let isPaged = parameters.contains { parameter in
            let word = ResponseMembers.word(parameter.wireName)
            return Self.cursors.contains(word) || Self.pages.contains(word)
                || Self.limits.contains(word)
        }
        guard isPaged else { return nil }
        var own = response
        own.headers = []
        return proposal(
            "pages by the 'Link' field", [SpecMember("link", .plain("next"))], returns: own)
    }

    // MARK: Numbers

    private static let pages: Set<String> = ["page", "pageno", "pagenum", "pagenumber"]
    private static let offsets: Set<String> = ["offset", "skip", "startat"]
    private static let limits: Set<String> = [
        "count", "first", "limit", "maxresults", "pagelimit", "pagesize", "perpage", "size", "take",
        "top",
    ]
    private static let totals: Set<String> = [
        "itemstotal", "totalcount", "totalelements", "totalentries", "totalhits", "totalitems",
        "totalrecords", "totalresults",
    ]
    private static let pageTotals: Set<String> = [
        "lastpage", "numpages", "numberofpages", "pagecount", "pagestotal", "pagetotal",
        "totalpages",
    ]

    private var counted: Proposal? {
        let numbers = parameters.filter { $0.type.text == "Int" && $0.style == nil }
        func only(_ words: Set<String>) -> FieldDraft? {
            numbers.filter { words.contains(ResponseMembers.word($0.wireName)) }.only
        }
        func only(_ words: Set<String>) -> ResponseMembers.Member? {
            members.all.filter { words.contains($0.word) && $0.has("Int") }.only
        }
        let limit: FieldDraft? = only(Self.limits)
        let total: ResponseMembers.Member? = only(Self.totals)
        let pages: ResponseMembers.Member? = only(Self.pageTotals)
        var keys: [SpecMember] = []
        let evidence: String
        let page: FieldDraft? = only(Self.pages)
        let offset: FieldDraft? = only(Self.offsets)
        switch (page, offset) {
        case (let page?, nil) where !Self.countsFromZero(page):
            guard limit != nil || pages != nil || more != nil else { return nil }
            keys = [SpecMember("page", .text(page.wireName))]
            evidence = "pages by '\(page.wireName)'"
            if let pages { keys.append(SpecMember("pages", .text(pages.text))) }
        case (nil, let offset?):
            guard limit != nil || more != nil else { return nil }
            keys = [SpecMember("offset", .text(offset.wireName))]
            evidence = "pages by '\(offset.wireName)'"
        default: return nil
        }
        keys += moreKey
        // Without the number of all items, a page may be short and not the last one.
        if let limit, let total, keys.count == 1 {
            keys.append(SpecMember("limit", .text(limit.wireName)))
            keys.append(SpecMember("total", .text(total.text)))
        }
        return proposal(evidence, keys)
    }

    private static let zeros = [
        "0-based", "zero-based", "zero based", "0-indexed", "zero-indexed", "from 0", "from zero",
        "at 0", "at zero", "with 0", "page is 0", "page 0",
    ]

    private static func countsFromZero(_ page: FieldDraft) -> Bool {
        if page.node["default"]?.text == "0" || page.node["minimum"]?.text == "0" { return true }
        if page.node["default"]?.text == "1" || page.node["minimum"]?.text == "1" { return false }
        guard let doc = page.doc?.lowercased() else { return false }
        return zeros.contains(where: doc.hasPart)
    }
}

extension EndpointDraft.Response {
    /// Whether the response has neither a body nor header fields.
    fileprivate var isEmpty: Bool {
        if case .nothing = content { status == "204" && headers.isEmpty } else { false }
    }

    /// Lets the body be missing.
    fileprivate mutating func makeOptional() {
        if case .json(let type, let media) = content {
            content = .json(.optional(type), mediaTypes: media)
        }
    }
}
