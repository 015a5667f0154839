import FoundationEssentials

extension RequestBuilder {
    /// Returns the body and its media type, and whether the call can't choose another media type.
    ///
    /// `nil` if the call sends no body.
    func message() throws -> (body: HTTPBody, mediaType: String, isFixed: Bool)? {
        switch content {
        case .json:
            guard body.isSent(by: method) else { return nil }
            let serializer = options.serializer ?? .json
            let own = serializer.json == nil ? nil : bodyMediaType
            return (
                HTTPBody(try body.encoded(by: serializer)), own ?? serializer.mediaType, false
            )
        case .form(let own):
            let common = body.fields.map { field in
                var entry = QueryEntry(field.name, .value(field.value))
                entry.isCommon = true
                return entry
            }
            let fields = try (common + own).items(options.queryStyle, in: .form)
            return (HTTPBody(QueryText.data(fields, .form)), BodySerializer.formType, false)
        case .multipart(let own):
            let common = body.multipart(without: Set(own.map { ByteEqualName($0.name ?? "") }))
            let parts = try (common + own).flatMap { try $0.parts(options.queryStyle) }
            let (body, mediaType) = try MultipartEncoding.body(parts)
            return (body, mediaType, true)
        case .upload(let body, let mediaType): return (body, mediaType, false)
        }
    }
}
