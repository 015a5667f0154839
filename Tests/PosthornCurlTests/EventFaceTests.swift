import FoundationEssentials
import Posthorn
import PosthornCurl
import Testing

/// Events are public API.
///
/// This file stops compiling when an event or its payload is renamed, removed or changed. Add new
/// cases here too.
@Suite struct EventFaceTests {
    /// What a listener may rely on.
    private static func name(_ event: SessionEvent) -> String {
        switch event {
        case .taskWaiting(let id), .taskStarted(let id), .taskResumed(let id),
            .taskSuspended(let id), .bodyRestarted(let id), .downloadRestarted(let id):
            task(id)
        case .redirected(let id, let hop):
            task(id) + hop.target
        case .interimResponse(let id, let head), .responseReceived(let id, let head):
            task(id) + "\(head.status.code)"
        case .becameDownload(let id, to: let url), .downloadMoved(let id, to: let url):
            task(id) + url.path
        case .downloadResumed(let id, offset: let offset, total: let total):
            task(id) + "\(offset)\(total ?? 0)"
        case .downloadMoveFailed(let id, to: let url, let error):
            task(id) + url.path + error.description
        case .taskCompleted(let completion):
            task(completion.task) + text(completion)
        case .progress(let id, let progress):
            task(id) + "\(progress.received)"
        case .identityReplaced(path: let path): path
        case .identityNotReplaced(let error): error.description
        case .sessionDrained(session: let number), .sessionInvalidated(session: let number):
            "\(number as UInt64)"
        @unknown default: "other"
        }
    }

    private static func task(_ id: SessionTask.ID) -> String {
        "\(id.session as UInt64)\(id.number as UInt64)"
    }

    private static func text(_ completion: SessionTask.Completion) -> String {
        let kind: SessionTask.Kind = completion.kind
        let label: String = completion.label
        let error: TransportError? = completion.error
        let response: TransportResponse? = completion.response
        let file: URL? = completion.file
        let body: Data? = completion.body
        let progress: TransferProgress = completion.progress
        let attempts: Int = completion.attempts
        let metrics: TransportMetrics? = completion.metrics
        return
            "\(kind)\(label)\(error == nil)\(response == nil)\(file?.path ?? "")\(body?.count ?? 0)"
            + "\(progress.received)\(attempts)\(metrics == nil)"
    }

    @Test func eventCasesAndPayloadsStayPublic() async throws {
        try await CurlSession.withSession { session in
            let call = session.task(for: TransportRequest(url: "http://127.0.0.1/"))
            let task = try #require(call.sessionTask)
            let id = Self.task(task.id)
            #expect(Self.name(.downloadResumed(task.id, offset: 3, total: 4)) == id + "34")
            #expect(Self.name(.sessionInvalidated(session: 7)) == "7")
            task.cancel()
        }
    }
}
