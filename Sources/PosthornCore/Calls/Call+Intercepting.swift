extension Call {
    /// Runs an attempt inside the call's middleware, the outermost first.
    static func intercepting(_ exchange: inout Exchange) async throws {
        // The time that middleware takes counts, too.
        if let deadline = exchange.attemptDeadline ?? exchange.deadline {
            exchange.attemptDeadline = deadline
            exchange.limitTime(of: &exchange.request)
        }
        exchange.enter(.sending, with: exchange.request)
        try await intercepting(&exchange, by: exchange.middleware[...])
    }

    private static func intercepting(
        _ exchange: inout Exchange, by middleware: ArraySlice<any CallMiddleware>
    ) async throws {
        guard let first = middleware.first else { return try await attempt(&exchange) }
        let built = exchange.request
        do {
            let response = try await first.intercept(built) { request in
                await exchange.discardBody()
                exchange.request = request
                exchange.request.context = request.context ?? built.context
                exchange.restart()
                do {
                    try await intercepting(&exchange, by: middleware.dropFirst())
                } catch let error where !Self.isPassed(error) {
                    throw APIError.Cause(error, in: exchange.stage)
                }
                return exchange.response ?? TransportResponse(status: .ok)
            }
            try await exchange.replaceResponse(by: response)
        } catch let error where !isPassed(error) {
            throw APIError.Cause(
                .middlewareFailed,
                "the middleware \(type(of: first)) threw an error of type \(type(of: error))",
                advice: "look at the error in `underlying`", underlying: error)
        }
    }

    /// Whether middleware may throw an error that the call then throws as it is.
    private static func isPassed(_ error: any Error) -> Bool {
        error is TransportError || error is APIError.Cause || error is CancellationError
    }
}

extension Exchange {
    /// Continues with the response that middleware has returned.
    fileprivate mutating func replaceResponse(by response: TransportResponse) async throws {
        var response = response
        if !delivery.isWhole, body == nil || !response.body.isEmpty {
            let stream = TransportStream(response)
            if case .file(let download) = delivery {
                body = try await download.open(request, isResumable: false) {
                    (_) throws(TransportError) in stream
                }.body
            } else {
                body = stream.body
            }
            response.body.removeAll()
        }
        enter(.opening, with: response)
    }
}
