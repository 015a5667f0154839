public import FoundationEssentials

/// Bytes to send: in memory, or in a file that is read while it is sent.
public enum UploadBody: Sendable, Hashable {
    /// Bytes in memory.
    case data(Data)
    /// All of a regular file.
    case file(path: String)

    /// The bytes as a body.
    /// - Throws: a ``CallFault`` if there is no such file.
    func message() throws -> MessageBody {
        switch self {
        case .data(let data): MessageBody(data)
        case .file(let path): try MessageBody(file: path)
        }
    }
}

extension UploadBody: CustomStringConvertible, CustomDebugStringConvertible {
    /// Where the bytes are, never what they are.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }
}
