/// Checks names that end in `*`, the start of the names of several header fields or query parameters.
///
/// ``HeaderNames`` calls it.
enum NamePatterns {
    /// The header fields that a map can't set, because the client sets them or has an option for them.
    private static let own = HeaderNames.ownedByClient.union([
        "accept-encoding", "authorization", "cookie", "proxy-authorization",
    ])

    /// Reports a map that could set a header field of the client.
    static func checkOwn(_ field: FieldSpec, _ prefix: String, _ log: FileLog) {
        guard let name = own.filter({ $0.hasPrefix(prefix) }).min() else { return }
        log.error(
            field.mark, "a map of header fields can't set those of the client",
            found: "\(quoted(field.wireName)), which could set '\(name)'",
            write: "more of the names before the '*', as in '\(field.wireName.dropLast())x-*'")
    }

    /// Reports two maps that could have the same names.
    static func check(_ parameters: [ParameterSpec], _ log: FileLog) {
        for (index, parameter) in parameters.enumerated() {
            guard let prefix = prefix(of: parameter) else { continue }
            for other in parameters[..<index] where other.place == parameter.place {
                guard let first = self.prefix(of: other),
                    first.hasPrefix(prefix) || prefix.hasPrefix(first)
                else { continue }
                log.error(
                    parameter.field.mark, "two maps can't have the same names",
                    found: "\(quoted(parameter.field.wireName)) beside "
                        + quoted(other.field.wireName),
                    write: "one of the two")
            }
        }
    }

    static func checkCommon(_ parameters: [ParameterSpec], _ log: FileLog) {
        for field in parameters.lazy.map(\.field) where field.traits.isPattern {
            log.error(
                field.mark, "a common parameter has a whole name", found: quoted(field.wireName),
                write: "no such map here, and one in each endpoint that has it")
        }
    }

    private static func prefix(of parameter: ParameterSpec) -> String? {
        parameter.field.prefix.map {
            parameter.place == .header ? $0.lowercased() : String($0)
        }
    }
}
