/// The kind of body that an endpoint sends.
enum RequestContent: Sendable {
    /// JSON made of fields or one value.
    case json
    /// Fields of an urlencoded form.
    case form([QueryEntry])
    /// Parts of a multipart body, and fields that become parts.
    case multipart([MultipartField])
    case upload(HTTPBody, mediaType: String)
}
