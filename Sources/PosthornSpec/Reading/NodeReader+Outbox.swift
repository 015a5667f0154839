/// Reads how an outbox delivers a call.
extension NodeReader {
    func outbox(_ entry: YAMLEntry) -> OutboxSpec? {
        if case .scalar = entry.value.kind {
            return isTrue(entry) ? OutboxSpec(mark: entry.mark) : nil
        }
        guard
            let entries = entries(
                of: entry, holding: "'true', or 'key' and 'deadLetter'", as: "key: id"),
            checkKeys(of: entries, in: .outbox)
        else { return nil }
        guard let key = entries["key"] else {
            return refuse(
                entry.mark, "'outbox' is 'true', or names the parameter whose calls are in order",
                found: "no 'key'", write: "'outbox: true' or 'outbox: { key: id }'")
        }
        guard let name = text(of: key, as: "the name of a parameter") else { return nil }
        var outbox = OutboxSpec(mark: entry.mark, key: TypeName(name, mark: key.value.mark))
        guard let letter = entries["deadLetter"] else { return outbox }
        guard let word = text(of: letter, as: "'block' or 'skip'") else { return nil }
        guard ["block", "skip"].contains(word) else {
            return refuse(
                letter.value.mark,
                "a call that can't be delivered holds its key, or is passed over",
                found: quoted(word), write: "'block' or 'skip'")
        }
        outbox.blocksKey = word == "block"
        return outbox
    }
}
