import Foundation
import Logging
import PosthornCore
import PosthornLogging
import PosthornTesting
import TestSupport
import Testing

/// Members, parameters and header fields that a spec marks as secret.
@Suite("Generated secrets")
struct SecretsTests {
    private static let json =
        #"{"name":"n","apiKey":"canary-1","pin":7310428865,"key":{"bits":8420539976,"text":"canary-2"},"#
        + #""code":"q80q","hint":"canary-3","patch":"canary-4","copies":[]}"#

    private static let values = ["canary", "7310428865", "8420539976", "q80q"]

    private func device() throws -> SecretsDevice {
        try SecretsDevice(jsonData: Data(Self.json.utf8))
    }

    private func expectHidden(_ text: String) {
        for value in Self.values { #expect(!text.contains(value), "\(text)") }
    }

    @Test("Code reads, changes, compares and stores them")
    func codeReadsThem() throws {
        var device = try device()
        #expect(device.apiKey == "canary-1")
        #expect(device.key.text == "canary-2")
        #expect((device.pin, device.code) == (7310428865, Data([0xab, 0xcd, 0x2a])))
        #expect(String(decoding: try device.jsonData(), as: UTF8.self) == Self.json)
        let copy = device
        device.apiKey = "other"
        device.key.bits = 1
        #expect(copy != device)
        #expect((copy.apiKey, copy.key.bits) == ("canary-1", 8420539976))
        #expect(try Set([copy, self.device()]).count == 1)
        #expect(
            try JSONDecoder().decode(SecretsDevice.self, from: JSONEncoder().encode(copy)) == copy)
    }

    @Test("Printed values hide them")
    func printedValuesHideThem() throws {
        var outer = try device()
        outer.copies = [try device()]
        var dumped = ""
        dump(outer, to: &dumped)
        expectHidden(dumped)
        expectHidden("\(outer)")
        expectHidden(String(reflecting: [outer]))
        expectHidden(String(describing: Optional(outer)))
        #expect("\(outer)".contains(#""apiKey":"•••","pin":"•••","key":"•••""#))
        #expect("\(outer)".contains(#""name":"n""#))
        for child in Mirror(reflecting: outer).children {
            expectHidden("\(child.value)")
            if child.label?.hasPrefix("_") == true {
                #expect(Mirror(reflecting: child.value).children.isEmpty)
            }
        }
        let call = SecretMembersAPI.SignIn(user: "u", password: "canary", once: "canary")
        dumped = ""
        dump(call, to: &dumped)
        expectHidden(dumped)
        expectHidden("\(SecretMembersAPI.Rotate.Output(value: outer, token: "canary"))")
        dumped = ""
        dump(SecretMembersAPI.Rotate.Output(value: outer, token: "canary"), to: &dumped)
        expectHidden(dumped)
    }

    @Test("Errors hide them")
    func errorsHideThem() async throws {
        let api = SecretMembersAPI(.canned(Self.json, status: 409))
        let device = try device()
        let error = await #expect(throws: SecretMembersAPI.AddDevice.Failure.self) {
            try await api.addDevice(body: device)
        }
        expectHidden("\(String(describing: error))")
        var dumped = ""
        dump(error, to: &dumped)
        expectHidden(dumped)
    }

    @Test("Log lines and events hide them, with bodies and at any level")
    func logsHideThem() async throws {
        let lines = Locked<[String]>([])
        var logger = Logger(label: "test") { _ in CollectingLog(lines: lines) }
        logger.logLevel = .trace
        var log = CallLog(logger)
        log.bodyBytes = 10_000
        var configuration = ClientConfiguration.canned(Self.json, headers: ["X-Token": "canary"])
        configuration.observers = [log, EventTexts(lines: lines)]
        let api = SecretMembersAPI(configuration)
        let device = try device()
        _ = try await api.addDevice(body: device)
        _ = try await api.rotate(pins: [7310428865], note: "kept")
        var empty = ClientConfiguration.canned()
        empty.observers = configuration.observers
        try await SecretMembersAPI(empty).signIn(user: "u", password: "canary", once: "canary")
        let all = lines.withLock { $0 }
        #expect(all.count > 20)
        for line in all { expectHidden(line) }
        // The bodies are there.
        #expect(all.contains { $0.contains(#""note":"kept""#) })
    }

    @Test("Recordings hide them, and are replayed for any value")
    func recordingsHideThem() async throws {
        let recorder = RecordingTransport(
            CannedTransport(headers: ["X-Token": "canary"], body: Self.json))
        let api = SecretMembersAPI(.canned()).over(recorder)
        let device = try device()
        _ = try await api.addDevice(body: device)
        _ = try await api.rotate(pins: [7310428865], note: "kept")
        try await api.signIn(user: "u", password: "canary", once: "canary")
        #expect(recorder.recording.exchanges.count == 3)
        for exchange in recorder.recording.exchanges {
            expectHidden(String(decoding: exchange.requestBody, as: UTF8.self))
            expectHidden(exchange.url)
        }
        for exchange in recorder.recording.exchanges.prefix(2) {
            expectHidden(String(decoding: exchange.responseBody, as: UTF8.self))
        }
        #expect(
            recorder.recording.exchanges.map { String(decoding: $0.requestBody, as: UTF8.self) }
                .suffix(2) == [#"{"pins":[0],"note":"kept"}"#, "user=u&password=REDACTED"])
        let token = HTTPField.Name("X-Token").flatMap {
            recorder.recording.exchanges[1].responseHeaders[$0]
        }
        #expect(token == "REDACTED")
        let replay = SecretMembersAPI(.canned()).over(ReplayTransport(recorder.recording))
        let read = try await replay.rotate(pins: [1], note: "kept")
        #expect((read.token, read.value.apiKey) == ("REDACTED", "REDACTED"))
        try await replay.signIn(user: "u", password: "p", once: "o")
        await #expect(throws: APIError.self) { try await replay.rotate(pins: [1], note: "other") }
    }
}

private struct CollectingLog: LogHandler {
    let lines: Locked<[String]>
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
}

/// Collects what events print.
private struct EventTexts: ClientObserver {
    let lines: Locked<[String]>

    func observe(_ event: CallEvent) {
        var text = "\(event)"
        dump(event, to: &text)
        lines.withLock { $0.append(text) }
    }
}
