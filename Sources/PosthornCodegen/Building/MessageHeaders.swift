internal import PosthornSpec

/// The header fields of one status or of one documented error, as labelled values of its case.
struct MessageHeaders {
    private let fields: [FieldModel]

    init(_ fields: [FieldSpec], _ context: GeneratorContext) {
        // Their types are declared, so that no owner names them.
        self.fields = fields.map { FieldModel($0, owner: "", context: context) }
    }

    /// The associated values of the case, in parentheses; empty without any.
    func payload(after values: [String]) -> String {
        let all = values + fields.map(\.associatedValue)
        return all.isEmpty ? "" : "(\(all.joined(separator: ", ")))"
    }

    /// The arguments that read the values from `response`.
    var arguments: [Call.Argument] { fields.map { Self.argument($0, among: fields) } }

    /// Returns the argument that reads a header field from `response`.
    ///
    /// - Parameter fields: All header fields of the message.
    static func argument(_ field: FieldModel, among fields: [FieldModel]) -> Call.Argument {
        if let prefix = field.spec.prefix {
            let names = fields.map(\.wireName)
            let call = Call(
                "response.header",
                NamePatternCalls.prefix(prefix, isHeader: true, besides: names))
            return .init(SwiftName.argumentLabel(field.plainName), Wrapping.flat(call))
        }
        // Header fields hold data in base64 by default.
        let format =
            field.spec.type.textFormat ?? (field.spec.type.scalar == .data ? ".base64" : nil)
        let ending = format.map { ", as: \($0)" } ?? ""
        var value = "response.header(\(literal(field.wireName))\(ending))"
        if !field.isOptional, let fallback = field.defaultText { value += " ?? \(fallback)" }
        return .init(SwiftName.argumentLabel(field.plainName), value)
    }
}
