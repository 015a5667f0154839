import FoundationEssentials

extension RequestBuilder {
    /// Sends a new id of the request in a header field, unless an earlier layer has set the field.
    ///
    /// All attempts of a call have the same id.
    @_spi(Generated) public mutating func requestID(_ name: String) {
        guard let field = HTTPField.Name(name), headers[field] == nil else { return }
        header(name, UUIDText.text(of: UUID()))
    }

    /// Says with which status the server refuses a version, which a header field or a query parameter has.
    @_spi(Generated) public mutating func refusesVersion(with status: Int, in name: String) {
        options.metadata[VersionRefusal.self] = VersionRefusal(status: status, name: name)
    }
}

/// How a server refuses the version of its API that a call asks for.
struct VersionRefusal: RequestMetadata.Key {
    typealias Value = VersionRefusal
    let status: Int
    /// The header field or the query parameter with the version.
    let name: String
}

extension APIError.Code {
    /// The server refused the version of its API that the spec or the call has pinned.
    public static let versionRefused = Self(rawValue: "versionRefused")
}

extension APIError.Cause {
    /// Returns the cause for a status with which the server refuses the version of its API.
    func refusingVersion(of request: TransportRequest) -> APIError.Cause {
        guard let refusal = request.metadata[VersionRefusal.self], code == .status(refusal.status)
        else { return self }
        var cause = self
        cause.code = .versionRefused
        cause.message += ", which refuses the version of its API in \(refusal.name)"
        cause.advice = "pin a version that the server has by `version` in the spec, or for a call"
        return cause
    }
}
