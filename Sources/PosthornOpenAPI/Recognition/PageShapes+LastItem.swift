internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The pages whose cursor is the id of an item.
extension PageShapes {
    static let afterItem: Set<String> = [
        "after", "afterid", "lastid", "startafter", "startafterid", "startingafter",
    ]
    static let beforeItem: Set<String> = [
        "before", "beforeid", "endbefore", "endingbefore", "olderthan", "olderthanid",
    ]

    /// The pages whose cursor is the id of the last item, which need the flag, or words that say so.
    var last: Proposal? {
        let list = items?.type ?? response.content.type
        guard case .array(let item)? = list,
            let id = item.declaredType?.shape?.fields.first(where: { $0.wireName == "id" }),
            id.constant == nil, ["String", "Int"].contains(id.type.wrapped.text)
        else { return nil }
        func fitting(_ names: Set<String>) -> [FieldDraft] {
            parameters.filter { field in
                names.contains(ResponseMembers.word(field.wireName)) && field.style == nil
                    && field.type.wrapped.text == id.type.wrapped.text
            }
        }
        let forward = fitting(Self.afterItem)
        let parameter =
            forward.isEmpty
            ? fitting(Self.beforeItem).only.flatMap { leadsBack(by: $0) ? $0 : nil }
            : forward.only.flatMap { more != nil || takesLastItem($0) ? $0 : nil }
        guard let parameter else { return nil }
        return proposal(
            "pages from the 'id' of the last item into '\(parameter.wireName)'",
            [
                SpecMember("last", .plain("id")),
                SpecMember("into", .text(parameter.wireName)),
            ] + moreKey)
    }

    /// Returns whether the documentation of a parameter says that it takes the id of a page's last item.
    private func takesLastItem(_ parameter: FieldDraft) -> Bool {
        guard let doc = parameter.doc?.lowercased() else { return false }
        return Self.lastItems.contains(where: doc.hasPart)
            && ["next page", "previous"].contains(where: doc.hasPart)
    }

    private static let lastItems = [
        "ending with", "last element", "last entry", "last item", "last object", "last record",
        "last result",
    ]

    /// Returns whether a list begins with the newest item, and a parameter takes the oldest one so far.
    ///
    /// With an order of its own, `before` leads to the page before, as in Stripe.
    private func leadsBack(by parameter: FieldDraft) -> Bool {
        guard more != nil, let doc = parameter.doc?.lowercased(),
            Self.older.contains(where: doc.hasPart), !doc.hasPart("previous page")
        else { return false }
        let node = endpoint.operation.node
        let texts = [node["summary"], node["description"]].compactMap { $0?.text.lowercased() }
        return (texts + [doc]).contains { text in Self.newest.contains(where: text.hasPart) }
    }

    private static let older = [
        "created before", "earlier than", "messages before", "older", "posted before",
        "sent before",
    ]
    private static let newest = [
        "latest first", "most recent first", "newest first", "newest to oldest",
        "reverse chronological", "starting with the most recent", "starting with the newest",
    ]
}
