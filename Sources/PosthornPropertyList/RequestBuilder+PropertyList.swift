public import FoundationEssentials
public import PosthornCore

extension RequestBuilder {
    /// Sends a value as a property list with the media type `application/x-plist`.
    /// - Parameters:
    ///   - value: The value.
    ///   - format: The format; the default is XML.
    /// - Throws: an ``APIError/Cause`` if the value can't be encoded. A property list has no `nil`, and its
    ///   top level is an array or a dictionary.
    public mutating func propertyList(
        _ value: some Encodable, format: PropertyListDecoder.PropertyListFormat = .xml
    ) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        do {
            let data = try APIError.Cause.ofWriting { try encoder.encode(value) }
            upload(HTTPBody(data), as: "application/x-plist")
        } catch let fault as APIError.Cause {
            throw fault
        } catch {
            throw APIError.Cause(
                .encodingFailed, "the body can't be written as a property list",
                advice: "send an array or a dictionary of values that property lists have",
                underlying: error)
        }
    }
}
