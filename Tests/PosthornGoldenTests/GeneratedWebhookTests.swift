import Foundation
import Posthorn
import PosthornCrypto
import TestSupport
import Testing

@Suite("Generated webhooks", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedWebhookTests {
    private static let secret = "a shared secret of the tests"
    private static let standard = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private func field(_ name: String) throws -> HTTPField.Name {
        try #require(HTTPField.Name(name))
    }

    /// The secret in the query is all that a request needs.
    private func request(_ body: String, _ fields: [String: String] = [:]) throws
        -> TransportRequest
    {
        var request = TransportRequest(
            method: .post, url: "https://hooks.example.com/?token=a+shared+secret+of+the+tests",
            body: Data(body.utf8))
        for (name, value) in fields { request.headers[try field(name)] = value }
        return request
    }

    @Test func readsListOfEvents() async throws {
        let body = #"[{"ref":"main"}, {"ref":"next"}]"#
        let event = try await WebhooksAPI.webhooks.default(
            from: request(body), keys: .querySecret(Self.secret))
        #expect(event.value == [.init(ref: "main"), .init(ref: "next")])
        #expect(event.body == Data(body.utf8))
    }

    private func signer(_ components: [SignatureComponent], tag: String? = nil) throws
        -> MessageSigner
    {
        var signer = MessageSigner(
            key: try SigningKey(
                SecretKey(id: "k", bytes: Data(repeating: 7, count: 32), for: .signatures)))
        signer.components += components
        signer.tag = tag
        return signer
    }

    private func keys() throws -> WebhookKeys {
        .httpMessageSignature([
            try VerifyingKey(
                SecretKey(id: "k", bytes: Data(repeating: 7, count: 32), for: .signatures))
        ])
    }

    /// The name of the event is signed, like all that the spec lists.
    @Test func requiresSignedNameOfEvent() async throws {
        var named = try request(#"{"ref":"main"}"#, ["X-Shop-Event": "push"])
        var unnamed = named
        try await signer(["x-shop-event"]).sign(&named)
        try await signer([]).sign(&unnamed)
        let keys = try keys()
        let event = try await WebhooksAPI.webhooks.signed(from: named, keys: keys)
        #expect(event.value == .push(.init(ref: "main")))
        let unsigned = await #expect(throws: APIError.Cause.self) {
            try await WebhooksAPI.webhooks.signed(from: unnamed, keys: keys)
        }
        #expect(unsigned?.code == .notVerified)
        let uncovered = await #expect(throws: APIError.Cause.self) {
            try await WebhooksAPI.webhooks.tagged(from: named, keys: keys)
        }
        #expect(uncovered?.code == .notVerified)
        var tagged = try request("[]", ["X-Shop-Event": "order.archived", "X-Shop-ID": "7"])
        try await signer(["x-shop-event", "x-shop-id", "@scheme"], tag: "shop").sign(&tagged)
        let other = try await WebhooksAPI.webhooks.tagged(from: tagged, keys: keys)
        #expect(other.value == .unknown("order.archived", []))
        var late = keys
        late.memory = nil
        late.clock = SigningClock { Date().addingTimeInterval(90) }
        let delayed = await #expect(throws: APIError.Cause.self) {
            try await WebhooksAPI.webhooks.tagged(from: tagged, keys: late)
        }
        #expect(delayed?.code == .outsideTimeWindow)
    }

    /// A sender of each scheme posts to a server that verifies with generated code.
    @Test func verifiesWhatTheSendersLibrariesPost() async throws {
        let received = Received()
        let server = try ScriptedServer { connection in
            while let message = try connection.readMessage() {
                try connection.write(
                    "HTTP/1.1 \(received.status(of: message, from: connection)) -\r\nContent-Length: 0\r\n\r\n"
                )
            }
        }
        defer { server.stop() }
        func message(
            _ name: String, _ scheme: String, _ secret: String, _ body: String,
            _ others: [String: String] = [:]
        ) -> [String: Any] {
            var message: [String: Any] = [
                "url": server.url("/\(name)?token=a+shared+secret+of+the+tests"), "scheme": scheme,
                "secrets": [secret], "body": body,
            ]
            message.merge(others) { $1 }
            return message
        }
        let paid = #"{"type":"order.paid","data":{"id":7,"total":1.50}}"#
        let unlisted = #"{"type":"order.archived","at":1}"#
        let payment = #"{"id":"pay_1","created":1800000000,"amount":150}"#
        let (push, key) = (#"{"ref":"main"}"#, String(repeating: "07", count: 32))
        let statuses = try await Sender.post([
            message("event", "standard-webhooks", Self.standard, paid),
            message("event", "standard-webhooks", Self.standard, unlisted),
            message("svix", "standard-webhooks", Self.standard, "[1]", ["prefix": "svix"]),
            message("payment", "stripe", Self.secret, payment),
            message("repository", "github", Self.secret, push),
            message("repository", "github", Self.secret, push),
            message("signed", "http-message-signature", key, push),
            message("default", "query-secret", Self.secret, "[]"),
            message(
                "event", "standard-webhooks", "whsec_" + Data(count: 24).base64EncodedString(), paid
            ),
            message("payment", "stripe", "another secret of 16 bytes", payment),
            message("repository", "github", "another secret of 16 bytes", push),
            message("signed", "http-message-signature", String(repeating: "08", count: 32), push),
            message("payment", "stripe", Self.secret, "{}"),
            message("repository", "github", Self.secret, String(repeating: " ", count: 2000)),
        ])
        #expect(statuses == [200, 200, 200, 200, 200, 200, 200, 200, 400, 400, 400, 400, 422, 413])
        #expect(server.errors.isEmpty)
        #expect(
            received.events == [
                "orderPaid 1.5", "unknown order.archived", "[1]", "pay_1", "push main", "push main",
                "0 pushes",
            ])
    }
}

