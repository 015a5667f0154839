import FoundationEssentials

extension RequestBuilder {
    /// The body and the media type that it has to have, or has if nobody says another.
    ///
    /// `nil` if the call sends none.
    func message() throws -> (body: MessageBody, mediaType: String, isFixed: Bool)? {
        switch content {
        case .json:
            let serializer = serializer ?? JSONSerializer()
            return try body.encoded(for: method, by: serializer).map {
                (MessageBody($0), serializer.mediaType, false)
            }
        case .form(let own):
            var fields = try own.items(queryStyle, in: .form)
            let names = Set(fields.map(\.parameter) + own.map(\.name))
            let common = body.fields.filter { !names.contains($0.name) }
            if !common.isEmpty {
                let style = queryStyle ?? QueryStyle()
                fields = try style.items(nil, of: BodyFields(fields: common), in: .form) + fields
            }
            return (
                MessageBody(QueryText.data(fields, .form)), FormSerializer.mediaType, false
            )
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
