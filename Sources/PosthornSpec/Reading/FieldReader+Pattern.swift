/// Reads a name that ends in `*`, the start of the names of several header fields or query parameters.
extension FieldReader {
    func isPattern(_ wireName: String) -> Bool {
        wireName.utf8.last == UInt8(ascii: "*") && (place == .query || isHeader)
    }

    private var isHeader: Bool { place == .header || isReturned }

    /// Whether the fields are header fields of a response.
    private var isReturned: Bool { reserved.isSuperset(of: ReservedNames.returnedHeaders) }

    /// Reports a name with a `*` that can't stand for several names.
    func checkPattern(
        _ name: String, _ isPattern: Bool, _ details: [YAMLEntry], isOptional: Bool,
        _ entry: YAMLEntry
    ) -> Bool {
        guard isPattern else {
            guard isHeader else { return true }
            return refuse(
                entry.mark, "the '*' for several header fields ends the name", found: name,
                write: quoted(name.prefix { $0 != "*" } + "*"))
        }
        if name.dropLast().utf8.contains(UInt8(ascii: "*")) {
            return refuse(
                entry.mark, "a name has one '*', at its end", found: name,
                write: quoted(name.prefix { $0 != "*" } + "*"))
        }
        if isHeader, name == "*" {
            return refuse(
                entry.mark, "the names of several header fields have the same start", found: name,
                write: isReturned
                    ? "one as in 'X-*', or read all header fields with 'response(to:)'"
                    : "one as in 'X-*', or set those of a call with 'with { $0.header(…) }'")
        }
        if isReturned, isOptional {
            return refuse(
                entry.mark, "a map of header fields is empty without any", found: entry.key,
                write: quoted(name))
        }
        guard
            let other = details.first(where: { entry in
                ["secret", "const", "flag"].contains(entry.key)
                    || isReturned && entry.key == "default"
            })
        else { return true }
        return refuse(
            other.mark, "a map of several names has no '\(other.key)'", found: other.key,
            write: "'[String: String]' without it, or each name")
    }

    private func refuse(
        _ mark: SourceMark, _ rule: String, found: String, write: String
    ) -> Bool {
        reader.error(mark, rule, found: quoted(found), write: write)
        return false
    }
}
