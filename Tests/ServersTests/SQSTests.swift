import Foundation
import Posthorn
import PosthornCrypto
import PosthornCurl
import Servers
import TestSupport
import Testing

/// Calls of Amazon's SQS as moto implements it, which checks each signature.
@Suite("SQS", .moto, .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SQSTests {
    private func client(secret: String? = nil) throws -> SQSAPI {
        let credentials = AWSCredentials(
            accessKeyID: Moto.words[1], secret: secret ?? Moto.words[2])
        return SQSAPI(
            try ClientConfiguration(
                baseURL: Moto.words[0], transport: try #require(Moto.session)),
            signers: .init(aws: credentials))
    }

    @Test("A message is sent, received and deleted")
    func message() async throws {
        let client = try client()
        let queue = try await client.queues.create(
            queueName: "tea", attributes: .init(visibilityTimeout: 60), tags: ["kind": "green"])
        let url = queue.queueURL
        let sent = try await client.messages.send(
            messageBody: "oolong ☕️", queueURL: url,
            messageAttributes: ["cups": .init(dataType: "Number", stringValue: "2")])
        let settings = try await client.queues.getSettings(queueURL: url).attributes
        #expect(settings.visibilityTimeout == 60 && settings.approximateNumberOfMessages == 1)
        #expect(settings.queueArn.hasSuffix(":tea"))

        let received = try await client.messages.receive(
            queueURL: url, maxNumberOfMessages: 10, visibilityTimeout: .seconds(30)
        ).messages
        let message = try #require(received.first)
        #expect(message.messageID == sent.messageID && message.body == "oolong ☕️")
        #expect(message.messageAttributes["cups"]?.stringValue == "2")
        #expect(message.attributes?.approximateReceiveCount == 1)
        // It is invisible until it is given back. Amazon's own client then receives it.
        #expect(try await client.messages.receive(queueURL: url).messages.isEmpty)
        try await client.messages.changeVisibility(
            queueURL: url, receiptHandle: message.receiptHandle, visibilityTimeout: .zero)
        let other = try Moto.boto3(
            "sqs.receive_message(QueueUrl='\(url)', MessageAttributeNames=['All'])['Messages'][0]['Body']"
        )
        #expect(other == "oolong ☕️")

        try await client.messages.delete(queueURL: url, receiptHandle: message.receiptHandle)
        let left = try await client.queues.getSettings(queueURL: url).attributes
        #expect(left.approximateNumberOfMessages == 0)
        try await client.queues.delete(queueURL: url)
    }

    @Test("A batch has a result or a failure for each message")
    func batch() async throws {
        let client = try client()
        let url = try await client.queues.create(queueName: "batch").queueURL
        let result = try await client.messages.sendAll(
            queueURL: url,
            entries: (0..<3).map { .init(messageBody: "cup \($0)", id: "m\($0)") })
        #expect(result.successful.map(\.id) == ["m0", "m1", "m2"] && result.failed.isEmpty)
        try await client.queues.purge(queueURL: url)
        let left = try await client.queues.getSettings(queueURL: url).attributes
        #expect(left.approximateNumberOfMessages == 0)
    }

    @Test("Queues are listed over several pages")
    func pages() async throws {
        let client = try client()
        for name in ["page-a", "page-b", "page-c"] {
            _ = try await client.queues.create(queueName: name)
        }
        var names: [String] = []
        for try await url in client.items(
            SQSAPI.Queues.List(queueNamePrefix: "page-", maxResults: 2))
        {
            names.append(url.lastPathComponent)
        }
        #expect(names.sorted() == ["page-a", "page-b", "page-c"])
    }

    @Test("The reasons of refusals are cases of an enum")
    func refusals() async throws {
        let client = try client()
        await #expect {
            try await client.queues.find(queueName: "none")
        } throws: { error in
            guard case .badRequest(let refusal)? = SQSAPI.Failure(error) else { return false }
            return refusal.reason == .queueDoesNotExist
        }
        let stranger = try self.client(secret: "canary")
        await #expect {
            try await stranger.queues.find(queueName: "none")
        } throws: { error in
            guard case .forbidden? = SQSAPI.Failure(error) else { return false }
            return !"\(error)".contains("canary")
        }
    }
}

/// Runs moto, and a session to it, around a suite: `@Suite(.moto)`.
struct Moto: SuiteTrait, TestScoping {
    /// The base URL, the access key and its secret.
    @TaskLocal static var words: [String] = []
    /// The session that the tests share.
    @TaskLocal static var session: CurlSession?

    // Once for the whole suite, and not again for each test in it.
    var isRecursive: Bool { false }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let script = Self.tests.appending(path: "PosthornCryptoTests/Vectors/Signing/s3_server.py")
        let server = try PythonServer.started("moto", ["-B", script.path])
        defer { server.stop() }
        try #require(server.words.count == 3)
        try await CurlSession.withSession { session in
            try await Self.$session.withValue(session) {
                try await Self.$words.withValue([server.baseURL] + server.words.dropFirst()) {
                    try await body()
                }
            }
        }
    }

    /// Returns what an expression of Python prints, in which `sqs` is a client of boto3.
    static func boto3(_ expression: String) throws -> String {
        let python = tests.deletingLastPathComponent().appending(path: ".venv/bin/python").path
        let peer = tests.appending(path: "ServersTests/peer.py").path
        return try RunningServer.output(of: python, ["-B", peer] + words + [expression])
    }
}

extension Trait where Self == Moto {
    /// The suite's tests talk to moto.
    static var moto: Moto { Moto() }
}
