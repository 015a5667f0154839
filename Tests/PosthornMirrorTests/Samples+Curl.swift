import Foundation
import PosthornPathMonitor
@testable import PosthornCore
@testable import PosthornHTTP
@testable import PosthornCurl
import TestSupport
import PosthornFoundation
import Testing

/// The types of `PosthornCurl` and `PosthornFoundation`, most of them of a session that is there.
enum CurlSamples {
    static func all(_ session: CurlSession) throws -> [Sample] {
        try sessions(session) + tasks(session) + choices()
    }

    private static func sessions(_ session: CurlSession) throws -> [Sample] {
        let challenge = try #require(
            AuthenticationChallenge.all(in: MessageSamples.head, url: Canary.url, failures: 0).first
        )
        return [
            Sample(session), Sample(session.configuration),
            Sample(session.configuration.connection),
            Sample(session.events), Sample(challenge),
            Sample(AuthenticationChallenge.Disposition.use(.bearer(Canary.text))),
            Sample(AuthenticationChallenge.Disposition.cancel(MessageSamples.transportError)),
            Sample(
                ServerTrust(
                    host: "store.example", chain: [], publicKeys: [], problems: .chain,
                    failure: MessageSamples.transportError)),
            Sample(ServerTrust.Problems.chain), Sample(PathMonitor()),
        ]
    }

    private static func tasks(_ session: CurlSession) throws -> [Sample] {
        let call = session.task(for: MessageSamples.request)
        let task = call.own
        task.storage.withLock { storage in
            storage.response = MessageSamples.head
            storage.body = MessageSamples.body
        }
        let completion = SessionTask.Completion(task, MessageSamples.transportError)
        let events: [SessionEvent] = [
            .redirected(task.id, MessageSamples.hop),
            .interimResponse(task.id, MessageSamples.head),
            .responseReceived(task.id, MessageSamples.head), .taskCompleted(completion),
            .downloadMoveFailed(
                task.id, to: URL(filePath: "/tmp/a"), MessageSamples.transportError),
        ]
        return events.map { Sample($0) } + [
            Sample(call), Sample(SessionTask(.data, MessageSamples.request, session)),
            Sample(task.id), Sample(task.kind), Sample(task.state), Sample(task.priority),
            Sample(completion), Sample(ProgressDirection.upload),
            Sample(task.events), Sample(Store().task(for: Ping())),
        ]
    }

    /// A session's configuration with a secret wherever it takes one.
    static var configuration: SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.connection.proxies = ProxyRules(proxy)
        configuration.connection.identities = ["store.example": identity]
        let cookies = CookieStore()
        cookies.set("sid=\(Canary.field); Path=/", from: "https://store.example/canary")
        configuration.cookies = cookies
        return configuration
    }

    private static var proxy: ProxyRules.Server {
        ProxyRules.Server(
            host: "proxy.example", port: 3128, user: Canary.text, password: Canary.text)
    }

    private static var identity: ClientIdentity {
        .pem(certificate: Canary.text, key: Canary.text, password: Canary.text)
    }

    private static func choices() -> [Sample] {
        var options = DownloadOptions()
        let resume = ResumeData(
            destinationPath: "/tmp/canary", partPath: "/tmp/canary.part",
            url: "https://store.example/canary", offset: 5, total: 10, validator: "\"canary\"",
            fingerprint: Canary.text, ending: nil)
        options.resumeData = resume
        let connection = ConnectionOptions()
        let revocation = TrustPolicy.Revocation()
        let tls: [Sample] = [
            Sample(revocation), Sample(revocation.stapling),
            Sample(connection.algorithms), Sample(TLSAlgorithms.CipherSuite.aes128GCM),
            Sample(TLSAlgorithms.Group.x25519), Sample(TLSAlgorithms.SignatureAlgorithm.ed25519),
            Sample(ConnectionOptions.TLSVersion.tls13),
        ]
        return tls + [
            Sample(proxy), Sample(proxy.kind), Sample(ProxyRules(proxy)), Sample(identity),
            Sample(connection.addressFamily),
            Sample(SessionConfiguration.HTTPVersionPolicy.http1), Sample(TransferLimits()),
            Sample(SessionHooks()),
            Sample(SessionHooks.ResponseDisposition.allow), Sample(ServerTrust.Disposition.trust),
            Sample(TrustPolicy()), Sample(TrustPolicy.Authorities.system),
            Sample(AddressPolicy.publicOnly),
            Sample(AddressRange.specialPurpose[0]), Sample(NetworkChange()),
            Sample(CurlSession.Shutdown.drain), Sample(PathMonitor.Status.unknown), Sample(resume),
            Sample(options), Sample(options.collision),
            Sample(DownloadOptions.Destination.file(URL(filePath: "/tmp/a"))),
        ]
    }
}
