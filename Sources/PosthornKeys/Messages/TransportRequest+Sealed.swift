package import FoundationEssentials
package import PosthornCore

extension TransportRequest {
    /// Returns the body of a sealed request; `nil` for a request without a body.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed` if the body is not in memory or has another media type.
    package func sealedBody(_ mediaType: String) throws(APIError.Cause) -> Data? {
        guard let body else { return nil }
        guard let bytes = body.data, headers.value(of: .contentType) == mediaType else {
            throw .notOpened
        }
        return bytes
    }

    /// Replaces a sealed body by its content, which is `nil` for a request without a body.
    ///
    /// - Parameter type: The media type of the content; `nil` or an empty text for none.
    package mutating func replaceBody(_ content: Data?, _ type: String?) {
        body = content.map { HTTPBody($0) }
        headers.putBodyType(type)
    }
}

extension TransportResponse {
    /// Replaces the body, sealed or opened.
    ///
    /// - Parameter type: The media type of the body; `nil` or an empty text for none.
    package mutating func replaceBody(_ content: Data, _ type: String?) {
        body = content
        headers.putBodyType(type)
    }
}

extension HTTPFields {
    fileprivate mutating func putBodyType(_ type: String?) {
        if let type, !type.isEmpty {
            put(HTTPField(name: .contentType, value: type))
        } else {
            drop(.contentType)
        }
        drop(.contentLength)
    }
}
