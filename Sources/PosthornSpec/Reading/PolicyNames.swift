/// The names that `response:` can have.
enum PolicyNames {
    static let known = EndpointSpec.Response.allCases.map(\.rawValue)

    static func refuse(_ name: String, at mark: SourceMark, reader: NodeReader) {
        if let meant = Suggestion.closest(to: name, among: known) {
            reader.error(
                mark, "unknown response policy", found: quoted(name),
                write: "\(quoted(meant)), if you mean that")
        } else {
            reader.error(
                mark, "unknown response policy", found: quoted(name), write: quotedList(known))
        }
    }
}
