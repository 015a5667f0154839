extension RequestBuilder {
    /// A parameter that a service's spec sends with every endpoint, identified by location and name.
    public enum CommonParameter: Hashable, Sendable {
        /// The query parameter of this name.
        case query(String)
        /// The header field of this name.
        case header(String)
        /// The cookie of this name.
        case cookie(String)
        /// The body field of this name.
        case body(String)
    }
}

/// The parameters that layers share.
struct Parameters: Sendable {
    var query: [QueryEntry] = []
    var headers = HTTPFields()
    var cookies: [CookiePair] = []
    var body = RequestBody()
}

extension RequestBuilder {
    /// Removes everything that the service's spec sends with every endpoint.
    ///
    /// Parameters from the client's defaults stay. An endpoint calls this method before it sets its own
    /// parameters.
    public mutating func removeCommon() {
        let earlier = beforeCommon ?? Parameters()
        query = earlier.query
        headers = earlier.headers
        cookies = earlier.cookies
        body = earlier.body
    }

    /// Removes one parameter that the service's spec sends with every endpoint.
    ///
    /// A parameter of this name from the client's defaults stays. An endpoint calls this method before it
    /// sets its own parameters.
    public mutating func removeCommon(_ parameter: RequestBuilder.CommonParameter) {
        let earlier = beforeCommon ?? Parameters()
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

    /// Keeps the parameters of the client's defaults.
    mutating func beginCommon() {
        if !query.isEmpty || !headers.isEmpty || !cookies.isEmpty || !body.isEmpty {
            beforeCommon = Parameters(query: query, headers: headers, cookies: cookies, body: body)
        }
    }
}
