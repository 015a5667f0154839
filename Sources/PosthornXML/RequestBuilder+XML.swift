#if CodableXML
    internal import Foundation
    public import PosthornCore
    public import XMLCoder

    extension RequestBuilder {
        /// Sets the request body to a value encoded as XML, with the media type `application/xml`.
        ///
        /// - Parameters:
        ///   - value: The value to encode.
        ///   - root: The name of the outermost element.
        ///   - configure: Changes the encoder before use. By default the encoder writes dates as RFC 3339
        ///     text.
        /// - Throws: An ``APIError/Cause`` with the code `encodingFailed` if the value can't be encoded.
        public mutating func xml<Body: Encodable>(
            _ value: Body, root: String, _ configure: (XMLEncoder) -> Void = { _ in }
        ) throws {
            let encoder = XMLEncoder()
            encoder.dateEncodingStrategy = .custom { date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(date.parameterText())
            }
            configure(encoder)
            do {
                let header = XMLHeader(version: 1.0, encoding: "UTF-8")
                let data = try APIError.Cause.ofWriting {
                    try encoder.encode(value, withRootKey: root, header: header)
                }
                upload(HTTPBody(data), as: "application/xml")
            } catch let fault as APIError.Cause {
                throw fault
            } catch {
                throw APIError.Cause(
                    .encodingFailed, "the body can't be written as XML",
                    advice: "send values that XML has, and a root that is a name", underlying: error
                )
            }
        }
    }
#endif
