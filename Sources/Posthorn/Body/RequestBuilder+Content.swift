import FoundationEssentials

extension RequestBuilder {
    /// The body and the media type that it has to have, or has if nobody says another.
    ///
    /// `nil` if the call sends none.
    func message() throws -> (body: MessageBody, mediaType: String, isFixed: Bool)? {
        switch content {
        case .json:
            return try body.encoded(for: method).map {
                (MessageBody($0), "application/json", false)
            }
        case .form(let own):
            let names = Set(own.map(\.name))
            var fields = try body.texts().filter { !names.contains($0.name) }
                .map { QueryItem(name: $0.name, value: $0.text) }
            fields += own
            return (MessageBody(FormEncoding.body(fields)), FormEncoding.mediaType, false)
        case .multipart(let own):
            let names = Set(own.map(\.name))
            var parts = try body.texts().filter { !names.contains($0.name) }
                .map { BodyPart(name: $0.name, content: .text($0.text)) }
            parts += own
            let (body, mediaType) = try MultipartEncoding.body(parts)
            return (body, mediaType, true)
        case .upload(let upload, let mediaType):
            return (try upload.message(), mediaType, false)
        }
    }
}

extension RequestBody {
    /// A value as JSON.
    static func json(_ value: some Encodable & Sendable) throws -> Data {
        var body = RequestBody()
        body.whole = value
        return try body.encoded(for: .post) ?? Data()
    }
}
