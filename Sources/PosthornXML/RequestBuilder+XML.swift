#if CodableXML
    internal import Foundation
    public import Posthorn
    public import XMLCoder

    extension RequestBuilder {
        /// Sends a value as XML, as `application/xml`.
        /// - Parameters:
        ///   - root: The name of the outermost element.
        ///   - configure: Changes the encoder, which writes dates of RFC 3339 unless told.
        /// - Throws: an ``APIError/Cause`` if the value can't be written.
        public mutating func xml<Body: Encodable>(
            _ value: Body, root: String, _ configure: (XMLEncoder) -> Void = { _ in }
        ) throws {
            let encoder = XMLEncoder()
            encoder.dateEncodingStrategy = .custom { date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(InternetDate.text(for: date))
            }
            configure(encoder)
            do {
                let header = XMLHeader(version: 1.0, encoding: "UTF-8")
                let data = try encoder.encode(value, withRootKey: root, header: header)
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
