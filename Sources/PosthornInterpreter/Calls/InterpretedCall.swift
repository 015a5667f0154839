@_spi(Generated) package import PosthornCore
package import PosthornSpec

/// A call of an interpreted endpoint, whose arguments are checked.
package struct InterpretedCall: Sendable {
    let service: InterpretedService
    package let endpoint: EndpointSpec
    let arguments: BoundArguments

    /// A closure that receives the progress of a transfer.
    package typealias Progress = @Sendable (TransferProgress) -> Void

    /// How the response of a call arrives.
    package enum Delivery: Sendable {
        /// As a whole, in memory: ``InterpretedCall/send(_:)``.
        case whole
        /// In elements: ``InterpretedCall/stream(_:)``.
        case stream
        /// In a file: ``InterpretedCall/download(to:_:)``.
        case file
    }

    package var delivery: Delivery {
        if case .file = endpoint.output { return .file }
        return endpoint.output.isStreamed ? .stream : .whole
    }

    /// Whether the value is a text that is not JSON.
    package var returnsText: Bool { plan.policy.builtIn?.reading == .text }

    /// The names of the members whose values the spec hides.
    package var hiddenNames: Set<String> {
        service.spec.secrets.names(of: endpoint)
            .union(service.spec.secrets.names(among: service.spec.service.common))
    }

    /// The credentials that the call sends, in the order of the spec: how, and where their values come from.
    package var credentials: [(scheme: RequestBuilder.AuthScheme, source: AuthSpec.Source)] {
        let spec = service.spec.service
        guard let requires = endpoint.rules.requires ?? spec.usualRequires else { return [] }
        let schemes = spec.auth(for: requires)
        return spec.auth.compactMap { auth in
            guard let credential = service.strategies?.credentials[auth.name],
                let scheme = schemes?.scheme(named: auth.name)
            else { return nil }
            // The user can have the token itself.
            if case .text = credential.content { return (scheme, .client) }
            return (scheme, auth.source)
        }
    }

    private var plan: CallPlan { CallPlan(service.spec, endpoint) }

    private var request: RequestPlan { RequestPlan(plan: plan, arguments: arguments) }

    /// Builds the request, before it is sealed and signed; sends nothing.
    package func preparedRequest() async throws(APIError) -> TransportRequest {
        let request = request
        return try await request.plan.run { () async throws(APIError) in
            try await service.preparedRequest(for: InterpretedEndpoint(request: request))
        }
    }

    /// Sends the call, and collects its response.
    ///
    /// - Parameter progress: Receives the numbers of bytes while they are sent and received.
    package func send(
        _ progress: Progress? = nil
    ) async throws(InterpretedFailure) -> InterpretedResponse {
        let endpoint = InterpretedEndpoint(request: request)
        return try await endpoint.request.plan.run { () async throws(InterpretedFailure) in
            guard let progress else { return try await service.send(endpoint) }
            return try await Self.follow(service.task(for: endpoint), progress)
        }
    }

    /// Sends the call, and writes the response to a file.
    ///
    /// - Parameter destination: The location of the file, or a folder.
    package func download(
        to destination: DownloadOptions.Destination, _ progress: Progress? = nil
    ) async throws(InterpretedFailure) -> DownloadedFile {
        let endpoint = InterpretedDownload(request: request)
        return try await endpoint.request.plan.run { () async throws(InterpretedFailure) in
            try await Self.follow(service.task(for: endpoint, to: destination), progress)
        }
    }

    /// Awaits a call, reports its progress, and cancels it with the awaiting task.
    private static func follow<Value>(
        _ task: CallTask<Value, InterpretedFailure>, _ progress: Progress?
    ) async throws(InterpretedFailure) -> Value {
        let result = await withTaskCancellationHandler {
            let reporting = progress.map { progress in
                Task { for await update in task.progressUpdates { progress(update) } }
            }
            defer { reporting?.cancel() }
            do throws(InterpretedFailure) {
                return Result<Value, InterpretedFailure>.success(try await task.value)
            } catch {
                return .failure(error)
            }
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Sends the call for each page of the list, until the closure returns `false`.
    ///
    /// - Parameter limit: The number of pages after which the list fails.
    package func pages(
        limit: Int = 100_000, _ receive: (InterpretedResponse) async throws -> Bool
    ) async throws {
        let endpoint = InterpretedEndpoint(request: request)
        var pages = service.pages(endpoint, pageLimit: limit)
        while true {
            let page = try await endpoint.request.plan.run {
                () async throws(InterpretedFailure) -> InterpretedResponse? in
                try await pages.next()
            }
            guard let page, try await receive(page) else { return }
        }
    }
}
