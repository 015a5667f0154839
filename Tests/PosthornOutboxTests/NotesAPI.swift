import Foundation
@_spi(Generated) import PosthornCore
import PosthornOutbox
import PosthornTesting

/// A service by hand, as the generator writes it.
struct NotesAPI: OutboxService {
    var configuration: ClientConfiguration
    var token: Credential?

    static let outboxEndpoints: [any OutboxEndpoint.Type] = [SaveNote.self, AddNote.self]

    func prepare(_ request: inout RequestBuilder) {
        if token != nil { request.auth = .bearer("user") }
    }

    func credential(named name: String) -> Credential? { token }

    struct Saved: Codable, Sendable, Hashable { var version: Int }
    struct Problem: Codable, Sendable, Hashable { var title: String }

    /// `PUT /notes/{id}`.
    struct SaveNote: OutboxEndpoint {
        typealias Output = Saved
        let id: String
        let text: String

        var deliveryKey: String? { id }

        func build(_ request: inout RequestBuilder) {
            request.method(.put, "/notes/{id}")
            Self.prepareDelivery(&request)
            request.path("id", id)
            request.query("source", "test app")
            request.body("text", text)
        }

        enum Failure: EndpointFailure {
            case conflict(Documented<Problem>)
            case other(APIError)

            static func decode(from response: CallResponse) throws -> Self? {
                guard response.status.code == 409 else { return nil }
                return .conflict(try response.failure(named: "conflict"))
            }

            var apiError: APIError {
                switch self {
                case .conflict(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }

    /// `POST /notes`, with a key that makes it repeatable.
    struct AddNote: OutboxEndpoint {
        typealias Output = Saved
        static let deadLetterBlocksKey = false
        let book: String?
        let text: String

        var deliveryKey: String? { book }

        static func prepareDelivery(_ request: inout RequestBuilder) {
            request.sendsIdempotencyKey = true
        }

        func build(_ request: inout RequestBuilder) {
            request.method(.post, "/notes")
            Self.prepareDelivery(&request)
            request.body("text", text)
        }
    }

    /// `POST /sent`, which must not be repeated.
    struct SendNote: OutboxEndpoint {
        func build(_ request: inout RequestBuilder) { request.method(.post, "/sent") }
    }
}

/// The events of an outbox, for which a test can wait.
final class Events: Sendable {
    private let stream: AsyncStream<OutboxEvent>
    private let continuation: AsyncStream<OutboxEvent>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func send(_ event: OutboxEvent) { continuation.yield(event) }

    /// Returns the next events of deliveries as lines.
    func next(_ count: Int) async -> [String] {
        var lines: [String] = []
        guard count > 0 else { return [] }
        for await event in stream {
            if case .submitted = event { continue }
            lines.append(Self.line(event))
            if lines.count == count { break }
        }
        return lines
    }

    private static func line(_ event: OutboxEvent) -> String {
        "\(event)".split(separator: " ").filter { $0.utf8.count < 36 }.joined(separator: " ")
    }
}

/// An outbox over a stub, with a clock by hand.
struct Bench {
    let clock = ManualClock()
    let events = Events()
    let stub: StubTransport
    let store: any OutboxStore
    var token: Credential?
    let wall = Wall()

    final class Wall: Sendable {
        private let seconds = Gated(0.0)
        var now: Date { Date(timeIntervalSince1970: 1_000_000 + seconds.value) }
        func advance(by time: TimeInterval) { seconds.value += time }
    }

    init(_ store: any OutboxStore = InMemoryStore(), _ rules: StubRule...) {
        stub = StubTransport(rules)
        self.store = store
    }

    func outbox(
        at url: String = "https://notes.example", sign signer: any Signer = .none,
        _ change: (inout OutboxOptions) -> Void = { _ in }
    ) throws -> Outbox<NotesAPI> {
        var configuration = try ClientConfiguration(baseURL: url, transport: stub)
        configuration.clock = clock
        configuration.defaults.signer = signer
        var options = OutboxOptions()
        options.observer = { [events] in events.send($0) }
        options.now = { [wall] in wall.now }
        change(&options)
        return Outbox(
            NotesAPI(configuration: configuration, token: token), store: store, options: options)
    }

    func advance(by time: Duration) {
        wall.advance(by: time / .seconds(1))
        clock.advance(by: time)
    }
}

/// A value with a lock.
final class Gated<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var content: Value
    init(_ value: Value) { content = value }
    var value: Value {
        get { lock.withLock { content } }
        set { lock.withLock { content = newValue } }
    }
}

extension Bench {
    /// Runs an outbox while a test acts.
    ///
    /// Time passes whenever the outbox waits.
    func running<Result: Sendable>(
        _ outbox: Outbox<NotesAPI>, _ act: () async throws -> Result
    ) async throws -> Result {
        let run = Task { try await outbox.run() }
        let time = Task {
            while !Task.isCancelled {
                _ = try await clock.nextDelay()
                advance(by: .milliseconds(500))
                await Task.yield()
            }
        }
        defer {
            run.cancel()
            time.cancel()
        }
        let result = try await act()
        run.cancel()
        _ = await run.result
        return result
    }
}
