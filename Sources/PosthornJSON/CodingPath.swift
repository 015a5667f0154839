/// Formats coding paths and the errors of coders, without values.
package enum CodingPath {
    /// Returns a coding path in readable form: `data.orders[3].total`.
    ///
    /// The keys of a map are the server's data and may be personal, so they appear as `[*]`. The underlying
    /// error contains them.
    package static func text(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the top level" }
        return VisibleName.path(
            keys.map { key in
                if isMapKey(key) { return "[*]" }
                return key.intValue.map { "[\($0)]" } ?? "." + VisibleName.shown(key.stringValue)
            })
    }

    /// Returns whether a key belongs to a map, so that it is data.
    static func isMapKey(_ key: any CodingKey) -> Bool {
        // The standard library's key type for dictionaries is not public.
        key is MapKey || String(describing: type(of: key)) == "_DictionaryCodingKey"
    }

    /// Returns the path and the cause of an encoding error.
    package static func explain(_ error: any Error) -> String {
        switch error {
        case EncodingError.invalidValue(let value, let context):
            "\(text(context.codingPath)) has a value of \(type(of: value)) that JSON does not have"
        default: error.explained?.message ?? "an error of type \(type(of: error))"
        }
    }
}
