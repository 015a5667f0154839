@_spi(Generated) internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// A call that starts an operation, whose states and result are responses.
struct InterpretedOperation: PolledEndpoint {
    typealias Output = InterpretedResponse?
    typealias PolledState = InterpretedResponse
    typealias Failure = InterpretedFailure

    static var name: String { CallPlan.name }
    static var addsWildcardToAccept: Bool { CallPlan.current?.addsWildcardToAccept ?? false }
    static var pollInterval: Duration { poll?.interval?.duration ?? .seconds(1) }
    static var pollTimeout: Duration {
        let own = poll?.timeout?.duration ?? .seconds(3600)
        return min(own, CallPlan.current?.pollLimit ?? own)
    }
    static var valueHeader: String? {
        if case .place(.header(let name), _, _)? = poll?.value { name } else { nil }
    }

    private static var poll: PollSpec? { CallPlan.current?.endpoint.poll }

    let request: RequestPlan

    func build(_ request: inout RequestBuilder) { self.request.build(&request) }

    static func preparePoll(_ request: inout RequestBuilder) {
        guard let plan = CallPlan.current else { return }
        RequestPlan(plan: plan, arguments: BoundArguments()).preparePoll(&request)
    }

    // MARK: Responses

    static func output(from response: CallResponse) throws -> InterpretedResponse? {
        if poll?.until == nil { return try stateUnlessAccepted(response) }
        if case .header(let name)? = poll?.at, let field = HTTPField.Name(name),
            response.raw.headers[field] != nil
        {
            return nil
        }
        return try InterpretedEndpoint.output(from: response)
    }

    static func state(from response: CallResponse) throws -> InterpretedResponse? {
        if poll?.until == nil { return try stateUnlessAccepted(response) }
        return try InterpretedEndpoint.output(from: response)
    }

    private static func stateUnlessAccepted(
        _ response: CallResponse
    ) throws -> InterpretedResponse? {
        response.raw.status == .accepted ? nil : try InterpretedEndpoint.output(from: response)
    }

    static func value(from response: CallResponse) throws -> InterpretedResponse {
        guard case .place(_, let type, _)? = poll?.value, let plan = CallPlan.current else {
            throw response.unexpectedStatus()
        }
        return try InterpretedResponse(response, returning: type, plan)
    }

    // MARK: States

    static func place(of state: InterpretedResponse?) -> OperationPlace {
        poll.map { place($0.at, state) } ?? .url(nil)
    }

    private static func place(
        _ place: PollSpec.Place, _ state: InterpretedResponse?
    ) -> OperationPlace {
        func text(_ name: TypeName) -> String? {
            PageItems.member(name.text, of: state?.value ?? .null)?.scalarText
        }
        switch place {
        case .header(let name): return .header(name)
        case .member(let name): return .url(text(name))
        case .path(let template, let names):
            let values = names.map { ($0.text, text($0) as (any ParameterValue)?) }
            return .path(template, Dictionary(values, uniquingKeysWith: { first, _ in first }))
        }
    }

    static func outcome(of state: InterpretedResponse) -> OperationOutcome<InterpretedResponse> {
        let outcome = readOutcome(of: state)
        let hasFailed = if case .failed = outcome { true } else { false }
        CallPlan.current?.showState?(state, hasFailed)
        return outcome
    }

    private static func readOutcome(
        of state: InterpretedResponse
    ) -> OperationOutcome<InterpretedResponse> {
        guard let poll, let until = poll.until else { return .ended(state) }
        switch poll.fails {
        case .condition(let condition)?: if state.meets(condition) { return .failed }
        case .present(let name)?:
            let member = PageItems.member(name.text, of: state.value ?? .null)
            if member.map({ !$0.isNull }) == true { return .failed }
        case nil: break
        }
        guard state.meets(until) else { return .running }
        switch poll.value {
        case nil: return .ended(state)
        case .member(let name): return .ended(state.member(name.text))
        case .place(let place, _, _): return .endedAt(self.place(place, state))
        }
    }
}

extension InterpretedResponse {
    /// Whether a member has one of the values of a condition.
    fileprivate func meets(_ condition: PollSpec.Condition) -> Bool {
        let text = PageItems.member(condition.member.text, of: value ?? .null)?.scalarText
        return condition.values.contains { text.map { .text($0) } == $0.value }
    }

    /// Returns the response with one of its members as the value; `nil` if there is none.
    fileprivate func member(_ name: String) -> InterpretedResponse? {
        guard let member = PageItems.member(name, of: value ?? .null), !member.isNull else {
            return nil
        }
        var found = self
        found.value = member
        found.ordered = ordered.flatMap { PageItems.member(name, of: $0) } ?? .value(member)
        return found
    }
}

extension InterpretedCall {
    /// A closure that receives a state of an operation, and whether it is that of a failed one.
    package typealias StateObserver = @Sendable (InterpretedResponse, _ hasFailed: Bool) -> Void

    /// Sends the call, and polls the operation that it starts until the end.
    ///
    /// - Parameters:
    ///   - limit: The time after which polling ends with `timedOut`; that of the spec if it is shorter, or for `nil`.
    ///   - showState: Receives each state, the last one included.
    /// - Returns: The result of the operation.
    package func runOperation(
        limit: Duration? = nil, _ showState: @escaping StateObserver
    ) async throws(InterpretedFailure) -> InterpretedResponse {
        let plan = CallPlan(service.spec, endpoint, showState: showState, pollLimit: limit)
        let request = RequestPlan(plan: plan, arguments: arguments)
        return try await plan.run { () async throws(InterpretedFailure) in
            try await service.startOperation(InterpretedOperation(request: request)).value
        }
    }
}
