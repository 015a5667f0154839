internal import FoundationEssentials
internal import PosthornSpec
internal import PosthornTesting

extension RecordingTransport {
    /// Writes the exchanges to a HAR file, without the secrets of calls.
    func write(to path: String, _ terminal: Terminal) throws(ToolFailure) {
        do {
            let text = String(decoding: try recording.har(), as: UTF8.self)
            try Data(terminal.secrets.scrubbed(text).utf8)
                .write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw ToolFailure(.unwritable, "posthorn: \(oneLine(path)): the file cannot be written")
        }
    }
}
