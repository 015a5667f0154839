public import FoundationEssentials

/// Bytes to send: in memory, in a file that is read while it is sent, or made while they are sent.
public enum UploadBody: Sendable, Hashable {
    /// Bytes in memory.
    case data(Data)
    /// All of a regular file.
    case file(path: String)
    /// Bytes that are made while they are sent; with an exact `Content-Length` if the stream says its
    /// length.
    case stream(BodyStream)

    /// The bytes as a body.
    /// - Throws: an ``APIError/Cause`` if there is no such file, or a stream says a length that none has.
    func message() throws -> MessageBody {
        switch self {
        case .data(let data): MessageBody(data)
        case .file(let path): try MessageBody(file: path)
        case .stream(let stream): try Self.message(of: stream)
        }
    }

    private static func message(of stream: BodyStream) throws -> MessageBody {
        guard stream.length ?? 0 >= 0 else {
            throw APIError.Cause(
                .invalidParameter, "a stream of the body has a negative length",
                advice: "give it the number of its bytes, or none")
        }
        return MessageBody(stream)
    }
}

extension UploadBody: RedactedStringConvertible {
    /// Where the bytes are, never what they are.
    public var description: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .file: "a file"
        case .stream(let stream): "a stream, " + MessageBody.size(stream.length)
        }
    }
}
