/// The kind of body that an endpoint sends.
enum RequestContent: Sendable {
    /// JSON, of the fields or the value that were set.
    case json
    /// Urlencoded fields.
    case form([QueryEntry])
    /// Parts.
    case multipart([BodyPart])
    /// Bytes with their media type.
    case upload(UploadBody, mediaType: String)
}
