/// A kind of message that the service sends to the servers of its users.
package struct WebhookSpec: Sendable, NamedSpec {
    /// The name, also that of the Swift function.
    package var name: String
    package var mark: SourceMark
    package var doc: String?
    package var type: TypeExpression
    package var typeMark: SourceMark
    /// The header field with the name of the event, or `nil` for none.
    package var event: String?
    package var eventMark: SourceMark
    /// How a message is verified.
    package var scheme: SchemeSpec
}
