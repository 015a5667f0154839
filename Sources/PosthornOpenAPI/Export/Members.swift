package import PosthornFormat
internal import PosthornSpec

typealias Members = [SpecMember]

extension Members {
    init(_ members: KeyValuePairs<String, SpecValue>) {
        self = members.map { SpecMember($0, $1) }
    }

    /// Adds a member, unless it has no value.
    mutating func add(_ key: String, _ value: SpecValue?) {
        if let value { append(SpecMember(key, value)) }
    }

    mutating func add(_ key: String, if isTrue: Bool) {
        if isTrue { append(SpecMember(key, .plain("true"))) }
    }

    /// Adds a text, unless there is none.
    mutating func add(_ key: String, text: String?) { add(key, text.map(SpecValue.exact)) }
}

extension SpecValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(arrayLiteral items: SpecValue...) { self = .list(items) }
    package init(dictionaryLiteral members: (String, SpecValue)...) {
        self = .map(members.map { SpecMember($0, $1) })
    }

    /// Returns a list of texts.
    static func texts(_ texts: [String]) -> SpecValue { .list(texts.map(exact)) }
}
