internal import PosthornSpec

/// The generator of the functions that verify and read webhooks.
enum WebhookBuilder {
    /// The service's property with the functions.
    static var property: Declaration {
        .function(
            "static var webhooks: Webhooks", nil,
            doc: [.text("Reads the messages that the service sends to your server.")],
            [.text("Webhooks()")])
    }

    static func declaration(_ context: GeneratorContext) -> Declaration {
        .type(
            "struct", "Webhooks", ["Sendable"],
            doc: [
                .text("The messages that the service sends to your server."),
                .text(
                    "The functions throw `notVerified` if no key has signed a message, `outsideTimeWindow` if its "
                        + "time is too far away, `replayed` if it was received before, `limitExceeded` if its "
                        + "body is too large, and `decodingFailed` if it is authentic and not the event."
                ),
            ], context.service.webhooks.map { function($0, context) })
    }

    private static func function(
        _ webhook: WebhookSpec, _ context: GeneratorContext
    ) -> Declaration {
        let scheme = webhook.scheme
        let making = Call(
            ".\(scheme.form.swiftName)",
            scheme.arguments.map { .init($0.name, SchemeCalls.spell($0.value)) })
        // A long argument would need lines of its own inside of the call.
        let isLong = !Wrapping.flat(making).fits(60)
        var arguments: [Call.Argument] = [
            .init("from", "request"), isLong ? .init("by", "scheme") : .init("by", making),
        ]
        if let event = webhook.event { arguments.append(.init("named", literal(event))) }
        let call = Call("keys.event", arguments)
        var function = Declaration.function(
            "func \(SwiftName.escaped(webhook.name))",
            ["from request: TransportRequest", "keys: WebhookKeys"],
            effects:
                "async throws(APIError.Cause) -> VerifiedEvent<\(TypeSpelling(context).spell(webhook.type))>",
            doc: [
                .text(webhook.doc ?? "Verifies a webhook, and reads its event."),
                .parameters([
                    (
                        "request",
                        "The request as it was received, with its URL and all of its body."
                    ),
                    ("keys", "Keys from `WebhookKeys.\(scheme.form.swiftName)(…)`."),
                ]),
            ],
            isLong
                ? [
                    .call(
                        prefix: "let scheme = ",
                        Call("WebhookScheme" + making.callee, making.arguments)),
                    .call(prefix: "return try await ", call),
                ] : [.call(prefix: "try await ", call)])
        function.isolation = "nonisolated(nonsending)"
        return function
    }
}
