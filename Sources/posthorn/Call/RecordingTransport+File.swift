internal import FoundationEssentials
internal import PosthornSpec
internal import PosthornTesting

extension RecordingTransport {
    /// Writes the exchanges to a HAR file, without the secrets of calls.
    func write(to path: String) throws(ToolFailure) {
        do {
            let text = String(decoding: try recording.har(), as: UTF8.self)
            try Data(Terminal.secrets.scrubbed(text).utf8)
                .write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw ToolFailure.unwritable(path)
        }
    }
}
