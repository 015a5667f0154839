package import FoundationEssentials
@_spi(Generated) package import PosthornCore
package import PosthornSamples
internal import PosthornSpec

extension InterpretedCall {
    /// An element of a streamed response.
    package enum Element: Sendable {
        /// A server-sent event, with what is not as the spec says.
        case event(type: String, id: String, OrderedJSON, [Deviation])
        /// A line, with what is not as the spec says.
        case line(OrderedJSON, [Deviation])
        case bytes(Data)
    }

    /// Sends the call, and passes on the elements of the response as they arrive.
    ///
    /// - Returns: The head of the response.
    package func stream(
        _ receive: (Element) async throws -> Void
    ) async throws -> TransportResponse {
        let plan = CallPlan(service.spec, endpoint)
        let request = RequestPlan(plan: plan, arguments: arguments)
        let result = await CallPlan.$current.withValue(plan) {
            () async -> Result<TransportResponse, any Error> in
            do {
                switch endpoint.output {
                case .events(let type):
                    return .success(try await events(of: type, request, receive))
                case .lines(let type): return .success(try await lines(of: type, request, receive))
                default:
                    let endpoint = InterpretedStream<ByteStream>(request: request)
                    let response = try await service.response(to: endpoint)
                    for try await piece in response.value { try await receive(.bytes(piece)) }
                    return .success(response.raw)
                }
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func events(
        of type: TypeExpression, _ request: RequestPlan, _ receive: (Element) async throws -> Void
    ) async throws -> TransportResponse {
        guard !isText(type) else {
            let endpoint = InterpretedStream<EventStream<String>>(request: request)
            let response = try await service.response(to: endpoint)
            for try await event in response.value.events {
                try await receive(
                    .event(type: event.type, id: event.id, .value(.string(event.value)), []))
            }
            return response.raw
        }
        let endpoint = InterpretedStream<EventStream<StreamedValue>>(request: request)
        let response = try await service.response(to: endpoint)
        let types = service.spec.types
        let union: UnionSpec? =
            if case .union(let union)? = type.kind(in: types), union.isByEvent { union } else {
                nil
            }
        let checker = ValueChecker(service.spec.table, .response)
        for try await event in response.value.events {
            let element =
                union.map { union in
                    union.cases.first { $0.tags.contains(event.type) }?.type
                } ?? type
            let json = event.value.json
            let found = element.map { checker.deviations(of: json, from: $0) } ?? []
            let value = element.map { arranging.arranged(json, $0) }
            try await receive(
                .event(type: event.type, id: event.id, value ?? .value(json), found))
        }
        return response.raw
    }

    private func lines(
        of type: TypeExpression, _ request: RequestPlan, _ receive: (Element) async throws -> Void
    ) async throws -> TransportResponse {
        guard !isText(type) else {
            let endpoint = InterpretedStream<LineStream<String>>(request: request)
            let response = try await service.response(to: endpoint)
            for try await line in response.value {
                try await receive(.line(.value(.string(line)), []))
            }
            return response.raw
        }
        let endpoint = InterpretedStream<LineStream<JSONValue>>(request: request)
        let response = try await service.response(to: endpoint)
        let checker = ValueChecker(service.spec.table, .response)
        for try await line in response.value {
            let found = checker.deviations(of: line, from: type)
            try await receive(.line(arranging.arranged(line, type), found))
        }
        return response.raw
    }

    private var arranging: Arranging { Arranging(table: service.spec.table, isPartial: true) }

    /// Whether the elements are texts that are not JSON.
    private func isText(_ type: TypeExpression) -> Bool {
        let policy = CallPlan(service.spec, endpoint).policy.builtIn
        return type.wrapped.scalar == .string && policy?.reading == .text
    }
}

/// The data of an event, which need not be JSON in a union that the name of the event tells apart.
private struct StreamedValue: JSONEvent {
    let json: JSONValue

    init(event: String, json: inout JSONReader) throws {
        let isByEvent =
            if case .events(let type)? = CallPlan.current?.endpoint.output,
                case .union(let union)? = type.kind(in: CallPlan.current?.spec.types ?? [:])
            {
                union.isByEvent
            } else {
                false
            }
        self.json = isByEvent ? try json.eventData() : try JSONValue(json: &json)
    }

    init(json: inout JSONReader) throws { self.json = try JSONValue(json: &json) }

    func write(json: inout JSONWriter) throws { try self.json.write(json: &json) }
}
