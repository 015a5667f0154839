internal import PosthornSpec

extension KeyForm {
    /// The form as text: words stand for themselves, and `<…>` for a value.
    var notation: String {
        switch self {
        case .scalar(let said, _, _), .number(let said, _): "<\(said)>"
        case .words(let words): words.joined(separator: " | ")
        case .truth(let truth): "\(truth)"
        case .nothing: "<nothing>"
        case .list(let item, _, _): "[\(item.notation)]"
        case .map(let name, let value, _, _): "{ \(name.nameNotation): \(value.notation) }"
        case .group(.endpoint): "<endpoint>"
        case .group(let place): "{ \(place.keys.joined(separator: ", ")) }"
        case .oneOf(let forms): forms.map(\.notation).joined(separator: " | ")
        case .type, .declaration: "<type>"
        case .field: "<field>"
        }
    }

    private var nameNotation: String {
        if case .scalar("text", _, _) = self { "<name>" } else { notation }
    }
}
