/// Reads webhooks.
extension NodeReader {
    func webhook(_ entry: YAMLEntry) -> WebhookSpec? {
        guard isDeclarable(entry, "webhook", ["init", "self"], as: "event", ending: "Event"),
            let entries = entries(
                of: entry, holding: "'type' and 'verify'",
                as: "type: ShopEvent' and 'verify: standard-webhooks")
        else { return nil }
        let isFine = checkKeys(of: entries, in: .webhook)
        guard let type = entries["type"], let verify = entries["verify"] else {
            // A misspelled key may stand for the missing one.
            guard isFine else { return nil }
            let missing = entries["type"] == nil ? "type" : "verify"
            return refuse(
                entry.mark, "a webhook has a type and a scheme that verifies it",
                found: "no '\(missing)'",
                write: missing == "type" ? "'type: ShopEvent'" : "'verify: standard-webhooks'")
        }
        guard let expression = self.type(of: type.value, key: type),
            let scheme = scheme(verify, for: .webhook)
        else { return nil }
        let named = entries["event"]
        let event = named.flatMap(token)
        guard (event == nil) == (named == nil) else { return nil }
        return WebhookSpec(
            name: entry.key, mark: entry.mark, doc: doc(entries), type: expression,
            typeMark: type.value.mark, event: event, eventMark: named?.mark ?? entry.mark,
            scheme: scheme)
    }
}
