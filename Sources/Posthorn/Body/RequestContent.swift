/// The kind of body that an endpoint sends.
enum RequestContent: Sendable {
    /// JSON, of the fields or the value that were set.
    case json
    /// Urlencoded fields.
    case form([QueryEntry])
    /// Parts, and fields that become parts.
    case multipart([MultipartField])
    /// Bytes with their media type.
    case upload(HTTPBody, mediaType: String)
}
