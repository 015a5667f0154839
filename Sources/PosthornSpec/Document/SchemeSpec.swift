/// A scheme of signing that a spec names, with the values of its parameters.
package struct SchemeSpec: Sendable {
    package var form: SchemeForm
    package var mark: SourceMark
    /// The parameters that the spec gives, in the order of the form.
    package var arguments: [(name: String, value: Value)]

    /// The value of a parameter.
    package enum Value: Sendable {
        case text(String)
        case list([String])
        case time(DurationSpec)
    }
}

/// A row of a table of schemes.
package struct SchemeForm: Sendable {
    /// The name in a spec.
    package let name: String
    /// The name in Swift, which takes the parameters as arguments with their names.
    package let swiftName: String
    /// The keys of the parameters, in the order of the Swift arguments.
    package let parameters: [String]
    /// The parameters without a default.
    let required: [String]

    init(_ name: String, _ swiftName: String, _ parameters: [String], required: [String] = []) {
        (self.name, self.swiftName) = (name, swiftName)
        (self.parameters, self.required) = (parameters, required)
    }

    /// The schemes by which webhooks are verified.
    static let webhooks = [
        SchemeForm("standard-webhooks", "standardWebhooks", ["prefix", "window"]),
        SchemeForm("stripe", "stripe", ["header", "window"]),
        SchemeForm("github", "github", ["header"]),
        SchemeForm(
            "http-message-signature", "httpMessageSignature", ["covers", "tag", "window"]),
        SchemeForm("query-secret", "querySecret", ["query"], required: ["query"]),
    ]
}
