/// Reads the credentials that a service or an endpoint requires.
extension NodeReader {
    private static let forms =
        "'user', '[user, key]' for one of the two, or '[[key, partner]]' for both"

    /// Reads `user`, `none`, or a list of alternatives such as `[user, [key, partner]]`.
    func requires(_ entry: YAMLEntry) -> RequiresSpec? {
        guard case .sequence(let items) = entry.value.kind else {
            return alternative(entry.value, of: entry).map {
                RequiresSpec(alternatives: [$0], mark: entry.value.mark)
            }
        }
        let alternatives = items.compactMap { alternative($0, of: entry) }
        guard !items.isEmpty else {
            return refuse(
                entry.value.mark, "'requires' has credentials", found: "an empty list",
                write: "'none' for no credential, or no 'requires'")
        }
        guard alternatives.count == items.count else { return nil }
        return RequiresSpec(alternatives: alternatives, mark: entry.value.mark)
    }

    /// Reads one alternative: a credential, `none`, or a list of credentials.
    private func alternative(
        _ node: YAMLNode, of entry: YAMLEntry
    ) -> (needs: [RequiresSpec.Need], mark: SourceMark)? {
        switch node.kind {
        case .scalar("none", _): return ([], node.mark)
        case .scalar, .mapping:
            return needs(node, of: entry).map { ($0, node.mark) }
        case .sequence(let items):
            let needs = items.compactMap { self.needs($0, of: entry) }
            guard needs.count == items.count, !items.isEmpty else {
                return items.isEmpty
                    ? refuse(
                        node.mark, "an alternative has credentials", found: "an empty list",
                        write: "'none' for no credential") : nil
            }
            return (needs.flatMap(\.self), node.mark)
        }
    }

    /// Reads `user`, or `{ user: ["orders:read"] }` with scopes of OAuth 2.
    private func needs(_ node: YAMLNode, of entry: YAMLEntry) -> [RequiresSpec.Need]? {
        switch node.kind {
        case .scalar(let name, _) where !node.isEmpty && name != "none":
            return [RequiresSpec.Need(name: name, mark: node.mark)]
        case .mapping(let entries) where !entries.isEmpty:
            let needs = entries.compactMap { entry -> RequiresSpec.Need? in
                guard case .sequence(let items) = entry.value.kind,
                    items.allSatisfy({ $0.text != nil })
                else {
                    return refuse(
                        entry.place, "a credential of 'requires' has a list of scopes",
                        found: entry.value.summary, write: "'[\"orders:read\"]' or other scopes")
                }
                return RequiresSpec.Need(
                    name: entry.key, mark: entry.mark,
                    scopes: items.map { TypeName($0.text ?? "", mark: $0.mark) })
            }
            return needs.count == entries.count ? needs : nil
        default:
            return refuse(
                node.isEmpty ? entry.mark : node.mark,
                "'requires' lists alternatives of credentials",
                found: node.text == "none" ? "'none' beside a credential" : node.summary,
                write: Self.forms)
        }
    }
}
