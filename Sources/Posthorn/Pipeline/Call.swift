/// One call of one endpoint.
struct Call<E: EndpointRequest>: Sendable {
    let endpoint: E
    var service: any APIService
    let server: String?
    /// Where the next page is, if it is not where the endpoint's path leads.
    var link: PageLink?
    /// Tells the observers; `nil` without any.
    let watch: CallWatch?

    init(_ endpoint: E, of service: any APIService, server: String?) {
        self.endpoint = endpoint
        self.service = service
        self.server = server
        watch = CallWatch(E.name, service.configuration.observers)
    }

    init<Service: APIService>(_ endpoint: E, of service: Service) {
        self.endpoint = endpoint
        self.service = service
        server = service.configuration.server ?? Service.server
        watch = CallWatch(E.name, service.configuration.observers)
    }

    /// The request as built, for inspection.
    func built() throws(APIError) -> BuiltRequest {
        do {
            return try plan().request
        } catch {
            throw CallProgress().error(error, endpoint: E.name)
        }
    }

    /// The request as built with the parameters that are asked for at each call.
    func prepared() async throws(APIError) -> BuiltRequest {
        do {
            return try await resolved().plan().request
        } catch {
            throw CallProgress().error(error, endpoint: E.name)
        }
    }

    func validate(_ response: ReceivedResponse, _ progress: CallProgress) throws {
        guard !response.policy.accepts(response.status) else { return }
        var unaccepted = APIError.Cause.status(response)
        var refused = response
        refused.error = progress.error(unaccepted, endpoint: E.name)
        do {
            guard let failure = try E.Failure.decode(from: refused, refusedBy: unaccepted) else {
                // The second thing that is wrong is a cause of its own, behind the first.
                do { try MediaType.require(response.policy.mediaTypes, in: response) } catch {
                    unaccepted.underlying = error
                }
                throw unaccepted
            }
            throw failure
        } catch let failure as E.Failure {
            throw failure
        } catch let fault as APIError.Cause where fault.code == unaccepted.code {
            throw fault
        } catch {
            throw unaccepted.because("its body is not the documented one", error)
        }
    }

    func failure(_ error: any Error, _ progress: CallProgress) -> E.Failure {
        if let documented = error as? E.Failure, progress.stage == .validating,
            let response = progress.response
        {
            watch?.tell(.refused(response))
            return documented
        }
        let error = progress.error(error, endpoint: E.name)
        watch?.tell(.failed(error))
        return .other(error)
    }
}

extension Call where E: Endpoint {
    /// Runs build → authorize → seal → transport → open → validate → decode.
    ///
    /// Opening comes before validating, so that a sealed 4xx is readable; an unaccepted status is
    /// still decoded into the failure that the spec documents for it.
    func run() async throws(E.Failure) -> Response<E.Output> {
        var progress = CallProgress()
        var taken: Plan?
        do {
            var plan = try await resolved().plan()
            if plan.fallback != nil { taken = plan }
            let credential = try await plan.request.authorize(by: service)
            watch?.tell(.built(plan.request))
            let exchange = try await exchange(plan, carrying: credential, &progress)
            var response = ReceivedResponse(exchange.answer, policy: plan.policy)
            response.lowerPolicies = plan.lowerPolicies
            progress.enter(.opening, with: response)
            try await plan.cipher.open(&response, to: exchange.request)
            watch?.tell(.answered(response))
            progress.enter(.validating, with: response)
            try validate(response, progress)
            progress.enter(.decoding, with: response)
            let value = try output(from: response, &progress)
            watch?.tell(.succeeded(response))
            return Response(value, response)
        } catch {
            let failure = failure(error, progress)
            guard let taken, error is APIError || !(error is E.Failure),
                let response = await substitute(progress.error(error, endpoint: E.name), taken)
            else { throw failure }
            return response
        }
    }

    /// An answer in place of a failed call's, if the caller has one and it can be read.
    private func substitute(_ error: APIError, _ plan: Plan) async -> Response<E.Output>? {
        guard error.code != .cancelled, error.stage != .building, error.stage != .sealing,
            let kept = await plan.fallback?(error)
        else { return nil }
        var response = ReceivedResponse(kept, policy: plan.policy)
        response.isSubstitute = true
        guard plan.policy.accepts(response.status), let value = try? E.output(from: response) else {
            return nil
        }
        watch?.tell(.succeeded(response))
        return Response(value, response)
    }
}
