/// A parameter that a service's spec sends with every endpoint, by its place and name.
public enum CommonParameter: Hashable, Sendable {
    /// A query parameter.
    case query(String)
    /// A header field.
    case header(String)
    /// A cookie.
    case cookie(String)
    /// A field of the body.
    case body(String)
}

/// The parameters that layers share.
struct Parameters: Sendable {
    var query: [QueryEntry]
    var headers: HTTPFields
    var cookies: [CookiePair]
    var body: RequestBody
}

extension RequestBuilder {
    /// Takes back what the service's spec sends with every endpoint; what the client's defaults
    /// have set stays.
    ///
    /// An endpoint calls it before it sets anything itself.
    public mutating func removeCommon() {
        guard let earlier = beforeCommon else { return }
        query = earlier.query
        headers = earlier.headers
        cookies = earlier.cookies
        body = earlier.body
    }

    /// Takes back one parameter that the service's spec sends with every endpoint; what the client's
    /// defaults have set stays.
    ///
    /// An endpoint calls it before it sets anything itself.
    public mutating func removeCommon(_ parameter: CommonParameter) {
        guard let earlier = beforeCommon else { return }
        switch parameter {
        case .query(let name):
            query.removeAll { $0.name == name }
            query += earlier.query.filter { $0.name == name }
        case .header(let name):
            guard let name = HTTPField.Name(name) else { return }
            headers[fields: name] = earlier.headers[fields: name]
        case .cookie(let name):
            cookies.removeAll { $0.name == name }
            cookies += earlier.cookies.filter { $0.name == name }
        case .body(let name):
            body.remove(name)
            if let field = earlier.body.fields.first(where: { $0.name == name }) {
                body.set(name, field.value, ofEndpoint: false)
            }
        }
    }

    /// The parameters that the layers have set until now.
    var parameters: Parameters {
        Parameters(query: query, headers: headers, cookies: cookies, body: body)
    }
}
