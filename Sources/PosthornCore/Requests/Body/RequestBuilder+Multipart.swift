extension RequestBuilder {
    /// Adds a text part to a multipart body.
    ///
    /// ``CallOptions/queryStyle`` decides how Booleans, dates and bytes are written. `nil` adds no part, but the body is
    /// still multipart. The service's body fields come before the endpoint's parts.
    public mutating func part(_ name: String, _ value: (some ParameterValue)?) {
        // No style changes a string. Skipping the query entry avoids a copy of a large one.
        if let text = value as? String { return add(name, [.part(FormPart(text: text))]) }
        add(
            name,
            attempt(naming: name) { try value.map { [.entry(try QueryEntry(name, $0))] } ?? [] })
    }

    /// Adds the values of an array as text parts.
    ///
    /// ``CallOptions/queryStyle`` decides how they are written. The default is one part with the given name for each
    /// element; another style may use `name[]`. `nil` adds no part, but the body is still multipart.
    public mutating func part(_ name: String, _ values: [some ParameterValue]?) {
        add(
            name,
            attempt(naming: name) { try values.map { [.entry(try QueryEntry(name, $0))] } ?? [] })
    }

    /// Adds a file part.
    ///
    /// `nil` adds no part, but the body is still multipart.
    public mutating func part(_ name: String, _ file: FormPart?) {
        add(name, file.map { [.part($0)] } ?? [])
    }

    /// Adds several file parts with the same name.
    ///
    /// `nil` adds no part, but the body is still multipart.
    public mutating func part(_ name: String, _ files: [FormPart]?) {
        add(name, (files ?? []).map { .part($0) })
    }

    /// Adds a JSON part with the media type `application/json`.
    ///
    /// `nil` adds no part, but the body is still multipart.
    public mutating func part(_ name: String, json value: (some Encodable & Sendable)?) {
        add(
            name,
            attempt {
                try value.map { value in
                    let json = HTTPBody(try BodySerializer.json.bytes(of: value))
                    return [.part(FormPart(json, mediaType: "application/json"))]
                } ?? []
            })
    }

    /// Adds a part with a custom header block.
    ///
    /// Nothing is added to the block, so `headers` must contain `Content-Disposition` with the part's name.
    ///
    /// - Parameters:
    ///   - headers: The header fields of the part, in the order in which they are sent.
    ///   - content: The bytes of the part.
    public mutating func part(headers: HTTPFields, _ content: HTTPBody) {
        add(nil, [.part(FormPart(content, headers: headers))])
    }

    /// Sets the body to the given bytes, which are sent unchanged.
    ///
    /// - Parameters:
    ///   - body: The bytes: in memory, in a file that is read while it is sent, or produced while they are
    ///     sent.
    ///   - mediaType: The media type of the bytes, such as `image/png`.
    public mutating func upload(_ body: HTTPBody, as mediaType: String) {
        content = .upload(body, mediaType: mediaType)
    }

    private mutating func add(_ name: String?, _ contents: [MultipartField.Content]?) {
        guard let contents else { return }
        var fields: [MultipartField] = []
        if case .multipart(let earlier) = content { fields = earlier }
        // Releases the enum's reference, so that the array grows in place.
        content = .json
        fields += contents.lazy.map { MultipartField(name: name, content: $0) }
        content = .multipart(fields)
    }
}
