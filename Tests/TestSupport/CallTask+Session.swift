import PosthornCurl

// The members of a session's task, for tests of calls that are one from the start.
extension CallTask {
    package var own: SessionTask {
        guard let sessionTask else { fatalError("the call has no task in a session") }
        return sessionTask
    }

    package var id: SessionTask.ID { own.id }
    package var kind: SessionTask.Kind { own.kind }
    package var originalRequest: TransportRequest { own.originalRequest }
    package var currentRequest: TransportRequest { own.currentRequest }
    package var state: SessionTask.State { own.state }
    package var response: TransportResponse? { own.response }
    package var redirects: [RedirectPolicy.Hop] { own.redirects }
    package var interimResponses: [TransportResponse] { own.interimResponses }
    package var trailers: HTTPFields { own.trailers }
    package var attempts: Int { own.attempts }
    package var metrics: TransportMetrics? { own.metrics }
    package var events: SessionEvents { own.events }
    package var file: DownloadedFile? { own.file }
    package var resumeData: ResumeData? { own.resumeData }

    package var label: String {
        get { own.label }
        set { own.label = newValue }
    }

    package var challengeHandler:
        (@Sendable (AuthenticationChallenge) async -> AuthenticationChallenge.Disposition)?
    {
        get { own.challengeHandler }
        set { own.challengeHandler = newValue }
    }

    package var trustHandler: (@Sendable (ServerTrust) async -> ServerTrust.Disposition)? {
        get { own.trustHandler }
        set { own.trustHandler = newValue }
    }
}