/// A server's handler: the events that it has processed, each once.
private final class Received: Sendable {
    private let list = Locked([String]())
    private let memory = LocalReplayMemory()

    var events: [String] { list.withLock { $0 } }

    /// Verifies a message, processes its event and returns the status of the response.
    func status(of message: [UInt8], from connection: ScriptedConnection) -> Int {
        let (status, isDone) = (Locked(500), DispatchSemaphore(value: 0))
        // A script has a thread of its own, which may wait.
        Task {
            let found = await self.status(of: message)
            status.withLock { $0 = found }
            isDone.signal()
        }
        isDone.wait()
        return status.withLock { $0 }
    }

    private func status(of message: [UInt8]) async -> Int {
        do {
            let request = try Self.request(message)
            let event = try await event(of: request)
            list.withLock { $0.append(event) }
            return 200
        } catch {
            return switch (error as? APIError.Cause)?.code {
            case .replayed: 200
            case .notVerified, .outsideTimeWindow: 400
            case .limitExceeded: 413
            case .decodingFailed: 422
            default: 500
            }
        }
    }

    private func event(of request: TransportRequest) async throws -> String {
        let webhooks = WebhooksAPI.webhooks
        let secret = "a shared secret of the tests"
        let standard = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/event":
            let keys = try WebhookKeys.standardWebhooks(standard)
            return switch try await webhooks.event(from: request, keys: keys).value {
            case .orderPaid(let paid): "orderPaid \(paid.data.total)"
            case .orderShipped(let shipped): "orderShipped \(shipped.tracking ?? "-")"
            case .unknown(let value): "unknown \(value["type"]?.string ?? "-")"
            }
        case "/svix":
            let event = try await webhooks.svix(from: request, keys: .standardWebhooks(standard))
            return String(decoding: event.body, as: UTF8.self)
        case "/payment":
            return try await webhooks.payment(from: request, keys: .stripe(secret)).value.id
        case "/repository", "/signed":
            var keys = try WebhookKeys.github(secret)
            (keys.memory, keys.bodyLimit) = (memory, 1000)
            let event =
                if request.target.hasPrefix("/signed") {
                    try await webhooks.signed(
                        from: request,
                        keys: .httpMessageSignature([
                            VerifyingKey(
                                SecretKey(
                                    id: "k", bytes: Data(repeating: 7, count: 32), for: .signatures)
                            )
                        ]))
                } else {
                    try await webhooks.repository(from: request, keys: keys)
                }
            guard case .push(let push) = event.value else { return "another event" }
            return "push \(push.ref)"
        default:
            let keys = try WebhookKeys.querySecret(secret)
            return "\(try await webhooks.default(from: request, keys: keys).value.count) pushes"
        }
    }

    /// Returns a request as the sender knows it.
    private static func request(_ message: [UInt8]) throws -> TransportRequest {
        let end = try #require(message.firstRange(of: Array("\r\n\r\n".utf8)))
        let lines = String(decoding: message[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        let target = lines[0].split(separator: " ")[1]
        var request = TransportRequest(
            method: .post, url: "http://127.0.0.1\(target)", body: Data(message[end.upperBound...]))
        for line in lines.dropFirst() {
            let colon = try #require(line.firstIndex(of: ":"))
            let name = try #require(HTTPField.Name(String(line[..<colon])))
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            if name.canonicalName == "host" { request.url = "http://\(value)\(target)" }
            request.headers.append(HTTPField(name: name, value: value))
        }
        return request
    }
}

/// `webhooks.py` beside the vectors, which signs with the libraries of the senders.
private enum Sender {
    /// Posts messages one after the other, and returns the statuses.
    static func post(_ messages: [[String: Any]]) async throws -> [Int] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appending(path: ".venv/bin/python")
        process.arguments = [
            "-B", root.appending(path: "Tests/PosthornCryptoTests/Vectors/webhooks.py").path(),
            "--send",
        ]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        let json = try JSONSerialization.data(withJSONObject: messages)
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
                try input.fileHandleForWriting.write(contentsOf: json)
                try input.fileHandleForWriting.close()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        return try JSONDecoder().decode([Int].self, from: text)
    }
}
