/// The values of curl's options for data, such as `-d` and `--data-urlencode`.
struct CurlData {
    private enum Part {
        /// A text that is sent as it is.
        case text(String)
        /// A name with a value, which curl encodes; no value for that of a file.
        case pair(Sample.Pair)
    }

    private var parts: [Part] = []
    /// Whether all data is that of a file.
    private(set) var hasFile = false
    /// Whether a value has no name, so that it is no parameter.
    private(set) var hasNameless = false

    var isEmpty: Bool { parts.isEmpty }

    /// Adds the value of `-d` or, if it is raw, of `--data-raw`.
    mutating func add(_ text: String, isRaw: Bool = false) {
        if text.hasPrefix("@"), !isRaw { hasFile = true } else { parts.append(.text(text)) }
    }

    /// Adds the value of `--data-urlencode`: `value`, `=value`, `name=value`, `@file` or `name@file`.
    mutating func addEncoded(_ text: String) {
        guard let index = text.firstIndex(where: { $0 == "=" || $0 == "@" }) else {
            hasNameless = true
            return
        }
        let name = String(text[..<index])
        let isFile = text[index] == "@"
        if name.isEmpty {
            if isFile { hasFile = true } else { hasNameless = true }
        } else {
            let value = isFile ? nil : String(text[text.index(after: index)...])
            parts.append(.pair(Sample.Pair(name: name, value: value)))
        }
    }

    /// The parameters of a query or a form.
    var pairs: [Sample.Pair] {
        parts.flatMap { part in
            switch part {
            case .text(let text): FormText.pairs(text)
            case .pair(let pair): [pair]
            }
        }
    }

    /// Returns the body of a request with a media type, which is a form unless a header field has another one.
    func body(_ mediaType: String?, report: (String) -> Void) -> Sample.Body? {
        let texts = parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
        let text = texts.joined(separator: "&")
        let first = text.first { !$0.isWhitespace }
        // Without a header field, curl names JSON a form too.
        let type =
            mediaType ?? (first == "{" || first == "[" ? "" : "application/x-www-form-urlencoded")
        let isForm = type.prefix { $0 != ";" } == "application/x-www-form-urlencoded"
        return isForm ? .form(pairs) : BodyReader.read(text, type, report: report)
    }
}
