public import Foundation
import PosthornCore

/// Recorded exchanges, in the order in which their requests were sent, as a file in the format HAR 1.2.
///
/// A ``RecordingTransport`` makes a recording, and a ``ReplayTransport`` responds from one. HAR files of
/// browsers and proxies can be read, too.
///
/// HAR has no place for a failed exchange: it is written with the status 0, and the code of its error as the
/// member `_error` of the response. A request body that is not text has the member `_encoding` with the value
/// `base64`.
public struct HTTPRecording: Sendable {
    /// The exchanges.
    public var exchanges: [RecordedExchange]

    /// Creates a recording.
    public init(_ exchanges: [RecordedExchange] = []) { self.exchanges = exchanges }

    /// Reads a HAR file.
    ///
    /// - Throws: An error of Foundation if the file can't be read or is not HAR.
    public init(contentsOf file: URL) throws { try self.init(har: Data(contentsOf: file)) }

    /// Reads the bytes of a HAR file.
    ///
    /// - Throws: A `DecodingError` if the bytes are not HAR.
    public init(har: Data) throws {
        let document = try JSONDecoder().decode(HARDocument.self, from: har)
        exchanges = document.log.entries.map { RecordedExchange($0) }
    }

    /// Returns the bytes of a HAR file, indented and with sorted members.
    ///
    /// - Throws: An `EncodingError`.
    public func har() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(HARDocument(exchanges.map { HARDocument.Entry($0) }))
    }

    /// Writes a HAR file, and replaces an existing one.
    ///
    /// - Throws: An error of Foundation if the file can't be written.
    public func write(to file: URL) throws { try har().write(to: file, options: .atomic) }
}
