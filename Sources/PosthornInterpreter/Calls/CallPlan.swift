@_spi(Generated) internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// What the static members of an interpreted endpoint need to know about their call.
///
/// A generated endpoint has a type of its own, and static members. All interpreted endpoints share a few types; a
/// task-local value tells them apart.
final class CallPlan: Sendable {
    @TaskLocal static var current: CallPlan?

    let spec: InterpretedSpec
    let endpoint: EndpointSpec

    /// Receives each state of an operation, and whether it is that of a failed one.
    let showState: InterpretedCall.StateObserver?
    /// How long an operation is polled, if that is shorter than what the spec says.
    let pollLimit: Duration?

    init(
        _ spec: InterpretedSpec, _ endpoint: EndpointSpec,
        showState: InterpretedCall.StateObserver? = nil, pollLimit: Duration? = nil
    ) {
        (self.spec, self.endpoint) = (spec, endpoint)
        (self.showState, self.pollLimit) = (showState, pollLimit)
    }

    static var name: String { current?.endpoint.fullName ?? "call" }

    /// Runs a call of this plan.
    func run<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await Self.$current.withValue(self) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await body()) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The policy of successful responses that have no policy of their own.
    var policy: ResponseSpec { endpoint.response(in: spec.service) ?? .builtIn(.jsonPolicy) }

    /// The comparison of a response with the spec.
    var checker: ValueChecker {
        var checker = ValueChecker(spec.table, .response)
        checker.refusesLimits = (endpoint.limits ?? spec.service.limits) == .refuse
        return checker
    }

    /// Whether `Accept` also lists `*/*`.
    var addsWildcardToAccept: Bool {
        switch endpoint.output {
        case .nothing: return true
        case .statuses, .headers:
            let types = endpoint.output.types
            return types.isEmpty || types.contains(where: isExplicitlyRaw)
        case .value, .bytes, .file, .events, .lines: return false
        }
    }

    /// Returns whether one status takes the raw body while others do not.
    func isExplicitlyRaw(_ type: TypeExpression) -> Bool {
        let own = endpoint.ownResponse(in: spec.service)
        let isImplied = own == nil || endpoint.response == nil && own?.givesData == false
        return isImplied && spec.service.takesAsItIs(type)
    }
}

extension BuiltInPolicy {
    /// The policy of JSON.
    static var jsonPolicy: BuiltInPolicy { ContentTypeSpec.Format.json.policy }

    /// How values of the policy are shown.
    var reading: Reading {
        switch word {
        case "json", "envelope": .json
        case "raw", "text": .text
        default: .bytes
        }
    }

    /// The form in which a response is read.
    enum Reading {
        case json, text
        /// A format that only Swift code reads, such as XML.
        case bytes
    }
}
