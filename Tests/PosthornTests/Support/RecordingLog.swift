import Posthorn
import Logging

/// A log handler that keeps its lines.
final class RecordedLines: Sendable {
    private let lines = Locked<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in RecordingLog(lines: self) }
        logger.logLevel = .trace
        return logger
    }
}

private struct RecordingLog: LogHandler {
    let lines: RecordedLines
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }
            .filter { $0.key != "seconds" && $0.key != "call" }.map { "\($0.key)=\($0.value)" }
        lines.add((["\(event.level)", "\(event.message)"] + fields).joined(separator: " | "))
    }
}
